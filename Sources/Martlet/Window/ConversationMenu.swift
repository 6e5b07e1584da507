// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// The menu of a conversation in the side list: right click, long press, Menu key.
final class ConversationMenu {
  /// Tells the user what went wrong, or what was done where it cannot be seen, in a sentence.
  var onNotice: (String) -> Void = { _ in }
  var onDetails: (ConversationSummary) -> Void = { _ in }

  private let session: Session
  private let deletion: ConversationDeletion
  private let files: ArchiveFiles
  private let anchor: Widget
  private let group = ActionGroup()
  private var popover: MenuPopover?
  /// What had the keyboard before the menu.
  private var focus: Widget?
  private var summary: ConversationSummary?

  private static let hour: Int64 = 3_600_000_000  // microseconds

  /// - Parameter anchor: What it hangs on; places are in its coordinates.
  init(_ session: Session, anchor: Widget) {
    self.session = session
    self.anchor = anchor
    deletion = ConversationDeletion(session.store)
    files = ArchiveFiles(session.store)
    deletion.onFault = { [weak self] in self?.onNotice($0) }
    files.onDone = { [weak self] in self?.onNotice($0) }
    add("pin") { store, summary async throws(StoreError) in
      try await store.setPinned(!summary.isPinned, summary.id)
    }
    add("mute-hour") { store, summary async throws(StoreError) in
      let until = Timestamp(microseconds: Timestamp.now.microseconds + Self.hour)
      try await store.setMuted(until: until, summary.id)
    }
    add("mute-day") { store, summary async throws(StoreError) in
      let until = Timestamp(microseconds: Timestamp.now.microseconds + 24 * Self.hour)
      try await store.setMuted(until: until, summary.id)
    }
    add("mute-forever") { store, summary async throws(StoreError) in
      try await store.setMuted(until: Timestamp(microseconds: .max), summary.id)
    }
    add("unmute") { store, summary async throws(StoreError) in
      try await store.setMuted(until: nil, summary.id)
    }
    for attention in ["everything", "mentions", "nothing"] {
      add("notify-\(attention)") { store, summary async throws(StoreError) in
        try await store.setValue(attention, for: Notifier.attentionKey, of: summary.id)
      }
    }
    group.add(
      Action("delete") { [weak self] in
        if let self, let summary { deletion.ask(summary, over: self.anchor.window) }
      })
    for form in ConversationDocument.allCases {
      group.add(
        Action("export-\(form.rawValue)") { [weak self] in
          guard let self, let summary else { return }
          files.export(summary, as: form, over: self.anchor.window)
        })
    }
    group.add(
      Action("details") { [weak self] in
        if let self, let summary { onDetails(summary) }
      })
    anchor.insertActionGroup(group, prefix: "chat")
  }

  private func add(
    _ name: String,
    _ body: @escaping @MainActor (Store, ConversationSummary) async throws(StoreError) -> Void
  ) {
    group.add(
      Action(name) { [weak self] in
        guard let self, let summary else { return }
        change { [store = session.store] () async throws(StoreError) in
          try await body(store, summary)
        }
      })
  }

  private func change(_ body: @escaping () async throws(StoreError) -> Void) {
    Task { [weak self] in
      do throws(StoreError) {
        try await body()
      } catch {
        self?.onNotice(StoreFault(error).sentence)
      }
    }
  }

  // MARK: Showing

  func popUp(for summary: ConversationSummary, at rectangle: Rectangle) {
    self.summary = summary
    popover?.unparent()
    let popover = MenuPopover(model(for: summary))
    popover.setParent(anchor)
    popover.hasArrow = false
    popover.point(to: rectangle)
    popover.onClosed { [weak self] in
      // The item that was chosen still runs after this.
      MainLoop.whenIdle { self?.close(popover) }
    }
    self.popover = popover
    focus = anchor.window?.focus
    popover.popUp()
  }

  private func close(_ closed: MenuPopover) {
    guard closed == popover else { return }
    // GTK leaves the keyboard to what the menu hangs on, where it does nothing, or to nobody. What
    // was chosen may have taken it elsewhere.
    let isWithMenu = anchor.window?.focus.map { $0 == anchor || $0.isInside(closed) } ?? true
    closed.unparent()
    if isWithMenu { focus?.grabFocus() }
    focus = nil
    popover = nil
  }

  func model(for summary: ConversationSummary) -> Menu {
    let menu = Menu()
    let first = Menu().add(
      summary.isPinned ? tr("_Unpin") : tr("_Pin to the Top"), action: "chat.pin")
    if summary.kind == .direct { first.add(tr("_Contact…"), action: "chat.details") }
    menu.add(section: first)
    if summary.kind != .notes {
      let quiet = Menu()
      if summary.isMuted(at: .now) {
        quiet.add(tr("_Unmute"), action: "chat.unmute")
      } else {
        let times = Menu().add(tr("For an _Hour"), action: "chat.mute-hour")
          .add(tr("For a _Day"), action: "chat.mute-day")
          .add(tr("For _Good"), action: "chat.mute-forever")
        quiet.add(submenu: times, label: tr("_Mute"))
      }
      let kinds = Menu().add(tr("Of _Every Message"), action: "chat.notify-everything")
        .add(tr("Only When I Am _Named"), action: "chat.notify-mentions")
        .add(tr("_Never"), action: "chat.notify-nothing")
      quiet.add(submenu: kinds, label: tr("_Notify Me"))
      menu.add(section: quiet)
    }
    let forms = Menu().add(tr("As a _Web Page…"), action: "chat.export-html")
      .add(tr("As _Text…"), action: "chat.export-text")
    let last = Menu()
    last.add(submenu: forms, label: tr("_Export"))
    if summary.kind != .notes { last.add(tr("_Delete…"), action: "chat.delete") }
    menu.add(section: last)
    return menu
  }
}
