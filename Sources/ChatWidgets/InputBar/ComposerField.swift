// SPDX-License-Identifier: MIT
import Gtk

/// The text field of the input bar: exactly as tall as its text needs from one to five lines on the
/// screen, scrolling inside beyond that.
///
/// GTK lays a text out bit by bit and tells of a new height when it comes to it, and an automatic
/// scroll bar asks for 46 pixels even where the line has 20. So the field reads the lines itself
/// (``TextView/firstLines(_:)``), gives the scrolled window no bar while all of the text fits, and
/// keeps the text at its top then: a scroll that GTK had begun towards the caret would otherwise
/// leave the first line hidden.
final class ComposerField: WidgetState {
  /// More lines scroll inside.
  static let maximumLines = 5
  /// The room between the border and the text, in pixels.
  ///
  /// That above and below does not scroll: the field shows five whole lines then, wherever the text
  /// is scrolled to, and the last one has its room below.
  static let padding = (horizontal: 14, vertical: 8)
  /// Of the room below, what scrolls. GTK rounds the height of a paragraph, and the place and the
  /// height of the caret: added up, the caret may end a pixel below the text. Without room for that,
  /// each key begins a scroll to where nothing is, and the next key waits for its frames. It is not
  /// seen while the text scrolls: GTK scrolls to the end of the caret, and in a view that is a pixel
  /// higher than its lines the last pixels of one more would stand above the first.
  private static let roundingRoom = 1
  /// Below this height a scroll bar does not fit.
  private static let leastHeightWithScrollBar = 64

  let textView = TextView()
  private let scroller = ScrolledWindow()
  private let placeholderLabel = Label()
  let caret: TypingCaret
  private var isComposing = false
  /// The size at the last allocation.
  private var size = (width: -1, height: -1)
  private var overflows = false
  private var paragraphs = 0
  private var characters = 0
  private var bufferHandlers: [(TextBuffer, SignalHandler)] = []

  /// Whether GTK has laid out all of a text that fits, so that it knows its exact height.
  private var isLaidOut = false
  /// What the last measure said.
  private var answer = 0

  /// A scroll to restore once the text that it belongs to is laid out.
  private var pendingScroll: Double?
  /// Whether a line has come or gone since the last allocation, in a text that scrolls. GTK takes no
  /// new range while it scrolls, and would go no further than the line before.
  private var followsCaret = false
  private var caretSearch: Scheduled?

  override init() {
    caret = TypingCaret(textView)
    super.init()
    textView.wrapByWordOrCharacter()
    textView.acceptsTab = false
    textView.setFreeTextPurpose()
    textView.inputHints = [.spellCheck, .wordCompletion, .uppercaseSentences, .emoji]
    textView.setInnerMargins(
      start: Self.padding.horizontal, end: Self.padding.horizontal, top: 0,
      bottom: Self.roundingRoom)
    textView.setAccessibleMultiLine(true)
    textView.setAccessibleDescription(
      tr("Shows up to {count} lines, then scrolls")
        .replacing("{count}", with: String(Self.maximumLines)))
    textView.onPreeditChanged { [weak self] preedit in
      self?.caret.stop()
      self?.isLaidOut = false
      self?.isComposing = !preedit.isEmpty
      self?.updatePlaceholder()
    }
    scroller.child = textView
    showBar(false)
    scroller.propagateNatural(width: false, height: false)
    placeholderLabel.ellipsize()
    placeholderLabel.alignment = 0
    placeholderLabel.canTarget = false
    placeholderLabel.addStyle("placeholder")
    placeholderLabel.setAccessibleHidden(true)
    adjustment.onValueChanged { [weak self] in self?.scrolledAt = MainLoop.now }
    watchBuffer()
  }

  /// Puts the children into the widget; to be called once it exists.
  func attach() {
    scroller.setParent(widget)
    placeholderLabel.setParent(widget)
    widget.setCursor("text")
    textView.onFocusChanged { [weak self] in self?.focusChanged($0) }
    let click = ClickGesture()
    click.onPressed { [weak self] _, x, y in self?.pressedBeside(x: x, y: y) }
    widget.addController(click)
  }

  /// A press between the border and the text goes to the nearest line.
  private func pressedBeside(x: Double, y: Double) {
    guard y < Double(Self.padding.vertical) || y >= Double(size.height - Self.padding.vertical)
    else { return }
    textView.grabFocus()
    let row = min(max(Int(y) - Self.padding.vertical, 0), textView.height - 1)
    buffer.caret = textView.offset(x: Int(x), y: row)
  }

  // MARK: Focus

  /// What the ring around the focused field is drawn in, if it can be seen; else a shade of it.
  var tint = Color(red: 0, green: 0, blue: 0) {
    didSet { forgetRing() }
  }

  private(set) var isFocused = false
  private var ringColor: Color?

  private func forgetRing() {
    ringColor = nil
    if hasWidget { widget.queueDraw() }
  }

