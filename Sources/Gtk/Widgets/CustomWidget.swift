// SPDX-License-Identifier: MIT
import CGtk

/// A widget of our own: a GtkWidget whose virtual functions are those of its ``WidgetState``.
public final class CustomWidget<State: WidgetState>: Widget {
  /// The state; it lives as long as the widget does.
  public let state: State

  /// Makes the widget for a fresh state.
  ///
  /// - Parameters:
  ///   - role: What assistive technologies take it for.
  ///   - cssName: The element name that CSS selects it by.
  ///   - isScrollable: Whether it implements GtkScrollable: put into a scrolled window, it gets the
  ///     adjustments and does its own scrolling.
  public init(
    _ state: State, role: AccessibleRole = .group, cssName: String, isScrollable: Bool = false
  ) {
    precondition(state.raw == nil, "a state belongs to one widget")
    self.state = state
    let type = isScrollable ? CustomWidgetClass.scrollable : CustomWidgetClass.plain
    let raw = CustomWidgetClass.instantiate(type, cssName: cssName, role: role)
    CustomWidgetClass.setState(state, of: raw)
    state.raw = raw
    super.init(adopting: raw)
  }
}

/// The two GTypes behind all custom widgets, and their virtual functions.
enum CustomWidgetClass {
  static let plain = register("MartletWidget", scrollable: false)
  static let scrollable = register("MartletScrollable", scrollable: true)

  /// The state stands behind GtkWidget's own fields in the instance.
  private static let stateOffset: Int = {
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    let alignment = MemoryLayout<UnsafeRawPointer>.alignment
    return (Int(query.instance_size) + alignment - 1) / alignment * alignment
  }()

  private static func slot(
    _ raw: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Unmanaged<WidgetState>?> {
    (raw + stateOffset).assumingMemoryBound(to: Unmanaged<WidgetState>?.self)
  }

  static func setState(_ state: WidgetState, of raw: UnsafeMutableRawPointer) {
    slot(raw).pointee = Unmanaged.passRetained(state)
  }

  static func state(_ instance: UnsafeMutableRawPointer?) -> WidgetState? {
    guard let instance else { return nil }
    return slot(instance).pointee?.takeUnretainedValue()
  }

  static func state(_ widget: UnsafeMutablePointer<GtkWidget>?) -> WidgetState? {
    state(UnsafeMutableRawPointer(widget))
  }

  /// GtkWidget's own virtual functions.
  static var parent: UnsafeMutablePointer<GtkWidgetClass>? {
    g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
  }

  /// Gives the popovers among the children the size that they need now: a widget without a layout
  /// manager has to (`gtk_popover_present`), or they keep the one from before their style was known.
  private static func presentPopovers(of widget: UnsafeMutablePointer<GtkWidget>?) {
    var child = widget.flatMap { gtk_widget_get_first_child($0) }
    while let current = child {
      child = gtk_widget_get_next_sibling(current)
      guard martlet_instance_is(UnsafeRawPointer(current), gtk_popover_get_type()) != 0,
        gtk_widget_get_visible(current) != 0
      else { continue }
      gtk_popover_present(
        UnsafeMutableRawPointer(current).assumingMemoryBound(to: GtkPopover.self))
    }
  }

  static func instantiate(
    _ type: GType, cssName: String, role: AccessibleRole
  ) -> UnsafeMutableRawPointer {
    var css = GValue()
    g_value_init(&css, martlet_type_string())
    g_value_set_string(&css, cssName)
    var accessible = GValue()
    g_value_init(&accessible, gtk_accessible_role_get_type())
    g_value_set_enum(&accessible, gint(role.gtk.rawValue))
    defer {
      g_value_unset(&css)
      g_value_unset(&accessible)
    }
    let object = "css-name".withCString { first in
      "accessible-role".withCString { second in
        var names: [UnsafePointer<CChar>?] = [first, second]
        let values = [css, accessible]
        return g_object_new_with_properties(type, 2, &names, values)
      }
    }
    guard let object else { preconditionFailure("GObject makes instances or aborts") }
    return UnsafeMutableRawPointer(object)
  }

  private static func register(_ name: String, scrollable: Bool) -> GType {
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    let size = guint(stateOffset + MemoryLayout<UnsafeRawPointer>.size)
    let type = g_type_register_static_simple(
      gtk_widget_get_type(), name, query.class_size, scrollable ? initScrollable : initPlain, size,
      nil, GTypeFlags(rawValue: 0))
    if scrollable {
      var interface = GInterfaceInfo(
        interface_init: nil, interface_finalize: nil, interface_data: nil)
      g_type_add_interface_static(type, gtk_scrollable_get_type(), &interface)
    }
    return type
  }

  private static let initPlain: GClassInitFunc = { pointer, _ in
    guard let pointer else { return }
    CustomWidgetClass.setUp(pointer)
  }

  private static let initScrollable: GClassInitFunc = { pointer, _ in
    guard let pointer else { return }
    CustomWidgetClass.setUp(pointer)
    let object = pointer.assumingMemoryBound(to: GObjectClass.self)
    object.pointee.set_property = { object, property, value, _ in
      guard let value, property <= ScrollableProperty.verticalAdjustment else { return }
      CustomWidgetClass.state(UnsafeMutableRawPointer(object))?.setAdjustment(
        property, g_value_get_object(value))
    }
    object.pointee.get_property = { object, property, value, _ in
      let state = CustomWidgetClass.state(UnsafeMutableRawPointer(object))
      switch property {
      case ScrollableProperty.horizontalAdjustment:
        g_value_set_object(value, state?.horizontalAdjustment?.raw)
      case ScrollableProperty.verticalAdjustment:
        g_value_set_object(value, state?.verticalAdjustment?.raw)
      default:
        g_value_set_enum(value, gint(GTK_SCROLL_NATURAL.rawValue))
      }
    }
    g_object_class_override_property(
      object, ScrollableProperty.horizontalAdjustment, "hadjustment")
    g_object_class_override_property(object, ScrollableProperty.verticalAdjustment, "vadjustment")
    g_object_class_override_property(object, ScrollableProperty.horizontalPolicy, "hscroll-policy")
    g_object_class_override_property(object, ScrollableProperty.verticalPolicy, "vscroll-policy")
  }

  private static func setUp(_ pointer: gpointer) {
    let object = pointer.assumingMemoryBound(to: GObjectClass.self)
    object.pointee.dispose = { object in
      guard let object else { return }
      let raw = UnsafeMutableRawPointer(object)
      CustomWidgetClass.state(raw)?.dispose()
      let widget = raw.assumingMemoryBound(to: GtkWidget.self)
      while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
      CustomWidgetClass.parentObject?.pointee.dispose?(object)
    }
    object.pointee.finalize = { object in
      guard let object else { return }
      let raw = UnsafeMutableRawPointer(object)
      let state = CustomWidgetClass.slot(raw).pointee
      state?.takeUnretainedValue().raw = nil
      CustomWidgetClass.slot(raw).pointee = nil
      CustomWidgetClass.parentObject?.pointee.finalize?(object)
      state?.release()
    }
    setUpWidget(pointer.assumingMemoryBound(to: GtkWidgetClass.self))
  }

  private static var parentObject: UnsafeMutablePointer<GObjectClass>? {
    g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GObjectClass.self)
  }

