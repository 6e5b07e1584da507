// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// Messages that were found, the newest first, with the conversations they stand in.
public final class SearchResultList {
  /// A message with what is shown of it.
  nonisolated public struct Result: Equatable, Sendable {
    public var hit: SearchHit
    public var conversation: ConversationSummary
    public var snippet: SearchSnippet

    public init(hit: SearchHit, conversation: ConversationSummary, snippet: SearchSnippet) {
      self.hit = hit
      self.conversation = conversation
      self.snippet = snippet
    }
  }

  public var widget: Widget { rows.widget }
  /// A result was clicked, or Return was pressed on it.
  public var onOpen: (Result) -> Void = { _ in }
  /// The last result can be seen: are there more?
  public var onEnd: () -> Void = {}

  public private(set) var results: [Result] = []

  private let rows: RowList
  private let source = Source()
  private let texts: MessageListTexts

  static let rowHeight = 60

  public init(texts: MessageListTexts = MessageListTexts()) {
    self.texts = texts
    rows = RowList(source, rowHeight: Self.rowHeight, name: tr("Messages found"))
    source.list = self
    rows.onActivate = { [weak self] in self?.open($0) }
  }

  /// Shows these and no others.
  public func show(_ results: [Result]) {
    self.results = results
    rows.reload(selection: results.isEmpty ? nil : 0)
    rows.selection = results.isEmpty ? nil : 0
  }

  /// Adds the next page.
  public func add(_ page: [Result]) {
    results += page
    rows.reload(selection: rows.selection)
  }

  public func focus() { rows.focus() }

  /// Moves the selection, for keys that are pressed elsewhere.
  public func move(by step: Int) { rows.moveSelection(by: step) }

  /// Opens the selected result.
  public func openSelected() { rows.selection.map(open) }

  private func open(_ index: Int) {
    if results.indices.contains(index) { onOpen(results[index]) }
  }

  // MARK: Rows

  private final class Source: RowListSource {
    weak var list: SearchResultList?
    private let states = RowStates<SearchResultRow>()

    var count: Int { list?.results.count ?? 0 }

    func makeRow() -> Widget { states.makeRow(SearchResultRow()) }

    func fill(_ row: Widget, at index: Int) {
      guard let list, list.results.indices.contains(index), let state = states[row] else { return }
      let result = list.results[index]
      state.content = list.content(of: result)
      row.setAccessibleLabel(list.spoken(result))
      // A layout must not change the list.
      if index == list.results.count - 1 { MainLoop.whenIdle { [weak list] in list?.onEnd() } }
    }
  }

  func content(of result: Result) -> SearchResultRow.Content {
    var content = SearchResultRow.Content()
    content.title = SafeText.line(result.conversation.title)
    content.time = ConversationList.time(of: result.hit.message.time)
    content.snippet = result.snippet
    switch result.hit.message.sender {
    case .me: content.sender = result.conversation.kind == .notes ? "" : tr("You: ")
    case .other(_, let name):
      if result.conversation.kind == .room { content.sender = SafeText.line(name) + ": " }
    }
    return content
  }

  private func spoken(_ result: Result) -> String {
    let content = content(of: result)
    let words = texts.spoken(
      result.hit.message.sender, result.snippet.text, result.conversation.kind == .room)
    return [content.title, words, content.time].joined(separator: ", ")
  }
}
