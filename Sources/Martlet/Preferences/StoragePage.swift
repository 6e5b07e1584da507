// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// How much each conversation keeps on this device, the one with the most first, and what can be
/// done about it.
final class StoragePage {
  let widget = Box(.vertical)
  /// Tells what went wrong, or what was done, in a sentence.
  var onNotice: (String) -> Void = { _ in }

  private let store: Store
  private let files: ArchiveFiles
  private let deletion: ConversationDeletion
  private let actions = ActionGroup()
  private var loading: Task<Void, Never>?
  private var summaries: [ConversationID: ConversationSummary] = [:]
  private var limit = StoragePage.step

  /// So many rows are shown, and so many more at each wish.
  private static let step = 10

  init(_ store: Store) {
    self.store = store
    files = ArchiveFiles(store)
    deletion = ConversationDeletion(store)
    widget.addStyle("card")
    widget.append(row(tr("Counting…"), ""))
    files.onDone = { [weak self] in self?.onNotice($0) }
    deletion.onFault = { [weak self] in self?.onNotice($0) }
    deletion.onDeleted = { [weak self] _ in self?.load() }
    addActions()
    load()
  }

  isolated deinit { loading?.cancel() }

  private func addActions() {
    for form in ConversationDocument.allCases {
      add("export-\(form.rawValue)") { page, summary in
        page.files.export(summary, as: form, over: page.widget.window)
      }
    }
    add("delete") { page, summary in
      page.deletion.ask(summary, over: page.widget.window)
    }
    widget.insertActionGroup(actions, prefix: "storage")
  }

  private func add(
    _ name: String, _ body: @escaping (StoragePage, ConversationSummary) -> Void
  ) {
    actions.add(
      Action(
        name,
        text: { [weak self] number in
          guard let self, let id = Int64(number).map(ConversationID.init(rawValue:)),
            let summary = summaries[id]
          else { return }
          body(self, summary)
        }))
  }

  /// Counts anew.
  func load() {
    loading?.cancel()
    loading = Task { [weak self, store] in
      let found = try? await store.read { reader throws(StoreError) in
        (try reader.storageUse(), try reader.summaries())
      }
      guard !Task.isCancelled, let (uses, summaries) = found else { return }
      self?.summaries = Dictionary(
        summaries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      self?.show(uses)
    }
  }

  private func show(_ uses: [StorageUse]) {
    let hadFocus = widget.window?.focus?.isInside(widget) ?? false
    for child in widget.children { widget.remove(child) }
    for use in uses.prefix(limit) {
      guard let summary = summaries[use.conversation] else { continue }
      let title = SafeText.line(summary.title)
      append(row(title, words(use.messages, use.bytes), menu(of: summary, title: title)))
    }
    let rest = uses.dropFirst(limit)
    if !rest.isEmpty { append(rowOfRest(rest, of: uses)) }
    if uses.isEmpty { append(row(tr("Nothing is kept yet"), "")) }
    if hadFocus { widget.moveFocus(forward: true) }
  }

  private func rowOfRest(_ rest: ArraySlice<StorageUse>, of uses: [StorageUse]) -> Widget {
    let name = trn("%s more conversation", "%s more conversations", rest.count)
      .filling(String(rest.count))
    let more = Button(label: tr("Show More"))
    more.onClicked { [weak self] in
      self?.limit += Self.step
      self?.show(uses)
    }
    return row(
      name, words(rest.map(\.messages).reduce(0, +), rest.map(\.bytes).reduce(0, +)), more)
  }

  private func append(_ row: Widget) {
    if widget.firstChild != nil { widget.append(Separator(.horizontal)) }
    widget.append(row)
  }

  private func words(_ messages: Int, _ bytes: Int) -> String {
    trn("%s message", "%s messages", messages).filling(String(messages)) + " · "
      + FileNames.size(Int64(bytes))
  }

  private func menu(of summary: ConversationSummary, title: String) -> Widget {
    let number = String(summary.id.rawValue)
    let menu = Menu()
    menu.add(
      section: Menu()
        .add(tr("Export as a _Web Page…"), action: "storage.export-html", text: number)
        .add(tr("Export as _Text…"), action: "storage.export-text", text: number))
    if summary.kind != .notes {
      menu.add(section: Menu().add(tr("_Delete…"), action: "storage.delete", text: number))
    }
    let button = MenuButton(
      icon: "view-more-symbolic", name: tr("What to do with %s").filling(title))
    button.setMenu(menu)
    button.hasFrame = false
    return button
  }

  private func row(_ name: String, _ value: String, _ control: Widget? = nil) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    row.margin(start: 12, end: 12, top: 6, bottom: 6)
    let words = Box(.vertical, spacing: 2)
    words.align(vertical: .center)
    words.expandsHorizontally = true
    let title = Label(name)
    title.alignment = 0
    title.ellipsize()
    words.append(title)
    if !value.isEmpty {
      let size = Label(value)
      size.alignment = 0
      size.ellipsize()
      size.addStyle("dim-label", "caption")
      words.append(size)
    }
    row.append(words)
    if let control {
      control.align(vertical: .center)
      row.append(control)
    }
    return row
  }
}
