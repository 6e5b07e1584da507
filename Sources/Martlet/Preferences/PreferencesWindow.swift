// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The preferences: groups of rows, each a plain sentence and what it is set to. A change is kept at
/// once.
final class PreferencesWindow {
  let window = Window()

  private let banner = Banner()
  private let preferences: AppPreferences
  private let session: Session?
  private var accounts: AccountsPage?
  private var storage: StoragePage?
  private var archive: ArchivePage?

  /// - Parameter session: Nil when the store cannot be opened; then there is less to be set.
  init(_ preferences: AppPreferences, session: Session?, over parent: Window?) {
    self.preferences = preferences
    self.session = session
    window.title = tr("Preferences")
    window.setTransient(for: parent)
    window.isModal = true
    window.defaultSize = (560, 640)
    let column = Box(.vertical, spacing: 24)
    column.margin(start: 18, end: 18, top: 18, bottom: 24)
    if let session {
      let page = AccountsPage(session.accounts)
      page.onFault = { [weak self] in self?.banner.show($0) }
      accounts = page
      column.append(group(tr("Accounts"), page.widget))
    }
    column.append(group(tr("Appearance"), [colorSchemeRow()]))
    column.append(
      group(
        tr("Writing"),
        [
          row(
            .sendWithControlEnter, tr("Send with Ctrl+Enter"),
            tr("Enter begins a new line. When off, Enter sends.")),
          row(
            .showFormattingBar, tr("Show the formatting bar"),
            tr("Buttons for bold, italic, quotes and emoji above the message field.")),
          row(
            .checkSpelling, tr("Check spelling"),
            tr("Underline words that no dictionary of the language knows.")),
        ]))
    column.append(
      group(
        tr("Notifications"),
        [
          row(
            .notify, tr("Notify of new messages"),
            tr("In conversations that you are not looking at.")),
          row(
            .notificationPreview, tr("Show the text in notifications"),
            tr("When off, notifications tell who wrote and not what.")),
        ]))
    column.append(
      group(
        tr("Privacy"),
        [
          row(
            .sendReceipts, tr("Tell when messages arrive and are read"),
            tr("People you have accepted see how far their messages came.")),
          row(
            .sendTyping, tr("Tell when you are typing"),
            tr("People you have accepted see that you are writing.")),
          row(
            .warnOfLinks, tr("Ask before opening a link that may deceive"),
            tr("Links whose host looks like another one are shown in full first.")),
        ]))
    column.append(
      group(
        tr("Messages and background"),
        [
          historyRow(),
          row(
            .keepRunning, tr("Keep running after the window is closed"),
            tr("With an account, messages go on arriving.")),
          row(
            .startAtLogin, tr("Start at log-in"),
            tr("Without a window, so that messages arrive from the beginning.")),
        ]))
    if let session {
      let page = ArchivePage(session.store)
      archive = page
      column.append(group(tr("Archive"), page.widget))
      let storage = StoragePage(session.store)
      self.storage = storage
      column.append(group(tr("Kept on this device"), storage.widget))
      storage.onNotice = { [weak self] in self?.banner.show($0) }
      page.onDone = { [weak storage] in storage?.load() }
    }
    let scroller = ScrolledWindow(child: column)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.expandsVertically = true
    let layout = Box(.vertical)
    layout.append(banner.widget)
    layout.append(scroller)
    window.child = layout
    let keys = KeyController()
    keys.onPressed { [weak self] event in
      guard event.key == .escape else { return false }
      self?.window.close()
      return true
    }
    window.addController(keys)
  }

  private func group(_ title: String, _ rows: [Widget]) -> Widget {
    let card = Box(.vertical)
    card.addStyle("card")
    for (index, row) in rows.enumerated() {
      if index > 0 { card.append(Separator(.horizontal)) }
      card.append(row)
    }
    return group(title, card)
  }

  private func group(_ title: String, _ card: Widget) -> Widget {
    let heading = Label(title)
    heading.addStyle("heading")
    heading.alignment = 0
    let column = Box(.vertical, spacing: 6)
    column.append(heading)
    column.append(card)
    return column
  }

  private func row(
    _ toggle: AppPreferences.Toggle, _ title: String, _ description: String
  ) -> Widget {
    let control = Switch()
    control.isOn = preferences[toggle]
    control.onChanged { [preferences] in preferences[toggle] = $0 }
    return PreferencesRow.make(title, description, control)
  }

  private func colorSchemeRow() -> Widget {
    let choices = AppPreferences.ColorScheme.allCases
    let control = DropDown(
      choices.map { choice in
        switch choice {
        case .system: tr("As the desktop")
        case .light: tr("Light")
        case .dark: tr("Dark")
        }
      })
    control.selected = choices.firstIndex(of: preferences.colorScheme) ?? 0
    control.onSelected { [preferences] index in
      if choices.indices.contains(index) { preferences.colorScheme = choices[index] }
    }
    return PreferencesRow.make(tr("Colors"), "", control)
  }

  private func historyRow() -> Widget {
    let choices = Self.historyChoices
    let control = DropDown(
      choices.map { days in
        days == 0
          ? tr("Keep for good") : trn("%s day", "%s days", days).filling(String(days))
      })
    control.selected = choices.firstIndex(of: preferences.historyDays) ?? 0
    control.onSelected { [weak self] index in
      if choices.indices.contains(index) { self?.keepHistory(days: choices[index], control) }
    }
    return PreferencesRow.make(
      tr("Keep messages"), tr("Older ones are deleted from this device, not from the server."),
      control)
  }

  /// Keeps less only after the user has seen what goes.
  private func keepHistory(days: Int, _ control: DropDown) {
    guard days != preferences.historyDays else { return }
    guard let session, let limit = HistoryKeeper.limit(days: days, now: .now) else {
      preferences.historyDays = days
      return
    }
    Task { [weak self, preferences] in
      let count = try? await session.store.read { reader throws(StoreError) in
        try reader.messageCount(before: limit)
      }
      guard let count, count > 0 else { return preferences.historyDays = days }
      self?.ask(toDelete: count, days: days, control)
    }
  }

  private func ask(toDelete count: Int, days: Int, _ control: DropDown) {
    let messages = trn("%s message", "%s messages", count).filling(String(count))
    let dialog = ConfirmDialog(
      tr("Delete older messages?"),
      text: tr(
        "%s are older and will be deleted from this device, now and from then on. Notes stay, and so does what the server keeps."
      ).filling(messages),
      confirm: tr("Delete"), over: window)
    dialog.onConfirm = { [preferences] in preferences.historyDays = days }
    dialog.onEnd = { [preferences] in
      control.selected = Self.historyChoices.firstIndex(of: preferences.historyDays) ?? 0
    }
    dialog.present()
  }

  private static let historyChoices = [0, 30, 90, 365]  // days; 0: for good
}
