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

  /// Rows are laid out for this width, which is that of the column, and begin so far inside.
  private(set) var width = 0
  private(set) var inset = 0
  /// The height of the viewport without the margin below the last row.
  private(set) var viewport = 0.0
  /// Pixels below the last row at the end.
  private(set) var bottomMargin = 12

  // Scrolling
  var scroll = ScrollInput()
  /// Pixels that a message takes on average; kept while the width and the font are the same.
  var unit = 0.0

  private var fontSerial: UInt32 = 0
  private var metrics: (serial: UInt32, BubbleMetrics)?
  /// Whether something has happened since the last layout.
  var needsUpdate = true
  var ticker: FrameCallback?
  var ordering: Scheduled?

  // Changes that wait for the next frame, whatever their number.
  var changes = StoreChange.MessageChanges()
  /// Messages whose rows need another height though the messages are the same.
  var resized: Set<MessageID> = []

  // Following
  var slide = EndSlide()
  var animates = true
  /// Whether somebody looks: the window has the focus.
  var isWatched = true {
    didSet {
      guard isWatched != oldValue, isWatched else { return }
      firstUnseen = nil
      // What is on the screen is seen now.
      requestUpdate()
    }
  }
  /// Where an unwatched list stops following: the first message that nobody has seen.
  var firstUnseen: MessageID?
  /// A message to go to in the next layout.
  var destination: Destination?
  /// Where an anchor was whose message has been deleted.
  var anchorFallback: MessagePosition?

  // Reading
  var selection: ListSelection?
  var isInSelectionMode = false
  var lastFocused: MessageID?
  var reading = ListReading()
  var flash = JumpFlash()
  /// Where jumps began.
  var returns: [ScrollAnchor] = []
  /// Called when a message has been seen that is newer than all that were.
  var onDisplayed: ((Message) -> Void)?

  // What the list is asked for
  var actions = MessageActions()
  /// Called for a message that is too long for a row.
  var onShowAll: ((Message) -> Void)?
  var onEarlierTexts: ((Message, [EarlierText]) -> Void)?
  var onLink: ((Link, _ place: Rectangle) -> Void)?
  var onMenu: ((_ x: Double, _ y: Double) -> Void)?
  var onSelectionChanged: (() -> Void)?

  var loads = PageLoads()
  /// Messages in a page.
  var pageSize = 60

  /// Called after each layout, with what it shows.
  var onLaidOut: (() -> Void)?
  var onColumnWidthChanged: (() -> Void)?

  override init() {
    super.init()
    slots.host = self
    slots.onHeightChanged = { [weak self] in self?.rowChanged($0) }
  }

  override var requestMode: SizeRequestMode { .constantSize }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    // What is inside never decides the size: a long word must not widen the window.
    orientation == .horizontal
      ? SizeRequest(minimum: 200, natural: 400) : SizeRequest(minimum: 40, natural: 400)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let viewport = Double(max(height - bottomMargin, 1))
    let column = min(width, columnWidth)
    let isSameSize = column == self.width && viewport == self.viewport
    if column != self.width {
      self.width = column
      forgetHeights()
    }
    inset = ReadingColumn.inset(column, in: width)
    self.viewport = viewport
    let made = slots.made
    if !isSameSize || needsUpdate || layout == nil { prepare() }
    if let layout { place(layout) }
    if slots.made > made, widget.isMapped { finishLayoutLater() }
    onLaidOut?()
  }

  override func snapshot(_ snapshot: Snapshot) { drawRows(snapshot) }

  override func styleChanged() {
    // Called for each hover as well; only a new font makes new heights.
    let serial = widget.fontSerial
    guard serial != fontSerial else { return }
    fontSerial = serial
    let metrics = metrics?.1
    // Pictures are there in the size of the text.
    if let metrics, metrics != currentMetrics { slots.forgetContents() }
    forgetHeights()
    requestUpdate()
    onColumnWidthChanged?()
  }

  /// The most pixels that rows are wide.
  var columnWidth: Int { currentMetrics.columnWidth }

  /// Device pixels of a picture beside a bubble.
  var pictureSide: Int { currentMetrics.avatar * max(widget.scaleFactor, 1) }

  private var currentMetrics: BubbleMetrics {
    let serial = widget.fontSerial
    if let metrics, metrics.serial == serial { return metrics.1 }
    let new = BubbleMetrics(lineHeight: TextLayout(for: widget, text: "X").size.height)
    metrics = (serial, new)
    return new
  }

  /// Words, colours or sizes have changed.
  func restyle() {
    slots.forgetContents()
    forgetHeights()
    requestUpdate()
  }

  private func forgetHeights() {
    slice.forgetHeights()
    unit = 0
  }

  /// A row asks to be measured again.
  func rowChanged(_ slot: RowSlot) {
    // Where the whole list is measured again, nothing is left to do.
    guard let shown = slot.row, let row = slice.index(of: shown.id),
      slice.height(ofRow: row) != nil
    else { return }
    slice.forgetHeight(ofRow: row)
    if case .message(let message, _) = shown { resized.insert(message.id) }
    requestUpdate()
  }

  override func directionChanged() { restyle() }

  // MARK: Focus

  override func grabFocus() -> Bool { focusEntry() }

  /// The list is one stop of Tab, with the buttons of the row that has the focus after it.
  override func focus(_ direction: FocusDirection) -> Bool {
    // A menu over the list is a child of it, and moves the focus within itself.
    if isFocusInPopover { return defaultFocus(direction) }
    guard focusedMessage != nil else { return focusEntry() }
    guard direction == .forward || direction == .backward else { return false }
    guard let focused = focusedMessage, let slot = slots.live[.message(focused)] else {
      return false
    }
    return slot.widget.moveFocus(forward: direction == .forward)
  }

  // Changes that came while there was no frame to wait for.
  override func mapped() { requestUpdate() }

  override func adjustmentsChanged() { watchAdjustment() }

  override func dispose() {
    source?.onChange = nil
    source = nil
    ticker?.stop()
    ordering?.cancel()
    loads.cancel()
    slots.clear()
  }
}
