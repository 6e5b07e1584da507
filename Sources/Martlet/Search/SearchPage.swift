// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Ctrl+Shift+F: finds words in all conversations.
final class SearchPage {
  let widget: Widget
  /// A message was chosen among what a search has found.
  var onOpen: (Message, MessageSearch) -> Void = { _, _ in }
  /// Escape was pressed.
  var onLeave: () -> Void = {}
  var onFault: (StoreError) -> Void = { _ in }

  let entry = SearchEntry(placeholder: tr("Search all conversations"))
  let list = SearchResultList()
  let count = Label()
  let indexing = IndexingNote()
  private let backlog: SearchBacklog
  private let stack = Stack()
  private let store: Store
  private var search: MessageSearch?
  private var isWhole = true
  private var searching: Task<Void, Never>?
  private var counting: Task<Void, Never>?

  /// Results that are fetched at a time: some windows full.
  nonisolated private static let page = 50
  /// All that begins with a letter is counted in half a second among a million messages, and the
  /// next search waits for that: whoever types on has not asked for it.
  nonisolated static let countingPause: Duration = .milliseconds(250)

  /// Pixels: that of a conversation on a wide screen.
  private static let width = 720

  private enum Pane {
    static let hints = "hints"
    static let results = "results"
    static let nothing = "nothing"
  }

  init(_ store: Store) {
    self.store = store
    backlog = SearchBacklog(store)
    entry.setAccessibleLabel(tr("Search all conversations"))
    entry.margin(start: 12, end: 12, top: 12, bottom: 6)
    count.alignment = 0
    count.addStyle("dim-label")
    count.addStyle("caption")
    count.margin(start: 18, end: 18, bottom: 4)
    // A screen reader speaks what changes in it.
    let status = Box(.horizontal, role: .status)
    status.append(count)
    stack.add(
      StatusPage(
        icon: "system-search-symbolic", title: tr("Search your messages"),
        text: [
          tr("Words find messages that have all of them."),
          tr(
            "Narrow it down with from:name, in:conversation, before:2024-05, after:2024 or has:link."
          ).replacing(":", with: ":\u{2060}"),  // no line begins behind a colon
        ].joined(separator: "\n")
      ).widget, named: Pane.hints)
    stack.add(
      StatusPage(
        icon: "edit-find-symbolic", title: tr("Nothing found"),
        text: tr("Try fewer words, or only the beginning of one.")
      ).widget, named: Pane.nothing)
    stack.add(list.widget, named: Pane.results)
    stack.expandsVertically = true
    let column = Box(.vertical, role: .search)
    column.setAccessibleLabel(tr("Search all conversations"))
    column.append(entry)
    column.append(status)
    indexing.widget.margin(start: 18, end: 18, bottom: 4)
    column.append(indexing.widget)
    column.append(stack)
    let reading = ReadingColumn(child: column)
    reading.limit = { Self.width }
    widget = reading.widget
    connect()
    show(Pane.hints)
  }

  isolated deinit {
    searching?.cancel()
    counting?.cancel()
  }

  private func connect() {
    entry.onSearchChanged { [weak self] in self?.look() }
    entry.onActivate { [weak self] in self?.list.openSelected() }
    entry.onStop { [weak self] in self?.onLeave() }
    list.onOpen = { [weak self] in
      guard let self, let search else { return }
      onOpen($0.hit.message, search)
    }
    backlog.onChange = { [weak self] isIndexing in
      self?.indexing.isShown = isIndexing
      // What has been indexed meanwhile can be found now.
      if !isIndexing { self?.look() }
    }
    list.onEnd = { [weak self] in self?.fetchMore() }
    let arrows = KeyController(.capture)
    arrows.onPressed { [weak self] event in
      guard event.modifiers.isEmpty else { return false }
      switch event.key {
      case .down: self?.list.move(by: 1)
      case .up: self?.list.move(by: -1)
      default: return false
      }
      return true
    }
    entry.addController(arrows)
    let escape = KeyController()
    escape.onPressed { [weak self] event in
      guard event.key == .escape, event.modifiers.isEmpty else { return false }
      self?.onLeave()
      return true
    }
    widget.addController(escape)
  }

  /// Puts the caret into the field, and selects what stands there.
  func focus() {
    entry.grabFocus()
    entry.selectAll()
  }

  private func show(_ pane: String) {
    if stack.visibleName != pane { stack.visibleName = pane }
    if pane != Pane.results { count.text = "" }
  }

  // MARK: Looking

  private func look() {
    searching?.cancel()
    counting?.cancel()
    let query = SearchQuery(entry.text, isTyping: true)
    guard !query.isEmpty else {
      search = nil
      list.show([])
      return show(Pane.hints)
    }
    backlog.look()
    searching = Task { [weak self, store] in
      do throws(StoreError) {
        let (results, search) = try await store.search { reader throws(StoreError) in
          let (hits, search) = try reader.firstHits(MessageSearch(query), limit: Self.page)
          return (try Self.results(hits, of: search, reader), search)
        }
        guard !Task.isCancelled, let self else { return }
        show(results, of: search)
      } catch {
        guard !Task.isCancelled else { return }
        self?.onFault(error)
      }
    }
  }

  private func show(_ results: [SearchResultList.Result], of search: MessageSearch) {
    self.search = search
    isWhole = results.count < Self.page
    list.show(results)
    show(results.isEmpty ? Pane.nothing : Pane.results)
    guard !results.isEmpty else { return }
    if isWhole { return tell(results.count) }
    count.text = ""
    counting = Task { [weak self, store] in
      do { try await MainLoopClock().sleep(for: Self.countingPause) } catch { return }
      // A count is worth no word when it cannot be had: the results are there.
      guard let total = try? await store.hitCount(search), !Task.isCancelled else { return }
      self?.tell(total)
    }
  }

  private func tell(_ total: Int) {
    count.text = trn("%s message", "%s messages", total).filling(String(total))
  }

  private func fetchMore() {
    guard let search, !isWhole, let last = list.results.last?.hit.place else { return }
    isWhole = true  // until the next page says otherwise
    searching = Task { [weak self, store] in
      do throws(StoreError) {
        let page = try await store.search { reader throws(StoreError) in
          let hits = try reader.hits(search, olderThan: last, limit: Self.page)
          return try Self.results(hits, of: search, reader)
        }
        guard !Task.isCancelled, let self, self.search == search else { return }
        isWhole = page.count < Self.page
        list.add(page)
      } catch {
        guard !Task.isCancelled else { return }
        self?.onFault(error)
      }
    }
  }

  /// What is shown of hits, made beside the main thread.
  nonisolated private static func results(
    _ hits: [SearchHit], of search: MessageSearch, _ reader: StoreReader
  ) throws(StoreError) -> [SearchResultList.Result] {
    let finder = HitFinder(search)
    var conversations: [ConversationID: ConversationSummary] = [:]
    var results: [SearchResultList.Result] = []
    for hit in hits {
      let id = hit.message.conversation
      if conversations[id] == nil { conversations[id] = try reader.summary(of: id) }
      guard let conversation = conversations[id] else { continue }
      results.append(
        SearchResultList.Result(
          hit: hit, conversation: conversation,
          snippet: SearchSnippet(hit.message.body, finder)))
    }
    return results
  }
}
