// SPDX-License-Identifier: MIT
public import Gtk

/// Puts the on-screen keyboard away when a list is dragged.
///
/// ```swift
/// let dismissal = KeyboardDismissal(list.widget, keyboard: keyboard, mode: .interactive)
/// ```
///
/// It lives as long as it is kept.
@MainActor public final class KeyboardDismissal {
  private let list: Widget
  private let keyboard: OnScreenKeyboard
  private let touch = TouchController()
  private var drag: KeyboardDismissDrag

  public var mode: KeyboardDismissMode {
    get { drag.mode }
    set { drag.mode = newValue }
  }

  public init(_ list: Widget, keyboard: OnScreenKeyboard, mode: KeyboardDismissMode = .interactive)
  {
    self.list = list
    self.keyboard = keyboard
    drag = KeyboardDismissDrag(mode)
    touch.onTouch { [weak self] in self?.touched($0, $1, $2) }
    list.addController(touch)
  }

  isolated deinit { list.removeController(touch) }

  func touched(_ phase: TouchController.Phase, _ x: Double, _ y: Double) {
    switch phase {
    case .began: drag.began(x: x, y: y)
    case .moved:
      // Without a keyboard there is nothing to leave the field for.
      if keyboard.isVisible, drag.moved(x: x, y: y, height: Double(list.height)) {
        keyboard.dismiss(from: list)
      }
    case .ended: drag.ended()
    }
  }
}

extension OnScreenKeyboard {
  /// Hides the keyboard and leaves the field, so that it does not come up again by itself.
  ///
  /// - Parameter widget: Any in the window of the field.
  public func dismiss(from widget: Widget) {
    widget.window?.focus = nil
    hide()
  }
}