  private func focusChanged(_ isFocused: Bool) {
    self.isFocused = isFocused
    caret.isFocused = isFocused
    widget.queueDraw()
  }

  /// 3 : 1 against what is inside and around (WCAG 2.1, 1.4.11); with high contrast 7 : 1, or it would
  /// stand out less than the border that it takes the place of.
  private var readableTint: Color {
    let ratio = isHighContrast ? 7.0 : 3
    let around = widget.namedColor("theme_bg_color") ?? .white
    return tint.readable(on: ground(of: widget), ratio: ratio).readable(on: around, ratio: ratio)
  }

  /// A solid border in place of a thin grey one.
  var isHighContrast = false {
    didSet { if isHighContrast != oldValue { forgetRing() } }
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshotChildren(snapshot)
    if caret.isActive, let room = textView.bounds(in: widget) {
      caret.draw(in: snapshot, room: room)
    }
  }

  /// What is drawn behind it, by the bar.
  var frame: FieldFrame {
    let widget = widget
    return FieldFrame(
      ground: ground(of: widget), border: border(of: widget), thickness: isFocused ? 2 : 1)
  }

  /// Looking a colour up by its name takes longer than all else that is drawn here.
  private var groundColor: Color?

  private func ground(of widget: Widget) -> Color {
    let color = groundColor ?? widget.namedColor("theme_base_color") ?? .white
    groundColor = color
    return color
  }

  private func border(of widget: Widget) -> Color {
    guard isFocused else {
      return isHighContrast ? widget.foreground : widget.foreground.opacity(0.15)
    }
    let color = ringColor ?? readableTint
    ringColor = color
    return color
  }

  override func dispose() {
    caretSearch?.cancel()
    unwatchBuffer()
  }

  // MARK: Content

  var placeholder: String {
    get { placeholderLabel.text }
    set {
      placeholderLabel.text = newValue
      textView.setAccessibleLabel(newValue)
      textView.setAccessiblePlaceholder(newValue)
    }
  }

  var buffer: TextBuffer { textView.buffer }

  /// Where the text is in the field.
  var adjustment: Adjustment { scroller.verticalAdjustment }

  /// How far the text is scrolled, in pixels.
  var scroll: Double { overflows ? adjustment.value : 0 }

  /// Shows another text. What the input method has half composed must have been dealt with before.
  func show(_ buffer: TextBuffer, scroll: Double) {
    unwatchBuffer()
    textView.buffer = buffer
    watchBuffer()
    pendingScroll = scroll
    updatePlaceholder()
    if hasWidget { widget.queueResize() }
  }

  private func watchBuffer() {
    isLaidOut = false
    let buffer = buffer
    (paragraphs, characters) = (buffer.paragraphCount, buffer.length)
    bufferHandlers = [
      buffer.onChanged { [weak self] in self?.textChanged() },
      buffer.onUserAction { [weak self] in self?.caret.userActed() },
      buffer.onSelectionMoved { [weak self] in self?.caret.stop() },
    ].map { (buffer, $0) }
  }

  private func unwatchBuffer() {
    caret.stop()
    for (_, handler) in bufferHandlers { handler.disconnect() }
    bufferHandlers = []
  }

  /// The view asks for a new size when a line that it shows changes its height. It does not know
  /// of lines that come or go outside of what it shows.
  private func textChanged() {
    caret.textChanged()
    isLaidOut = false
    let buffer = buffer
    let (oldParagraphs, oldCharacters) = (paragraphs, characters)
    (paragraphs, characters) = (buffer.paragraphCount, buffer.length)
    if (oldCharacters == 0) != (characters == 0) { updatePlaceholder() }
    // Keys that come while a frame is made are dealt with right before its layout, and then a view
    // that keeps its size would lay out its new text only while it is painted: too late for the scroll
    // bar, which is painted after it. So it is while the text scrolls, when it takes no new range for
    // the bar. For other keys GTK does it before the frame, and there a layout of the whole window,
    // with what GTK asks the X server for it, takes longer than the text.
    let isInPlace = characters > oldCharacters && paragraphs == oldParagraphs
    if overflows, MainLoop.isAtFrame || isScrolling || !isInPlace { textView.queueAllocate() }
    guard hasWidget, paragraphs != oldParagraphs || (overflows && characters < oldCharacters)
    else { return }
    followsCaret = overflows && textView.hasFocus
    widget.queueResize()
    lookForCaretLater()
  }

  /// Where lines come faster than GTK scrolls to them, the last one may be in no range that it knew of.
  private func lookForCaretLater() {
    caretSearch?.cancel()
    caretSearch = MainLoop.after(.milliseconds(300)) { [weak self] in self?.lookForCaret() }
  }

  private func lookForCaret() {
    guard hasWidget, overflows, textView.hasFocus else { return }
    let caret = textView.inView(textView.rectangle(at: buffer.caret))
    // Further away is where the user has scrolled to meanwhile.
    let missing = caret.y + caret.height - textView.height
    guard missing > 0, missing <= 2 * caret.height else { return }
    followsCaret = true
    widget.queueResize()
  }

