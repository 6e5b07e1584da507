// SPDX-License-Identifier: MIT
import Gtk

/// The scrolled content of a ``RowList``.
final class RowListState: WidgetState {
  private(set) var selection: Int?
  var onSelect: (Int) -> Void = { _ in }

  private let source: any RowListSource
  private let designHeight: Int
  /// The rows that are shown, by index.
  private var shown: [Int: Widget] = [:]
  /// Rows that were shown, for use again.
  private var spare: [Widget] = []
  private var height = 0
  private var valueHandler: SignalHandler?
  /// The index to bring into view at the next layout.
  private var target: Int?

  /// The size of the font, in pixels, at which a row has its design height.
  private static let designFontHeight = 18

  init(_ source: any RowListSource, rowHeight: Int) {
    self.source = source
    designHeight = rowHeight
  }

  var count: Int { source.count }
  var liveRows: Int { shown.count + spare.count }
  var visibleCount: Int { max(1, height / max(1, rowHeight)) }

  /// The height of a row at the present font.
  private lazy var rowHeight = measuredRowHeight

  private var measuredRowHeight: Int {
    let line = TextLayout(for: widget, text: "Ag").size.height
    return max(designHeight, designHeight * line / Self.designFontHeight)
  }

  // MARK: Content

  func reload(selection: Int?) {
    self.selection = selection.flatMap { $0 < source.count ? $0 : nil }
    for (index, row) in shown {
      if index < source.count { fill(row, at: index) } else { retire(row, at: index) }
    }
    guard hasWidget else { return }
    selectionChanged()
    prepareRows()
    widget.queueAllocate()
  }

  /// Makes the rows that the next layout needs. A new child asks for a layout itself; made in the
  /// middle of one, it could leave those around the list without their place for a frame.
  private func prepareRows() {
    let needed = min(count, height / max(1, rowHeight) + 2)
    while liveRows < needed {
      let row = source.makeRow()
      row.setParent(widget)
      row.isChildVisible = false
      spare.append(row)
    }
  }

  func refresh(_ index: Int) {
    if let row = shown[index] { fill(row, at: index) }
  }

  private func fill(_ row: Widget, at index: Int) {
    source.fill(row, at: index)
    row.setStyle("selected", index == selection)
    row.setAccessiblePosition(index + 1, of: source.count)
    row.setAccessibleSelected(index == selection)
    // A class that no rule names changes nothing that GTK would draw again for.
    row.queueDraw()
  }

  // MARK: Selection

  func select(_ index: Int?) {
    let old = selection
    selection = index.flatMap { (0..<source.count).contains($0) ? $0 : nil }
    for index in [old, selection] { if let index { refresh(index) } }
    target = selection
    guard hasWidget else { return }
    selectionChanged()
    widget.queueAllocate()
  }

  /// The focus shows on the selected row; without one, on the list.
  private func selectionChanged() { widget.setStyle("unselected", selection == nil) }

  /// As ``select(_:)``, and tells of it.
  func choose(_ index: Int) {
    select(index)
    onSelect(index)
  }

  func move(by rows: Int) {
    guard count > 0 else { return }
    let next = min(max(0, (selection ?? (rows > 0 ? -1 : count)) + rows), count - 1)
    if next != selection { choose(next) }
  }

  func index(atY y: Double) -> Int? {
    guard rowHeight > 0 else { return nil }
    let index = Int(y + (verticalAdjustment?.value ?? 0)) / rowHeight
    return (0..<count).contains(index) ? index : nil
  }

  func rectangle(of index: Int) -> Rectangle {
    Rectangle(
      x: 0, y: index * rowHeight - Int(verticalAdjustment?.value ?? 0),
      width: hasWidget ? widget.width : 0, height: rowHeight)
  }

  // MARK: Layout

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    switch orientation {
    // Names are cut with an ellipsis: what is in a row never makes the window wider.
    case .horizontal: SizeRequest(minimum: 0, natural: 0)
    case .vertical: SizeRequest(minimum: 0, natural: rowHeight * min(count, 100))
    }
  }

  override func adjustmentsChanged() {
    valueHandler?.disconnect()
    valueHandler = verticalAdjustment?.onValueChanged { [weak self] in
      guard let self, hasWidget else { return }
      widget.queueAllocate()
    }
  }

  override func styleChanged() { fontMayHaveChanged() }
  override func systemSettingsChanged() { fontMayHaveChanged() }

  private func fontMayHaveChanged() {
    let height = measuredRowHeight
    guard height != rowHeight else { return }
    // What stood at the top stays there.
    let value = (verticalAdjustment?.value ?? 0) * Double(height) / Double(max(1, rowHeight))
    rowHeight = height
    verticalAdjustment?.value = value
    widget.queueResize()
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    self.height = height
    configureAdjustment()
    let value = Int((verticalAdjustment?.value ?? 0).rounded())
    let first = max(0, value / rowHeight)
    let last = min(count, (value + height + rowHeight - 1) / rowHeight)
    let visible = first..<max(first, last)
    for (index, row) in shown where !visible.contains(index) { retire(row, at: index) }
    for index in visible {
      row(at: index).allocate(
        Rectangle(x: 0, y: index * rowHeight - value, width: width, height: rowHeight))
    }
  }

  private func configureAdjustment() {
    guard let adjustment = verticalAdjustment else { return }
    var value = adjustment.value
    if let target {
      let top = Double(target * rowHeight)
      value = min(max(value, top + Double(rowHeight - height)), top)
      self.target = nil
    }
    let configure = {
      adjustment.configure(
        value: value, upper: Double(self.count * self.rowHeight), pageSize: Double(self.height),
        step: Double(self.rowHeight))
    }
    // The change is part of this layout; it must not ask for another.
    if let valueHandler { valueHandler.whileBlocked(configure) } else { configure() }
  }

  private func row(at index: Int) -> Widget {
    if let row = shown[index] { return row }
    let row: Widget
    if let kept = spare.popLast() {
      row = kept
      row.isChildVisible = true
    } else {
      row = source.makeRow()
      row.setParent(widget)
    }
    shown[index] = row
    fill(row, at: index)
    // A child must have been measured before it is given a place.
    _ = row.measure(.vertical)
    return row
  }

  private func retire(_ row: Widget, at index: Int) {
    shown[index] = nil
    row.isChildVisible = false
    spare.append(row)
  }

  override func dispose() {
    valueHandler?.disconnect()
    valueHandler = nil
    shown = [:]
    spare = []
  }
}
