// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// The list of conversations: who, what was said last and when, what waits to be read or sent.
public final class ConversationList {
  public var widget: Widget { rows.widget }

  /// The user has chosen a conversation.
  public var onSelect: (ConversationID) -> Void = { _ in }
  /// The user has clicked a conversation or pressed Return on it.
  public var onActivate: (ConversationID) -> Void = { _ in }
  /// The menu of a conversation is asked for; the rectangle is its row in ``widget``.
  public var onMenu: (ConversationID, Rectangle) -> Void = { _, _ in }

  /// The accent colour, of badges and of the word "Draft".
  public var tint: Color = Color(Tint.standard) {
    didSet { if tint != oldValue { rows.reload(selection: rows.selection) } }
  }

  /// The picture of whom a conversation is with, asked for when its row is shown; nil while there is
  /// none.
  public var picture: (ConversationSummary, _ side: Int) -> Texture? = { _, _ in nil }

  /// Asks for the pictures of the rows in view again.
  public func refreshPictures() { rows.reload(selection: rows.selection) }

  /// The conversation that is open; selecting another here calls nothing.
  public var selection: ConversationID? {
    didSet { rows.selection = selection.flatMap(index(of:)) }
  }

  /// The conversations as they are shown.
  public private(set) var summaries: [ConversationSummary] = []
  /// The same, where they came in the order of the list: finds one without a search through all.
  private var order: ConversationOrder?

  private let rows: RowList
  private let source: Source
  private let texts: MessageListTexts

  /// In pixels, with the picture and room above and below it.
  static let rowHeight = 64

  /// What a menu of a row hangs on.
  public var anchor: Widget { rows.anchor }

  public init(texts: MessageListTexts = MessageListTexts()) {
    self.texts = texts
    source = Source()
    rows = RowList(source, rowHeight: Self.rowHeight, name: tr("Conversations"))
    source.list = self
    rows.onSelect = { [weak self] index in
      guard let self, summaries.indices.contains(index) else { return }
      let id = summaries[index].id
      selection = id
      onSelect(id)
    }
    rows.onMenu = { [weak self] index, rectangle in
      guard let self, summaries.indices.contains(index) else { return }
      onMenu(summaries[index].id, rectangle)
    }
    rows.onActivate = { [weak self] index in
      guard let self, summaries.indices.contains(index) else { return }
      onActivate(summaries[index].id)
    }
  }

  /// Shows the conversations in this order. The one that is open stays selected.
  public func show(_ order: ConversationOrder) {
    self.order = order
    summaries = order.summaries
    rows.reload(selection: selection.flatMap(index(of:)))
  }

  /// Shows some conversations in an order of one's own, such as what a search has found.
  public func show(inThisOrder summaries: [ConversationSummary]) {
    order = nil
    self.summaries = summaries
    rows.reload(selection: selection.flatMap(index(of:)))
  }

  private func index(of id: ConversationID) -> Int? {
    if let order { return order.index(of: id) }
    return summaries.firstIndex { $0.id == id }
  }

  /// Moves the focus into the list.
  public func focus() { rows.focus() }

  private final class Source: RowListSource {
    weak var list: ConversationList?
    private let states = RowStates<ConversationRow>()

    var count: Int { list?.summaries.count ?? 0 }

    func makeRow() -> Widget { states.makeRow(ConversationRow()) }

    func fill(_ row: Widget, at index: Int) {
      guard let list, list.summaries.indices.contains(index), let state = states[row] else {
        return
      }
      let summary = list.summaries[index]
      state.tint = list.tint
      state.content = list.content(of: summary)
      row.setAccessibleLabel(list.spoken(summary))
    }
  }

  // MARK: Words

  func content(of summary: ConversationSummary) -> ConversationRow.Content {
    var content = ConversationRow.Content()
    content.title = SafeText.line(summary.title)
    content.initials = Initials.of(summary.title)
    content.colorKey = summary.address.isEmpty ? summary.title : summary.address
    let scale = max(widget.scaleFactor, 1)
    content.picture = picture(summary, ConversationRow.pictureSide * scale)
    content.time = summary.lastMessage.map { Self.time(of: $0.time) } ?? ""
    content.isMuted = summary.isMuted(at: .now)
    content.isPinned = summary.isPinned
    content.unread = summary.unreadCount == 0 ? "" : "\(min(summary.unreadCount, 999))"
    content.draftMark = tr("Draft:")
    if let draft = summary.draft, summary.id != selection {
      content.isDraft = true
      content.text = SafeText.line(draft)
    } else {
      content.text = summary.lastMessage.map { excerpt($0, in: summary) } ?? ""
    }
    return content
  }

  /// The time of today, the name of a day within a week, else the date.
  static func time(of time: Timestamp) -> String {
    switch Day(.now).number - Day(time).number {
    case ...0: DateText.format(time.seconds, tr("%H:%M"))
    case 1: tr("Yesterday")
    case 2...6: DateText.format(time.seconds, "%A")
    default: DateText.format(time.seconds, "%x")
    }
  }

  private func excerpt(_ message: Message, in summary: ConversationSummary) -> String {
    let line =
      message.isRetracted
      ? texts.retracted
      : SafeText.excerpt(message.body)
    switch message.sender {
    case .me: return summary.kind == .notes ? line : tr("You: ") + line
    case .other(_, let name):
      return summary.kind == .room ? "\(SafeText.line(name)): \(line)" : line
    }
  }

  func spoken(_ summary: ConversationSummary) -> String {
    var parts = [SafeText.line(summary.title)]
    if summary.unreadCount > 0 {
      parts.append(
        trn("%s unread message", "%s unread messages", summary.unreadCount)
          .filling(String(summary.unreadCount)))
    }
    let content = content(of: summary)
    if !content.text.isEmpty {
      parts.append(content.isDraft ? "\(content.draftMark) \(content.text)" : content.text)
    }
    if !content.time.isEmpty { parts.append(content.time) }
    if content.isPinned { parts.append(tr("pinned")) }
    if content.isMuted { parts.append(tr("muted")) }
    return parts.joined(separator: ", ")
  }
}

extension ConversationSummary {
  /// Whether it makes no noise at that moment.
  public func isMuted(at time: Timestamp) -> Bool { mutedUntil.map { $0 > time } ?? false }
}
