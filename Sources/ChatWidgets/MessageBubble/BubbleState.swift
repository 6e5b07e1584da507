// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// One message on the screen: name, picture, bubble, text, time and marks, drawn by itself.
///
/// Text is laid out with Pango directly: a label would cost a widget more and measure each text
/// several times, and selection could not go on from one message into the next.
final class BubbleState: RowState {
  private(set) var content: BubbleContent?
  private(set) var style = ListStyle()
  private(set) var metrics = BubbleMetrics(lineHeight: 20)
  private(set) var geometry: BubbleGeometry?

  // What is laid out; made when it is needed.
  private(set) var text: TextLayout?
  private(set) var meta: TextLayout?
  private(set) var name: TextLayout?
  private(set) var initials: TextLayout?
  private(set) var quote: QuoteLayout?
  private(set) var reactions: ReactionLayout?
  private var parts = BubbleGeometry.Parts()
  private var width = -1

  private(set) var more: Button?
  private var moreLabel: Label?
  private(set) var footer: FailureFooter?

  /// Bytes of the shown text.
  var selection: Range<Int>? {
    didSet { if selection != oldValue { widget.queueDraw() } }
  }
  /// Where what is looked for stands in the shown text; nil until that is asked.
  private(set) var hits: [Range<Int>]?
  /// 1 … 0: how strongly it is pointed out after a jump.
  var flash = 0.0 {
    didSet { if flash != oldValue { widget.queueDraw() } }
  }

  // MARK: Content

  /// Marks what is looked for.
  func mark(_ finder: HitFinder?) {
    style.finder = finder
    hits = nil
    widget.queueDraw()
  }

  /// Looked for when it is painted: most bubbles are laid out and never seen.
  func findHits() -> [Range<Int>] {
    if let hits { return hits }
    let found = content.flatMap { style.finder?.ranges(in: $0.text.shown) } ?? []
    hits = found
    return found
  }

  override func show(_ row: TimelineRow, _ style: ListStyle) {
    guard case .message(let message, let group) = row else { return }
    let fold = style.expanded.contains(message.id) ? TextFold.expanded : .folded
    show(BubbleContent(message, group, style, fold: fold), style)
  }

  func show(_ content: BubbleContent, _ style: ListStyle) {
    var content = content
    content.shape.isRightToLeft = widget.isRightToLeft
    self.style = style
    hits = nil
    guard content != self.content else { return widget.queueDraw() }
    if content.message != self.content?.message { (selection, flash) = (nil, 0) }
    self.content = content
    widget.setAccessibleLabel(content.spoken)
    widget.setAccessibleDescription(content.spokenDetails)
    updateChildren(content)
    layOutAgain()
  }

  private func updateChildren(_ content: BubbleContent) {
    if content.text.isCut {
      let button = more ?? makeMoreButton()
      button.isChildVisible = true
    } else {
      more?.isChildVisible = false
    }
    if let failure = content.failure {
      let footer = footer ?? makeFooter()
      footer.show(failure)
      footer.widget.isChildVisible = true
    } else {
      footer?.widget.isChildVisible = false
    }
  }

  private func makeMoreButton() -> Button {
    let label = Label(tr("Show more"))
    let button = Button(child: label, name: tr("Show more"))
    button.hasFrame = false
    button.addStyle("show-more")
    button.onClicked { [weak self] in
      guard let self, let message = self.content?.message else { return }
      self.host?.showMore(of: message)
    }
    button.setParent(widget)
    (more, moreLabel) = (button, label)
    return button
  }

  private func makeFooter() -> FailureFooter {
    let footer = FailureFooter { [weak self] in
      guard let self, let message = self.content?.message else { return }
      self.host?.retry(message)
    } onDelete: { [weak self] in
      guard let self, let message = self.content?.message else { return }
      self.host?.delete(message)
    }
    footer.widget.setParent(widget)
    self.footer = footer
    return footer
  }

  override func layOutAgain() {
    (text, meta, name, initials, quote, reactions) = (nil, nil, nil, nil, nil, nil)
    width = -1
    geometry = nil
    content?.shape.isRightToLeft = widget.isRightToLeft
    widget.queueDraw()
  }

  override func dispose() { (more, moreLabel, footer) = (nil, nil, nil) }

  override func snapshot(_ snapshot: Snapshot) {
    layOut(widget.width)
    paint(snapshot)
    snapshotChildren(snapshot)
  }

