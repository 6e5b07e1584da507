// SPDX-License-Identifier: MIT
public import Gtk

/// The bar above a conversation that finds words in it.
///
/// Enter and the arrow that points up go to older hits, with Shift to newer ones; Escape leaves.
public final class FindBar {
  public let widget: Widget

  /// What is looked for has changed, and has rested for a moment.
  public var onQuery: (String) -> Void = { _ in }
  /// To the next older hit, or to the next newer one.
  public var onStep: (_ older: Bool) -> Void = { _ in }
  /// Escape was pressed: back to where one was.
  public var onLeave: () -> Void = {}
  /// The bar was closed, to stay where one is now.
  public var onClose: () -> Void = {}

  /// What the bar tells beside the field.
  public enum Status: Equatable {
    case nothingAsked
    /// A hit by its number; how many there are is nil until that is known.
    case hit(Int, of: Int?)
    case nothingFound
  }

  public var status = Status.nothingAsked {
    didSet { if status != oldValue { showStatus() } }
  }

  /// Whether there are older messages that cannot be found yet; the bar says so.
  public var isIndexing: Bool {
    get { indexing.isShown }
    set { indexing.isShown = newValue }
  }

  /// A phone has no room for more words.
  let entry = SearchEntry(placeholder: tr("Find"))
  let count = Label()
  let older = Button(icon: "go-up-symbolic", name: tr("Older hit"))
  let newer = Button(icon: "go-down-symbolic", name: tr("Newer hit"))
  let close = Button(icon: "window-close-symbolic", name: tr("Close, and stay here"))
  let indexing = IndexingNote()
  /// What keeps the bar to a width that can be read.
  public let column: ReadingColumn
  private let revealer: Revealer

  public init() {
    WidgetResources.install()
    let rows = Box(.vertical, spacing: 2, role: .search)
    rows.setAccessibleLabel(tr("Find in this conversation"))
    let row = Box(.horizontal, spacing: 4)
    entry.expandsHorizontally = true
    entry.setAccessibleLabel(tr("Find in this conversation"))
    row.append(entry)
    // A screen reader speaks what changes in it.
    let status = Box(.horizontal, role: .status)
    count.addStyle("find-count")
    status.append(count)
    row.append(status)
    for button in [older, newer, close] {
      button.hasFrame = false
      row.append(button)
    }
    rows.append(row)
    rows.append(indexing.widget)
    column = ReadingColumn(child: rows)
    column.widget.addStyle("find-bar")
    revealer = Revealer(.slideDown, child: column.widget)
    revealer.setDuration(milliseconds: 120)
    revealer.isVisible = false
    widget = revealer
    connect()
    showStatus()
  }

  private func connect() {
    entry.onSearchChanged { [weak self] in
      guard let self, isShown else { return }
      onQuery(entry.text)
    }
    entry.onActivate { [weak self] in self?.onStep(true) }
    entry.onStop { [weak self] in self?.onLeave() }
    older.onClicked { [weak self] in self?.onStep(true) }
    newer.onClicked { [weak self] in self?.onStep(false) }
    close.onClicked { [weak self] in self?.onClose() }
    let keys = KeyController(.capture)
    keys.onPressed { [weak self] event in
      // The entry itself takes Enter without Shift, after the input method.
      guard let self, event.key.isEnter, event.modifiers == .shift else { return false }
      onStep(false)
      return true
    }
    entry.addController(keys)
    let escape = KeyController()
    escape.onPressed { [weak self] event in
      guard event.key == .escape, event.modifiers.isEmpty else { return false }
      self?.onLeave()
      return true
    }
    revealer.addController(escape)
  }

  /// Whether the bar is there.
  public private(set) var isShown = false

  public var query: String {
    get { entry.text }
    set { entry.text = newValue }
  }

  /// Shows the bar with the caret in its field, and what stands there selected.
  public func show() {
    isShown = true
    revealer.isVisible = true
    revealer.isRevealed = true
    entry.grabFocus()
    entry.selectAll()
  }

  public func hide() {
    isShown = false
    revealer.isRevealed = false
    revealer.isVisible = false
  }

  private func showStatus() {
    var hasHits = false
    switch status {
    case .nothingAsked: count.text = ""
    // TRANSLATORS: On a phone it takes its room from the field beside it: as short as can be.
    case .nothingFound: count.text = tr("No hits")
    case .hit(let number, let total):
      hasHits = true
      // TRANSLATORS: The number of a hit and how many there are: "3 of 120".
      count.text = tr("%s of %s").filling(String(number), total.map(String.init) ?? "…")
    }
    older.isSensitive = hasHits
    newer.isSensitive = hasHits
  }
}
