// SPDX-License-Identifier: MIT
import CGtk

/// Reacts to events of the widget it is added to.
open class EventController: Object {
  /// When it sees an event: on the way down to the target, at the target, or on the way up.
  public enum Phase {
    case none, capture, bubble, target

    var gtk: GtkPropagationPhase {
      switch self {
      case .none: GTK_PHASE_NONE
      case .capture: GTK_PHASE_CAPTURE
      case .bubble: GTK_PHASE_BUBBLE
      case .target: GTK_PHASE_TARGET
      }
    }
  }

  public final var phase: Phase {
    get {
      switch gtk_event_controller_get_propagation_phase(pointer()) {
      case GTK_PHASE_CAPTURE: .capture
      case GTK_PHASE_BUBBLE: .bubble
      case GTK_PHASE_TARGET: .target
      default: .none
      }
    }
    set { gtk_event_controller_set_propagation_phase(pointer(), newValue.gtk) }
  }

  /// The modifiers held at the event that is being handled.
  public final var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(pointer()).rawValue)
      .intersection(.all)
  }
}

extension EventController {
  /// Whether the event that is being handled comes from a finger on the screen.
  public final var isTouch: Bool {
    gtk_event_controller_get_current_event_device(pointer()).map {
      gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN
    } ?? false
  }
}

/// Tells when the focus comes to a widget or its children, and when it leaves.
public final class FocusController: EventController {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_event_controller_focus_new())) }
  public func onEnter(_ body: @escaping () -> Void) { on("enter") { _ in body() } }
  public func onLeave(_ body: @escaping () -> Void) { on("leave") { _ in body() } }
  public var containsFocus: Bool { gtk_event_controller_focus_contains_focus(pointer()) != 0 }
}

/// Tells where the pointer is.
public final class MotionController: EventController {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_event_controller_motion_new())) }
  public func onEnter(_ body: @escaping () -> Void) { on("enter") { _ in body() } }
  public func onLeave(_ body: @escaping () -> Void) { on("leave") { _ in body() } }
  public func onMoved(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
    on("motion") { body($0.double(0), $0.double(1)) }
  }
}

/// Scrolling by wheel or touchpad.
public final class ScrollController: EventController {
  public init(vertical: Bool = true, horizontal: Bool = false, kinetic: Bool = false) {
    var flags: UInt32 = 0
    if vertical { flags |= GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue }
    if horizontal { flags |= GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL.rawValue }
    if kinetic { flags |= GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue }
    super.init(
      adopting: UnsafeMutableRawPointer(
        gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: flags))))
  }

  @discardableResult
  public func onScroll(_ body: @escaping (_ dx: Double, _ dy: Double) -> Bool) -> SignalHandler {
    onHandled("scroll") { body($0.double(0), $0.double(1)) }
  }
}

/// Presses of a pointer button or a finger.
public final class ClickGesture: EventController {
  /// `button` 0 means any, 1 the primary, 3 the secondary.
  public init(button: UInt32 = 1) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_gesture_click_new()))
    gtk_gesture_single_set_button(pointer(), button)
  }

  public func onPressed(_ body: @escaping (_ presses: Int, _ x: Double, _ y: Double) -> Void) {
    on("pressed") { body($0.int(0), $0.double(1), $0.double(2)) }
  }

  public func onReleased(_ body: @escaping (_ presses: Int, _ x: Double, _ y: Double) -> Void) {
    on("released") { body($0.int(0), $0.double(1), $0.double(2)) }
  }

  /// Takes the sequence for itself; other gestures drop it.
  public func claim() { gtk_gesture_set_state(pointer(), GTK_EVENT_SEQUENCE_CLAIMED) }
  public func deny() { gtk_gesture_set_state(pointer(), GTK_EVENT_SEQUENCE_DENIED) }
}

/// A press that is held.
public final class LongPressGesture: EventController {
  public init(touchOnly: Bool = true) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_gesture_long_press_new()))
    gtk_gesture_single_set_touch_only(pointer(), touchOnly ? 1 : 0)
  }

  public func onPressed(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
    on("pressed") { body($0.double(0), $0.double(1)) }
  }
}

/// A press that moves.
public final class DragGesture: EventController {
  public init(button: UInt32 = 1) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_gesture_drag_new()))
    gtk_gesture_single_set_button(pointer(), button)
  }

  public func onBegin(_ body: @escaping (_ x: Double, _ y: Double) -> Void) {
    on("drag-begin") { body($0.double(0), $0.double(1)) }
  }

  /// `dx` and `dy` count from where the drag began.
  public func onUpdate(_ body: @escaping (_ dx: Double, _ dy: Double) -> Void) {
    on("drag-update") { body($0.double(0), $0.double(1)) }
  }

  public func onEnd(_ body: @escaping (_ dx: Double, _ dy: Double) -> Void) {
    on("drag-end") { body($0.double(0), $0.double(1)) }
  }

  public func claim() { gtk_gesture_set_state(pointer(), GTK_EVENT_SEQUENCE_CLAIMED) }
  public func deny() { gtk_gesture_set_state(pointer(), GTK_EVENT_SEQUENCE_DENIED) }
}

/// A finger that is moved over the screen and lifted while it moves. The mouse is not taken for one.
public final class SwipeGesture: EventController {
  public init() {
    super.init(adopting: UnsafeMutableRawPointer(gtk_gesture_swipe_new()))
    gtk_gesture_single_set_touch_only(pointer(), 1)
  }

  /// Velocities in pixels a second, positive to the right and downwards.
  public func onSwipe(_ body: @escaping (_ velocityX: Double, _ velocityY: Double) -> Void) {
    on("swipe") { body($0.double(0), $0.double(1)) }
  }
}