  // MARK: Size

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    if isListRow { return SizeRequest(minimum: 0, natural: 0) }
    if orientation == .horizontal {
      return SizeRequest(minimum: 2 * metrics.freeSide, natural: metrics.maximumWidth)
    }
    let height = height(for: size > 0 ? size : metrics.maximumWidth)
    return SizeRequest(minimum: height, natural: height)
  }

  override func height(for width: Int) -> Int {
    layOut(width)
    return geometry?.height ?? 1
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    layOut(width)
    guard let geometry else { return }
    if let more, let place = geometry.button { more.allocate(place) }
    if let footer, let place = geometry.footer { footer.widget.allocate(place) }
  }

  func layOut(_ width: Int) {
    guard let content, width != self.width || geometry == nil else { return }
    self.width = width
    let text = text ?? makeLayouts(content)
    let limit = BubbleGeometry.textWidth(row: width, content.shape, metrics)
    text.wrap(at: limit)
    var lines = text.lines
    let textWidth = lines.map(\.rectangle.width).max() ?? 0
    if lines.contains(where: { $0.rectangle.x > 0 }) {
      // Lines from right to left stand at the end of the width; make that the end of the text.
      text.wrap(at: textWidth)
      lines = text.lines
    }
    parts.textWidth = textWidth
    parts.textHeight = text.size.height
    parts.lastLineWidth = lines.last?.rectangle.width ?? 0
    parts.lastBaseline = lines.last?.baseline ?? 0
    parts.lastLineEndsAtStart =
      lines.last.map { $0.isRightToLeft != content.shape.isRightToLeft } ?? false
    name?.wrap(at: limit)
    if let quote {
      (parts.quoteWidth, parts.quoteHeight) = quote.fit(in: limit + 2 * metrics.quoteOutdent)
    }
    if let footer, content.failure != nil {
      parts.footerHeight = footer.height(for: width - 2 * metrics.margin)
    }
    geometry = BubbleGeometry(width: width, parts, content.shape, metrics)
    // The list gives a place to the row; its children are given theirs then.
    if more != nil || footer != nil { widget.queueAllocate() }
  }

  private func makeLayouts(_ content: BubbleContent) -> TextLayout {
    noteFont()
    let text = TextLayout(for: widget, text: content.text.shown)
    text.align(.start)
    let probe = TextLayout(for: widget, text: "X")
    metrics = BubbleMetrics(lineHeight: probe.size.height)
    parts = BubbleGeometry.Parts()
    if content.shape.isBare {
      let attributes = TextAttributes()
      attributes.add(.scale(2.6))
      text.setAttributes(attributes)
    } else {
      text.setAttributes(content.text.attributes())
    }
    self.text = text
    if !content.meta.isEmpty || content.mark != nil {
      let meta = small(content.meta, .tabularFigures)
      self.meta = meta
      let size = meta.size
      parts.metaWidth = size.width
      if let mark = content.mark { parts.metaWidth += metrics.markGap + width(of: mark) }
      parts.metaHeight = max(size.height, metrics.mark)
      parts.metaBaseline = meta.baseline
    }
    if let shown = content.name {
      let name = small(shown, .weight(600))
      name.ellipsize()
      self.name = name
      parts.nameHeight = name.size.height
    }
    if let shown = content.quote { quote = QuoteLayout(shown, metrics, small) }
    if !content.reactions.isEmpty {
      let chips = ReactionLayout(content.reactions, metrics, small)
      reactions = chips
      (parts.chips, parts.chipHeight) = (chips.widths, chips.height)
    }
    if let avatar = content.avatar { initials = small(avatar.initials, .weight(600)) }
    if let more, content.text.isCut {
      paintMoreButton()
      parts.buttonWidth = more.measure(.horizontal).natural
      parts.buttonHeight = more.measure(.vertical, for: parts.buttonWidth).natural
    }
    return text
  }

  /// The button stands on the bubble's colour, which no style sheet knows.
  private func paintMoreButton() {
    guard let content else { return }
    let attributes = TextAttributes()
    attributes.add(.weight(600))
    attributes.add(
      .foreground(BubbleColors(content, style, foreground: widget.foreground).text))
    moreLabel?.setAttributes(attributes)
  }

  private func small(_ text: String, _ style: TextAttributes.Style) -> TextLayout {
    let layout = TextLayout(for: widget, text: text)
    let attributes = TextAttributes()
    attributes.add(.scale(BubbleMetrics.smallScale))
    attributes.add(style)
    layout.setAttributes(attributes)
    return layout
  }

  func width(of mark: DeliveryMark) -> Int {
    Int((Double(metrics.mark) * mark.aspect).rounded(.up))
  }
}
