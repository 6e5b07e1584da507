// SPDX-License-Identifier: MIT
import CGtk

/// A GtkWidget.
open class Widget: Object {
  var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

  convenience init(borrowing widget: UnsafeMutablePointer<GtkWidget>) {
    self.init(borrowing: UnsafeMutableRawPointer(widget))
  }

  // MARK: Properties

  public final var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set {
      guard newValue != isVisible else { return }
      gtk_widget_set_visible(widget, newValue ? 1 : 0)
      // What was put into it while it was hidden has told nobody: without this, GTK would give it the
      // size that it had before.
      if newValue { gtk_widget_queue_resize(widget) }
    }
  }

  public final var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// Whether it and all its ancestors are sensitive.
  public final var isEffectivelySensitive: Bool { gtk_widget_is_sensitive(widget) != 0 }
  public final var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }
  public final var isRealized: Bool { gtk_widget_get_realized(widget) != 0 }

  public final var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether it or a child may have the focus at all.
  public final var canFocus: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }

  /// Whether the pointer can hit it.
  public final var canTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  public final var focusesOnClick: Bool {
    get { gtk_widget_get_focus_on_click(widget) != 0 }
    set { gtk_widget_set_focus_on_click(widget, newValue ? 1 : 0) }
  }

  /// Whether it is its window's focus.
  public final var hasFocus: Bool { gtk_widget_is_focus(widget) != 0 }

  public final var expandsHorizontally: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }

  public final var expandsVertically: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }

  public final func align(horizontal: Align? = nil, vertical: Align? = nil) {
    if let horizontal { gtk_widget_set_halign(widget, horizontal.gtk) }
    if let vertical { gtk_widget_set_valign(widget, vertical.gtk) }
  }

  /// Margins in pixels; start and end follow the direction of the text.
  public final func margin(
    start: Int? = nil, end: Int? = nil, top: Int? = nil, bottom: Int? = nil
  ) {
    if let start { gtk_widget_set_margin_start(widget, gint(clamping: start)) }
    if let end { gtk_widget_set_margin_end(widget, gint(clamping: end)) }
    if let top { gtk_widget_set_margin_top(widget, gint(clamping: top)) }
    if let bottom { gtk_widget_set_margin_bottom(widget, gint(clamping: bottom)) }
  }

  /// The least size asked for; -1 leaves it to the widget.
  public final func requestSize(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(widget, gint(clamping: width), gint(clamping: height))
  }

  public final var tooltip: String? {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  public final var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// Cuts what it draws at its edges.
  public final var clips: Bool {
    get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
    set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
  }

  public final var isRightToLeft: Bool {
    get { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
    set { gtk_widget_set_direction(widget, newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
  }

  /// Device pixels in one application pixel.
  public final var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

  /// The name that CSS and tests find it by.
  public final var name: String {
    get { gtk_widget_get_name(widget).map { String(cString: $0) } ?? "" }
    set { gtk_widget_set_name(widget, newValue) }
  }

  public final func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  // MARK: Style

  public final func addStyle(_ classes: String...) {
    for name in classes { gtk_widget_add_css_class(widget, name) }
  }

  public final func removeStyle(_ name: String) { gtk_widget_remove_css_class(widget, name) }

  public final func setStyle(_ name: String, _ on: Bool) {
    if on { gtk_widget_add_css_class(widget, name) } else { removeStyle(name) }
  }

  public final func hasStyle(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

  /// Changes whenever the font of the widget does, or how text is laid out in it.
  public final var fontSerial: UInt32 {
    pango_context_get_serial(gtk_widget_get_pango_context(widget))
  }

  /// The text colour that its style gives.
  public final var foreground: Color {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return Color(color)
  }

  /// A colour that the theme has a name for, such as "theme_selected_bg_color".
  public final func namedColor(_ name: String) -> Color? {
    var color = GdkRGBA()
    guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color) != 0
    else { return nil }
    return Color(color)
  }

  /// The size of its font in pixels of the application; 0 when unknown.
  public final var fontSize: Double {
    guard let context = gtk_widget_get_pango_context(widget),
      let font = pango_context_get_font_description(context)
    else { return 0 }
    let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    return pango_font_description_get_size_is_absolute(font) != 0 ? size : size * 96 / 72
  }

  /// The pixels of GTK's default font, 11 points at 96 dots an inch. Sizes that are given in
  /// pixels hold for this font and grow with the user's.
  public static let defaultFontSize = 11.0 * 96 / 72

  // MARK: Geometry

  public final var width: Int { Int(gtk_widget_get_width(widget)) }
  public final var height: Int { Int(gtk_widget_get_height(widget)) }
  /// The whole height with CSS margins, as the parent gave it.
  public final var allocatedHeight: Int { Int(gtk_widget_get_allocated_height(widget)) }

  public final func measure(_ orientation: Orientation, for size: Int = -1) -> SizeRequest {
    var minimum: gint = 0
    var natural: gint = 0
    var minimumBaseline: gint = -1
    var naturalBaseline: gint = -1
    gtk_widget_measure(
      widget, orientation.gtk, gint(clamping: size), &minimum, &natural, &minimumBaseline,
      &naturalBaseline)
    return SizeRequest(
      minimum: Int(minimum), natural: Int(natural), minimumBaseline: Int(minimumBaseline),
      naturalBaseline: Int(naturalBaseline))
  }

  /// Gives a child its place. Only from the parent's ``WidgetState/allocate(width:height:baseline:)``.
  public final func allocate(_ rectangle: Rectangle, baseline: Int = -1) {
    var allocation = GtkAllocation(
      x: gint(clamping: rectangle.x), y: gint(clamping: rectangle.y),
      width: gint(clamping: rectangle.width), height: gint(clamping: rectangle.height))
    gtk_widget_size_allocate(widget, &allocation, gint(clamping: baseline))
  }

  /// Gives a child its place, to a fraction of a pixel; what it draws is kept when only its place
  /// changes. Only from the parent's ``WidgetState/allocate(width:height:baseline:)``.
  public final func allocate(x: Double, y: Double, width: Int, height: Int) {
    var point = graphene_point_t(x: Float(x), y: Float(y))
    // The widget takes over the transform.
    gtk_widget_allocate(
      widget, gint(clamping: width), gint(clamping: height), -1,
      gsk_transform_translate(nil, &point))
  }

  /// Whether the widget is drawn and found by the pointer, as its parent decides: unlike
  /// ``isVisible`` it asks for no new layout.
  public final var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    set { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) }
  }

  /// Its rectangle in the coordinates of `other`; nil when they share no window.
  public final func bounds(in other: Widget) -> Rectangle? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
    return Rectangle(
      x: Int(bounds.origin.x.rounded()), y: Int(bounds.origin.y.rounded()),
      width: Int(bounds.size.width.rounded()), height: Int(bounds.size.height.rounded()))
  }

  public final func queueResize() { gtk_widget_queue_resize(widget) }
  public final func queueAllocate() { gtk_widget_queue_allocate(widget) }
  /// Asks for a layout of the window in the next frame, whether or not GTK knows that it needs one.
  public final func requestWindowLayout() {
    guard let native = gtk_widget_get_native(widget),
      let surface = gtk_native_get_surface(native)
    else { return }
    gdk_surface_request_layout(surface)
  }

  public final func queueDraw() { gtk_widget_queue_draw(widget) }

  // MARK: Tree

  public final var parent: Widget? { gtk_widget_get_parent(widget).map(Widget.init(borrowing:)) }
  public final var firstChild: Widget? {
    gtk_widget_get_first_child(widget).map(Widget.init(borrowing:))
  }
  public final var nextSibling: Widget? {
    gtk_widget_get_next_sibling(widget).map(Widget.init(borrowing:))
  }

  /// Its children, first to last.
  public final var children: [Widget] {
    Array(
      sequence(first: firstChild, next: { $0?.nextSibling }).prefix { $0 != nil }.compactMap { $0 })
  }

  /// All widgets within it, from the top down.
  public final var descendants: [Widget] { children.flatMap { [$0] + $0.descendants } }

  public final func setParent(_ parent: Widget) { gtk_widget_set_parent(widget, parent.widget) }
  public final func unparent() { gtk_widget_unparent(widget) }
  public final func insert(before sibling: Widget?, in parent: Widget) {
    gtk_widget_insert_before(widget, parent.widget, sibling?.widget)
  }

  public final func isInside(_ ancestor: Widget) -> Bool {
    self == ancestor || gtk_widget_is_ancestor(widget, ancestor.widget) != 0
  }

  /// The window it is in.
  public final var window: Window? {
    guard let root = gtk_widget_get_root(widget),
      martlet_instance_is(UnsafeRawPointer(root), gtk_window_get_type()) != 0
    else { return nil }
    return Window(borrowing: UnsafeMutableRawPointer(root))
  }

  // MARK: Behaviour

  @discardableResult
  public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// Moves the focus within this widget, or into it, as the keys do. Called on a window it acts as
  /// if the key had been pressed there.
  @discardableResult
  public final func moveFocus(_ direction: FocusDirection) -> Bool {
    gtk_widget_child_focus(widget, direction.gtk) != 0
  }

  /// Presses it, as Enter does when it has the focus.
  @discardableResult
  public final func activate() -> Bool { gtk_widget_activate(widget) != 0 }

  /// Moves the focus out of or along this widget, as Tab does.
  @discardableResult
  public final func moveFocus(forward: Bool) -> Bool {
    gtk_widget_child_focus(widget, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD) != 0
  }

  /// Runs the action `name` ("group.action") of this widget or of an ancestor.
  @discardableResult
  public final func activateAction(_ name: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, nil) != 0
  }

  /// The same for an action that is given a text.
  @discardableResult
  public final func activateAction(_ name: String, text: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, g_variant_new_string(text)) != 0
  }

  /// Makes `group` answer to actions "prefix.name" for this widget and its children.
  public final func insertActionGroup(_ group: ActionGroup?, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, group?.pointer())
  }

  public final func addController(_ controller: EventController) {
    // The widget takes over one reference.
    g_object_ref(controller.raw)
    gtk_widget_add_controller(widget, controller.pointer())
  }

  public final func removeController(_ controller: EventController) {
    gtk_widget_remove_controller(widget, controller.pointer())
  }

  /// Beeps or flashes, as the desktop is set.
  public final func errorBell() { gtk_widget_error_bell(widget) }

  public final func onMap(_ body: @escaping () -> Void) { on("map") { _ in body() } }

  /// Called when the widget gets or loses the keyboard, also by another window. Unlike a
  /// ``FocusController`` it is not asked about each key.
  @discardableResult
  public final func onFocusChanged(_ body: @escaping (_ hasKeyboard: Bool) -> Void)
    -> SignalHandler
  {
    let widget = raw
    return on("notify::has-focus") { _ in
      body(gtk_widget_has_focus(widget.assumingMemoryBound(to: GtkWidget.self)) != 0)
    }
  }
  /// Takes the focus whenever it comes on the screen, after the window has put it somewhere: on the
  /// first text that can be selected. No handle has to be kept for that.
  public final func takeFocusOnMap() {
    let raw = raw
    onMap {
      let widget = Widget(borrowing: raw)
      MainLoop.whenIdle { widget.grabFocus() }
    }
  }

  public final func onUnmap(_ body: @escaping () -> Void) { on("unmap") { _ in body() } }
  public final func onRealize(_ body: @escaping () -> Void) {
    on("realize", after: true) { _ in body() }
  }
}
