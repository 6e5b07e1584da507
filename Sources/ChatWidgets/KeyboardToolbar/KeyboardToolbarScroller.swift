// SPDX-License-Identifier: MIT
import Gtk

/// The middle of a toolbar: scrolls when it has more than room, and fades out where it goes on.
final class KeyboardToolbarScroller {
  let root: Overlay
  private let window = ScrolledWindow()
  private let startFade = Box(.horizontal)
  private let endFade = Box(.horizontal)

  /// Pixels at the default font that a step of the wheel goes: about one item.
  private static let wheelStep = 44.0
  /// Narrow, so that the ring of a focused item at the edge is still seen.
  static let fadeWidth = 12.0

  init(child: Widget, sheet: StyleSheet) {
    window.child = child
    window.isFocusable = false
    // No scroll bar: the items go along by wheel, finger, or with the focus.
    window.setPolicy(horizontal: .external, vertical: .never)
    window.propagateNatural(width: true, height: true)
    root = Overlay(child: window)
    root.expandsHorizontally = true
    for (fade, name, end) in [(startFade, "start", Align.start), (endFade, "end", .end)] {
      fade.addStyle("keyboard-toolbar-fade", name)
      fade.align(horizontal: end)
      // The sheet's hairline goes on above and below.
      fade.margin(top: 1, bottom: 1)
      fade.canTarget = false
      fade.isVisible = false
      sheet.apply(to: fade)
      root.add(fade)
    }
    let adjustment = window.horizontalAdjustment
    adjustment.on("changed") { [weak self] _ in self?.updateFades() }
    adjustment.onValueChanged { [weak self] in self?.updateFades() }
    let wheel = ScrollController(vertical: true)
    // Before the scrolled window, which has no use for a vertical wheel but to stop it.
    wheel.phase = .capture
    wheel.onScroll { [weak self] _, dy in self?.scroll(by: dy) ?? false }
    window.addController(wheel)
  }

  /// Whether there is more than room.
  var overflows: Bool {
    let adjustment = window.horizontalAdjustment
    return adjustment.upper > adjustment.pageSize + 0.5
  }

  var adjustment: Adjustment { window.horizontalAdjustment }

  func setFadeWidth(_ width: Int) {
    for fade in [startFade, endFade] { fade.requestSize(width: width) }
  }

  private func scroll(by steps: Double) -> Bool {
    guard overflows, steps != 0 else { return false }
    adjustment.value += (window.isRightToLeft ? -steps : steps) * Self.wheelStep
    return true
  }

  private func updateFades() {
    // The adjustment counts from the left in both directions of text.
    let left = adjustment.value > 0.5
    let right = adjustment.value + adjustment.pageSize < adjustment.upper - 0.5
    let mirrored = window.isRightToLeft
    startFade.isVisible = mirrored ? right : left
    endFade.isVisible = mirrored ? left : right
  }
}