  /// Whether the text has just moved, and may be moving.
  private var isScrolling: Bool { MainLoop.now - scrolledAt < Self.longestScroll }
  private var scrolledAt: Int64 = -longestScroll
  /// Microseconds; GTK takes 200 ms to scroll to the caret.
  private static let longestScroll: Int64 = 400_000

  private func updatePlaceholder() {
    placeholderLabel.isVisible = buffer.isEmpty && !isComposing
  }

  // MARK: Size

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    switch orientation {
    case .horizontal:
      // Never the text's own width: a long word must not widen the window.
      let request = scroller.measure(.horizontal)
      let least = max(request.minimum, 2 * Self.padding.horizontal + 32)
      return SizeRequest(minimum: least, natural: least)
    case .vertical:
      answer = need.height
      return SizeRequest(minimum: min(oneLine, answer), natural: answer)
    }
  }

  /// The height of the field with one line of text.
  var oneLine: Int {
    // Rounded as GTK rounds it for a paragraph.
    Int(TextLayout(for: textView, text: "X").exactHeight.rounded()) + 2 * Self.padding.vertical
  }

  /// The height for the text as it is, at the width of the last allocation.
  private var need: (height: Int, fits: Bool) {
    let lines = textView.firstLines(Self.maximumLines)
    let height = lines.height + 2 * Self.padding.vertical
    guard lines.isAll else { return (height, false) }
    guard isLaidOut else { return (height, true) }
    return (textView.measure(.vertical).natural + Self.fixedRoom, true)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    _ = scroller.measure(.horizontal)
    let isNewSize = size != (width, height)
    if width != size.width {
      isLaidOut = false
      place(width: width, height: height)
    }
    var need = need
    // GTK may be scrolling towards the caret. While it does, it takes no new range for the
    // adjustment; and where all of the text fits now, it would go on to hide the first line.
    if need.fits {
      adjustment.value = 0
    } else if isNewSize || followsCaret {
      adjustment.value = adjustment.value
    }
    if need.fits {
      // With room for all of it GTK lays out all of it.
      place(width: width, height: max(height, need.height) + oneLine)
      textView.layOutVisibleLines()
      isLaidOut = true
      need = self.need
    }
    overflows = need.height > height || !need.fits
    let hasBar = overflows && height >= Self.leastHeightWithScrollBar
    showBar(hasBar)
    place(width: width, height: height)
    if overflows, isNewSize { textView.layOutVisibleLines() }
    // The parent asks again after it has given this size; a cached answer would be the old one.
    if need.height != answer || size.width != width { widget.queueResize() }
    size = (width, height)
    placePlaceholder(width: width, height: height)
    restoreScroll(isNewSize: isNewSize)
  }

  private func restoreScroll(isNewSize: Bool) {
    let scroll = pendingScroll
    pendingScroll = nil
    defer { followsCaret = false }
    guard overflows else { return }
    if let scroll {
      // GTK lets nobody scroll to where it has laid nothing out yet: with room for all that is above,
      // it does.
      place(width: size.width, height: size.height + Int(scroll))
      textView.layOutVisibleLines()
      place(width: size.width, height: size.height)
      adjustment.value = scroll
    } else if isNewSize || followsCaret {
      textView.scrollToCaret()
    }
    // The scroll bar has moved, and who queues an allocation from within one is not heard.
    place(width: size.width, height: size.height)
  }

  private func showBar(_ isShown: Bool) {
    scroller.setPolicy(horizontal: .never, vertical: isShown ? .automatic : .external)
    // A bar that lies over the text fades for a second after each new line, even where it is not
    // shown, and while something fades a key has to wait for the next frame: 9 ms instead of 1.5.
    scroller.overlaysBars = isShown
  }

  /// The room above and below that does not scroll.
  private static var fixedRoom: Int { 2 * padding.vertical - roundingRoom }

  private func place(width: Int, height: Int) {
    _ = scroller.measure(.vertical, for: width)
    let inner = max(0, height - Self.fixedRoom - (overflows ? Self.roundingRoom : 0))
    scroller.allocate(Rectangle(x: 0, y: Self.padding.vertical, width: width, height: inner))
  }

  private func placePlaceholder(width: Int, height: Int) {
    guard placeholderLabel.isVisible else { return }
    let inner = max(0, width - 2 * Self.padding.horizontal)
    let needs = placeholderLabel.measure(.vertical, for: inner)
    placeholderLabel.allocate(
      Rectangle(
        x: Self.padding.horizontal, y: Self.padding.vertical, width: inner,
        height: needs.natural))
  }

  override func styleChanged() {
    isLaidOut = false
    groundColor = nil
    caret.styleChanged()
    forgetRing()
  }

  override func systemSettingsChanged() {
    isLaidOut = false
    caret.styleChanged()
  }

  override func grabFocus() -> Bool { textView.grabFocus() }
}
