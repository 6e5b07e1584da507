// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The face of the send button: an arrow in a circle.
final class SendGlyph: WidgetState {
  /// The circle's diameter at the default font, in pixels.
  static let diameter = 34.0
  /// The arrow's share of the circle.
  private static let arrowShare = 18.0 / 34.0
  /// Microseconds that the colour takes to change.
  private static let fadeDuration = 150_000.0
  /// Grey at 40 %: "not yet", not "broken".
  private static let idle = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.4)

  let arrow = Image(icon: "martlet-send-symbolic")
  private(set) var shown = SendGlyph.idle
  private var fade: (from: Color, start: Int64)?
  private var frames: FrameCallback?

  var tint: Color {
    didSet { if tint != oldValue { colorChanged() } }
  }

  /// Whether the button can be pressed.
  var isReady = false {
    didSet { if isReady != oldValue { colorChanged() } }
  }

  /// Draws a line around it, in place of the grey too.
  var isHighContrast = false {
    didSet {
      guard isHighContrast != oldValue, hasWidget else { return }
      styleArrow()
      widget.queueDraw()
    }
  }

  init(tint: Color) {
    self.tint = tint
    super.init()
    arrow.setAccessibleHidden(true)
  }

  func attach() {
    arrow.setParent(widget)
    shown = target
    styleArrow()
  }

  override func dispose() { frames?.stop() }

  /// The diameter for the font of `widget`. It is 34 at the font that desktops come with, 10 points
  /// as GTK has it or 11 as GNOME has it, and follows larger and smaller fonts.
  static func diameter(for fontSize: Double) -> Int {
    let points = fontSize * 72 / 96
    guard points > 0 else { return Int(diameter) }
    let scale = points > 11 ? points / 11 : min(points / 10, 1)
    return Int((diameter * scale).rounded())
  }

  private var circle: Int { Self.diameter(for: widget.fontSize) }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: circle, natural: circle)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let side = Int((Double(circle) * Self.arrowShare).rounded())
    arrow.setPixelSize(side)
    _ = arrow.measure(.horizontal)
    arrow.allocate(
      Rectangle(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side))
  }

  override func snapshot(_ snapshot: Snapshot) {
    let side = circle
    let bounds = Rectangle(
      x: (widget.width - side) / 2, y: (widget.height - side) / 2, width: side, height: side)
    snapshot.still(scale: widget.scaleFactor) { snapshot in
      let isOutlined = isHighContrast && !isReady
      if !isOutlined { snapshot.fill(bounds, radius: Double(side) / 2, shown) }
      if isHighContrast {
        snapshot.stroke(
          bounds, radius: Double(side) / 2, width: isOutlined ? 2 : 1, widget.foreground)
      }
      snapshotChildren(snapshot)
    }
  }

  override func systemSettingsChanged() { widget.queueResize() }

  private var target: Color { isReady ? tint : Self.idle }

  private func colorChanged() {
    guard hasWidget else { return }
    styleArrow()
    guard Settings.default?.animates ?? false, widget.isMapped else {
      frames?.stop()
      fade = nil
      shown = target
      widget.queueDraw()
      return
    }
    fade = (shown, 0)
    guard frames?.isRunning != true else { return }
    frames = widget.onFrame { [weak self] now in self?.step(now) ?? false }
  }

  private func step(_ now: Int64) -> Bool {
    guard var fade else { return false }
    if fade.start == 0 { fade.start = now }
    let progress = min(Double(now - fade.start) / Self.fadeDuration, 1)
    // Ease out: fast first, as an answer to what was done.
    shown = fade.from.mixed(with: target, 1 - (1 - progress) * (1 - progress))
    self.fade = progress < 1 ? fade : nil
    widget.queueDraw()
    return progress < 1
  }

  private func styleArrow() {
    let isOutlined = isHighContrast && !isReady
    let isBlack = isReady && Tint(tint).glyph == .black
    arrow.setStyle("on-light", isBlack && !isOutlined)
    arrow.setStyle("on-dark", !isBlack && !isOutlined)
  }
}
