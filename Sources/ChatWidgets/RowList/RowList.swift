// SPDX-License-Identifier: MIT
public import Gtk

/// What fills a ``RowList``.
public protocol RowListSource: AnyObject {
  /// How many rows there are.
  var count: Int { get }

  /// Makes a row with nothing in it. Rows are kept and filled again as the list scrolls.
  func makeRow() -> Widget

  /// Fills `row`, one that ``makeRow()`` made, with what stands at `index`.
  func fill(_ row: Widget, at index: Int)
}

/// A list of rows of one height of which one is selected, such as the list of conversations.
///
/// It has widgets for the rows that can be seen and no others, so two thousand conversations cost
/// what a dozen cost. The arrow keys move the selection, Return opens it; a click does both.
public final class RowList {
  public let widget: Widget

  /// The row that was opened last; nil for none. Setting it scrolls to it and calls nothing.
  public var selection: Int? {
    get { rows.selection }
    set { rows.select(newValue) }
  }

  /// The user has chosen a row by click, by key or by moving the selection.
  public var onSelect: (Int) -> Void {
    get { rows.onSelect }
    set { rows.onSelect = newValue }
  }

  /// A row was clicked, or Return was pressed on the selected one.
  public var onActivate: (Int) -> Void = { _ in }

  /// The menu of a row is asked for: right click, long press or the Menu key. The rectangle is the
  /// row's in the coordinates of ``widget``.
  public var onMenu: (Int, Rectangle) -> Void = { _, _ in }

  /// What a popover over the list hangs on, with the coordinates of ``widget``. A scrolled window would
  /// not tell it when it needs another size.
  public var anchor: Widget { rowsWidget }

  private let rows: RowListState
  private let rowsWidget: Widget

  /// - Parameters:
  ///   - rowHeight: In pixels at the font size that `rowHeight` was drawn for; it grows with the font.
  ///   - name: What a screen reader calls the list.
  public init(_ source: any RowListSource, rowHeight: Int, name: String) {
    rows = RowListState(source, rowHeight: rowHeight)
    let list = CustomWidget(rows, role: .list, cssName: "rowlist", isScrollable: true)
    list.isFocusable = true
    // A row that is only partly in view would stand over what is beside the list.
    list.clips = true
    list.setAccessibleLabel(name)
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    widget = scroller
    rowsWidget = list
    addControllers(to: list)
  }

  /// Reads the source again. `selection` is where the selected row stands now.
  public func reload(selection: Int?) { rows.reload(selection: selection) }

  /// Reads one row again.
  public func refresh(_ index: Int) { rows.refresh(index) }

  /// Moves the selection, as far as there are rows, for keys that are pressed elsewhere. Calls nothing.
  public func moveSelection(by step: Int) {
    guard rows.count > 0 else { return }
    selection = min(max(0, (selection ?? -1) + step), rows.count - 1)
  }

  /// Puts the focus into the list.
  public func focus() { rowsWidget.grabFocus() }

  /// Row widgets alive, for tests.
  public var liveRows: Int { rows.liveRows }

  private func addControllers(to list: Widget) {
    let click = ClickGesture()
    click.onPressed { [weak self] _, _, y in
      guard let self, let index = rows.index(atY: y) else { return }
      rowsWidget.grabFocus()
      rows.choose(index)
      onActivate(index)
    }
    list.addController(click)
    let secondary = ClickGesture(button: 3)
    secondary.onPressed { [weak self] _, _, y in self?.openMenu(atY: y) }
    list.addController(secondary)
    let press = LongPressGesture()
    press.onPressed { [weak self] _, y in self?.openMenu(atY: y) }
    list.addController(press)
    let keys = KeyController()
    keys.onPressed { [weak self] in self?.handle($0) ?? false }
    list.addController(keys)
  }

  private func openMenu(atY y: Double) {
    if let index = rows.index(atY: y) { onMenu(index, rows.rectangle(of: index)) }
  }

  private func handle(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty || event.key == .menu else { return false }
    let page = max(1, rows.visibleCount - 1)
    switch event.key {
    case .up: rows.move(by: -1)
    case .down: rows.move(by: 1)
    case .pageUp: rows.move(by: -page)
    case .pageDown: rows.move(by: page)
    case .home: rows.move(by: -rows.count)
    case .end: rows.move(by: rows.count)
    case .menu:
      guard let index = rows.selection else { return false }
      onMenu(index, rows.rectangle(of: index))
    default:
      guard event.key.isEnter, let index = rows.selection else { return false }
      onActivate(index)
    }
    return true
  }
}
