// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The widget of the message list: an anchored virtual list.
///
/// Its scroll state is an anchor or "at the end", and every layout starts from it, so nothing that
/// changes elsewhere can move what is being read. The adjustment of the scrolled window is a source
/// of movements only: its value is never set, its bounds slide around it.
final class ListState: WidgetState {
  var source: (any MessageListSource)?
  var slice = MessageSlice()
  /// What the next layout starts from; nil at the end.
  var anchor: ScrollAnchor?
  var style = ListStyle()
  var slots = RowSlots()
  /// The last layout, nil before the first.
  var layout: ListLayout?

  /// Rows are laid out for this width.
  private(set) var width = 0
  /// The height of the viewport without the margin below the last row.
  private(set) var viewport = 0.0
  /// Pixels below the last row at the end.
  private(set) var bottomMargin = 12

  // Scrolling
  var scroll = ScrollInput()
  /// Pixels that a message takes on average; kept while the width and the font are the same.
  var unit = 0.0

  private var fontSerial: UInt32 = 0

  // Changes that wait for the next frame, whatever their number.
  var changes = StoreChange.MessageChanges()

  // Following
  var slide = EndSlide()
  var slideFrame: FrameCallback?
  var animates = true
  /// Whether somebody looks: the window has the focus.
  var isWatched = true { didSet { if isWatched { firstUnseen = nil } } }
  /// Where an unwatched list stops following: the first message that nobody has seen.
  var firstUnseen: MessageID?
  /// A message to go to in the next layout.
  var destination: Destination?
  /// Where an anchor was whose message has been deleted.
  var anchorFallback: MessagePosition?

  var loads = PageLoads()
  /// Messages in a page.
  var pageSize = 60

  /// Called after each layout, with what it shows.
  var onLaidOut: (() -> Void)?

  override var requestMode: SizeRequestMode { .constantSize }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    // What is inside never decides the size: a long word must not widen the window.
    orientation == .horizontal
      ? SizeRequest(minimum: 200, natural: 400) : SizeRequest(minimum: 40, natural: 400)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    if width != self.width {
      self.width = width
      forgetHeights()
    }
    viewport = Double(max(height - bottomMargin, 1))
    trim()
    takeLoadedPages()
    applyChanges()
    let layout = layOut()
    self.layout = layout
    place(layout)
    settle(layout)
    slideBounds(layout)
    prefetch(layout)
    onLaidOut?()
  }

  /// Lays out anew with the next frame.
  ///
  /// Not `queueAllocate()`: GTK then allocates this widget alone, and a row that comes in during that
  /// asks the parents above for a new size. They are not being allocated themselves, so nothing takes
  /// the mark off them again, and GTK 4.8 does not draw what is marked: the list was blank.
  func queueLayout() { widget.queueResize() }

  override func styleChanged() {
    // Called for each hover as well; only a new font makes new heights.
    let serial = widget.fontSerial
    guard serial != fontSerial else { return }
    fontSerial = serial
    forgetHeights()
    queueLayout()
  }

  /// Words, colours or sizes have changed.
  func restyle() {
    slots.forgetContents()
    forgetHeights()
    queueLayout()
  }

  private func forgetHeights() {
    slice.forgetHeights()
    unit = 0
  }

  /// A row asks to be measured again.
  func rowChanged(_ slot: RowSlot) {
    guard let id = slot.row?.id, let row = slice.index(of: id) else { return }
    slice.forgetHeight(ofRow: row)
    queueLayout()
  }

  override func mapped() {
    // Changes that came while there was no frame to wait for.
    queueLayout()
  }

  override func adjustmentsChanged() { watchAdjustment() }

  override func dispose() {
    source?.onChange = nil
    source = nil
    slideFrame?.stop()
    loads.cancel()
    slots.clear()
  }
}
