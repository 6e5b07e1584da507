// SPDX-License-Identifier: MIT
import Gtk

/// The button over the list that goes to the newest message, with the number of those that came.
final class JumpButton {
  let widget: Widget
  let badge = Label()
  let frame: CustomWidget<FlattenedState>
  private let revealer: Revealer
  private let button: Button
  private var count = 0

  var onPressed: (() -> Void)?

  init() {
    badge.addStyle("badge")
    badge.isVisible = false
    badge.canTarget = false
    badge.align(horizontal: .end, vertical: .start)
    button = Button(child: Image(icon: "go-down-symbolic"), name: tr("Go to the newest message"))
    button.addStyle("circular")
    button.align(horizontal: .center, vertical: .end)
    let overlay = Overlay(child: button)
    overlay.add(badge)
    frame = FlattenedState.frame(around: overlay)
    revealer = Revealer(.crossfade, child: frame)
    revealer.setDuration(milliseconds: 150)
    revealer.canTarget = false
    revealer.align(horizontal: .end, vertical: .end)
    revealer.addStyle("jump-to-end")
    widget = revealer
    button.onClicked { [weak self] in self?.onPressed?() }
  }

  func update(isShown: Bool, count: Int) {
    if revealer.isRevealed != isShown {
      revealer.isRevealed = isShown
      // Hidden, it must neither take clicks nor be walked to.
      revealer.canTarget = isShown
      button.canFocus = isShown
    }
    guard count != self.count else { return }
    self.count = count
    badge.isVisible = count > 0
    badge.text = count > 999 ? "999+" : "\(count)"
    button.setAccessibleDescription(
      count > 0 ? trn("%s new message", "%s new messages", count).filling("\(count)") : "")
  }
}

/// The button beside it that goes back to where a jump began.
final class BackButton {
  let widget: Widget
  private let revealer: Revealer
  private let button: Button

  var onPressed: (() -> Void)?

  init() {
    button = Button(icon: "go-previous-symbolic", name: tr("Back to where you were"))
    button.addStyle("circular")
    revealer = Revealer(.crossfade, child: FlattenedState.frame(around: button))
    revealer.setDuration(milliseconds: 150)
    revealer.canTarget = false
    revealer.align(horizontal: .start, vertical: .end)
    revealer.addStyle("jump-to-end")
    widget = revealer
    button.onClicked { [weak self] in self?.onPressed?() }
  }

  var isShown: Bool {
    get { revealer.isRevealed }
    set {
      guard newValue != revealer.isRevealed else { return }
      revealer.isRevealed = newValue
      revealer.canTarget = newValue
      button.canFocus = newValue
    }
  }
}