  private static func setUpWidget(_ widget: UnsafeMutablePointer<GtkWidgetClass>) {
    widget.pointee.get_request_mode = {
      CustomWidgetClass.state($0)?.requestMode.gtk ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
    }
    widget.pointee.measure = { widget, orientation, size, minimum, natural, low, high in
      let needs = CustomWidgetClass.state(widget)?.measure(Orientation(orientation), for: Int(size))
      minimum?.pointee = gint(clamping: needs?.minimum ?? 0)
      natural?.pointee = gint(clamping: max(needs?.natural ?? 0, needs?.minimum ?? 0))
      low?.pointee = gint(clamping: needs?.minimumBaseline ?? -1)
      high?.pointee = gint(clamping: needs?.naturalBaseline ?? -1)
    }
    widget.pointee.size_allocate = { widget, width, height, baseline in
      CustomWidgetClass.state(widget)?.allocate(
        width: Int(width), height: Int(height), baseline: Int(baseline))
      CustomWidgetClass.presentPopovers(of: widget)
    }
    widget.pointee.snapshot = { widget, snapshot in
      guard let snapshot else { return }
      CustomWidgetClass.state(widget)?.snapshot(Snapshot(raw: snapshot))
    }
    widget.pointee.css_changed = { widget, change in
      CustomWidgetClass.parent?.pointee.css_changed?(widget, change)
      CustomWidgetClass.state(widget)?.styleChanged()
    }
    widget.pointee.direction_changed = { widget, previous in
      CustomWidgetClass.state(widget)?.directionChanged()
      if let widget { gtk_widget_queue_resize(widget) }
    }
    widget.pointee.system_setting_changed = { widget, setting in
      CustomWidgetClass.parent?.pointee.system_setting_changed?(widget, setting)
      CustomWidgetClass.state(widget)?.systemSettingsChanged()
    }
    widget.pointee.focus = { widget, direction in
      CustomWidgetClass.state(widget)?.focus(FocusDirection(direction)) ?? false ? 1 : 0
    }
    widget.pointee.grab_focus = {
      CustomWidgetClass.state($0)?.focusRequested() ?? false ? 1 : 0
    }
    widget.pointee.map = { widget in
      CustomWidgetClass.parent?.pointee.map?(widget)
      CustomWidgetClass.state(widget)?.mapped()
    }
    widget.pointee.unmap = { widget in
      CustomWidgetClass.state(widget)?.unmapped()
      CustomWidgetClass.parent?.pointee.unmap?(widget)
    }
  }
}

enum ScrollableProperty {
  static let horizontalAdjustment: guint = 1
  static let verticalAdjustment: guint = 2
  static let horizontalPolicy: guint = 3
  static let verticalPolicy: guint = 4
}
