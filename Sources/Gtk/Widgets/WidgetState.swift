// SPDX-License-Identifier: MIT
import CGtk

/// How the size of a custom widget in one direction depends on the other.
public enum SizeRequestMode {
  case constantSize, heightForWidth, widthForHeight

  var gtk: GtkSizeRequestMode {
    switch self {
    case .constantSize: GTK_SIZE_REQUEST_CONSTANT_SIZE
    case .heightForWidth: GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
    case .widthForHeight: GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
    }
  }
}

/// What a widget of our own is and does: its measure, its place for children, its drawing.
///
/// The widget's GObject owns its state, never the other way round: the state lives exactly as long
/// as the widget, from ``CustomWidget/init(_:role:cssName:)`` to finalization, and no cycle can
/// form. Within, use ``widget``; do not keep that handle in a property of the state.
@MainActor open class WidgetState {
  final var raw: UnsafeMutableRawPointer?
  /// Whether the focus is being moved over the children.
  private var walks = false

  public init() { LiveObjects.states += 1 }

  isolated deinit { LiveObjects.states -= 1 }

  /// A handle on the widget. Only valid once the state has been given to a ``CustomWidget`` and
  /// until that is finalized, which is while any of the methods below can be called.
  public final var widget: Widget {
    guard let raw else { preconditionFailure("the state has no widget yet") }
    return Widget(borrowing: raw)
  }

  /// Whether the widget exists: false before it was made and after it has gone.
  public final var hasWidget: Bool { raw != nil }

  open var requestMode: SizeRequestMode { .constantSize }

  /// The size needed in `orientation` when the other direction has `size` pixels (-1: any).
  open func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: 0, natural: 0)
  }

  /// Gives each visible child its place.
  open func allocate(width: Int, height: Int, baseline: Int) {}

  /// Draws the widget; the default draws its children.
  open func snapshot(_ snapshot: Snapshot) { snapshotChildren(snapshot) }

  /// Its style changed: font, colours, paddings.
  open func styleChanged() {}

  /// The direction of text changed.
  open func directionChanged() {}

  /// Settings of the system changed: font, scale of text, and so on.
  open func systemSettingsChanged() {}

  /// Moves the focus into, within or out of the widget. Returns whether it has taken it.
  open func focus(_ direction: FocusDirection) -> Bool { defaultFocus(direction) }

  /// Takes the focus when asked to.
  open func grabFocus() -> Bool { defaultGrabFocus() }

  open func mapped() {}
  open func unmapped() {}

  /// The widget goes. Children that are still there are taken out afterwards.
  open func dispose() {}

  public final func snapshotChildren(_ snapshot: Snapshot) {
    guard let raw else { return }
    CustomWidgetClass.parent?.pointee.snapshot?(
      raw.assumingMemoryBound(to: GtkWidget.self), snapshot.raw)
  }

  /// Draws one child, where it has a place.
  public final func draw(_ child: Widget, in snapshot: Snapshot) {
    guard let raw else { return }
    gtk_widget_snapshot_child(
      raw.assumingMemoryBound(to: GtkWidget.self), child.widget, snapshot.raw)
  }

  /// What GtkWidget does: each focusable child in turn, in the direction.
  public final func defaultFocus(_ direction: FocusDirection) -> Bool {
    guard let raw else { return false }
    walks = true
    defer { walks = false }
    return CustomWidgetClass.parent?.pointee.focus?(
      raw.assumingMemoryBound(to: GtkWidget.self), direction.gtk) ?? 0 != 0
  }

  /// GtkWidget asks itself for the focus when it walks over its children. There the widget itself is
  /// meant, and not the child that ``grabFocus()`` hands the focus on to: backwards, the focus would
  /// never get out of that child.
  final func focusRequested() -> Bool { walks ? defaultGrabFocus() : grabFocus() }

  public final func defaultGrabFocus() -> Bool {
    guard let raw else { return false }
    return CustomWidgetClass.parent?.pointee.grab_focus?(
      raw.assumingMemoryBound(to: GtkWidget.self)) ?? 0 != 0
  }

  // MARK: Scrolling

  /// The adjustments of the scrolled window around a widget made with `isScrollable`.
  public internal(set) final var horizontalAdjustment: Adjustment?
  public internal(set) final var verticalAdjustment: Adjustment?

  /// The scrolled window has given or taken its adjustments.
  open func adjustmentsChanged() {}

  final func setAdjustment(_ property: guint, _ object: UnsafeMutableRawPointer?) {
    let adjustment = object.map { Adjustment(borrowing: $0) }
    if property == ScrollableProperty.horizontalAdjustment {
      horizontalAdjustment = adjustment
    } else {
      verticalAdjustment = adjustment
    }
    adjustmentsChanged()
  }
}

/// A way in which the focus moves.
public enum FocusDirection: Sendable {
  case forward, backward, up, down, left, right

  var gtk: GtkDirectionType {
    switch self {
    case .forward: GTK_DIR_TAB_FORWARD
    case .backward: GTK_DIR_TAB_BACKWARD
    case .up: GTK_DIR_UP
    case .down: GTK_DIR_DOWN
    case .left: GTK_DIR_LEFT
    case .right: GTK_DIR_RIGHT
    }
  }

  init(_ gtk: GtkDirectionType) {
    switch gtk {
    case GTK_DIR_TAB_BACKWARD: self = .backward
    case GTK_DIR_UP: self = .up
    case GTK_DIR_DOWN: self = .down
    case GTK_DIR_LEFT: self = .left
    case GTK_DIR_RIGHT: self = .right
    default: self = .forward
    }
  }
}
