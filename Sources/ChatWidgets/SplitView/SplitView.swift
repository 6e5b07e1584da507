// SPDX-License-Identifier: MIT
public import Gtk

/// A side bar beside the content where there is room for both, else one of them at a time.
public final class SplitView {
  public var widget: Widget { root }

  /// Called when the window has become too narrow for both, or wide enough again.
  public var onCollapse: (Bool) -> Void {
    get { root.state.onCollapse }
    set { root.state.onCollapse = newValue }
  }

  /// Called when a finger was swept over the content towards its end, as one turns a page back, while
  /// there is room for only one.
  public var onSwipeBack: () -> Void {
    get { root.state.onSwipeBack }
    set { root.state.onSwipeBack = newValue }
  }

  /// Called when ``showsContent`` or ``sidebarWidth`` has changed, by the user or the program.
  public var onArrange: () -> Void {
    get { root.state.onArrange }
    set { root.state.onArrange = newValue }
  }

  /// Whether there is room for only one.
  public var isCollapsed: Bool { root.state.isCollapsed }

  /// Which of the two is shown while there is room for only one.
  public var showsContent: Bool {
    get { root.state.showsContent }
    set { root.state.showsContent = newValue }
  }

  /// Whether there is a side bar at all; without one the content has all the room.
  public var hasSidebar: Bool {
    get { root.state.hasSidebar }
    set { root.state.hasSidebar = newValue }
  }

  /// The width of the side bar in pixels, as the user has set it.
  public var sidebarWidth: Int {
    get { root.state.sidebarWidth }
    set { root.state.sidebarWidth = newValue }
  }

  private let root: CustomWidget<SplitViewState>
  var state: SplitViewState { root.state }

  public init(sidebar: Widget, content: Widget) {
    root = CustomWidget(
      SplitViewState(sidebar: sidebar, content: content), cssName: "splitview")
    root.state.attach()
  }
}

final class SplitViewState: WidgetState {
  /// With less width than this there is room for only one.
  static let collapseWidth = 600
  static let sidebarRange = 220...420
  /// The width of the strip that can be dragged, around the line between the two.
  private static let grip = 8
  /// Slower fingers scroll or rest; pixels a second.
  private static let leastSwipe = 400.0

  var onCollapse: (Bool) -> Void = { _ in }
  var onSwipeBack: () -> Void = {}
  var onArrange: () -> Void = {}
  private(set) var isCollapsed = false
  var hasSidebar = true { didSet { if hasSidebar != oldValue { widget.queueResize() } } }
  var showsContent = true {
    didSet {
      guard showsContent != oldValue else { return }
      widget.queueAllocate()
      onArrange()
    }
  }
  var sidebarWidth = 300 {
    didSet {
      sidebarWidth = min(
        max(sidebarWidth, Self.sidebarRange.lowerBound), Self.sidebarRange.upperBound)
      guard sidebarWidth != oldValue, hasWidget else { return }
      widget.queueAllocate()
      onArrange()
    }
  }

  private let sidebar: Widget
  private let content: Widget
  private let divider = Separator(.vertical)
  private let handle = Box(.horizontal)

  init(sidebar: Widget, content: Widget) {
    self.sidebar = sidebar
    self.content = content
  }

  /// Puts the children into the widget; to be called once it exists.
  func attach() {
    for child in [sidebar, content, divider, handle] as [Widget] { child.setParent(widget) }
    handle.setCursor("col-resize")
    handle.setAccessibleHidden(true)
    let drag = DragGesture()
    var start = (width: sidebarWidth, handle: 0)
    drag.onBegin { [weak self] _, _ in
      guard let self else { return }
      start = (sidebarWidth, handlePlace)
    }
    drag.onUpdate { [weak self] dx, _ in
      guard let self else { return }
      // It counts on the handle, which has come along.
      let moved = handlePlace - start.handle + Int(dx)
      sidebarWidth = start.width + (widget.isRightToLeft ? -moved : moved)
    }
    handle.addController(drag)
    let swipe = SwipeGesture()
    // Before the children, whose own gestures would keep it to themselves.
    swipe.phase = .capture
    swipe.onSwipe { [weak self] in self?.swiped($0, $1) }
    widget.addController(swipe)
  }

  /// In pixels from the left.
  private var handlePlace: Int { handle.bounds(in: widget)?.x ?? 0 }

  /// Velocities in pixels a second.
  func swiped(_ velocityX: Double, _ velocityY: Double) {
    guard hasSidebar, isCollapsed, showsContent else { return }
    let towardsEnd = widget.isRightToLeft ? -velocityX : velocityX
    if towardsEnd > Self.leastSwipe, towardsEnd > 2 * abs(velocityY) { onSwipeBack() }
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    guard hasSidebar else { return content.measure(orientation, for: size) }
    switch orientation {
    case .horizontal:
      let side = sidebar.measure(.horizontal)
      let main = content.measure(.horizontal)
      return SizeRequest(
        minimum: max(side.minimum, main.minimum), natural: sidebarWidth + main.natural)
    case .vertical:
      let collapses = size >= 0 && size < Self.collapseWidth
      let side = sidebar.measure(.vertical, for: collapses ? size : sidebarWidth)
      let main = content.measure(
        .vertical, for: size < 0 ? -1 : collapses ? size : size - sidebarWidth - 1)
      return SizeRequest(
        minimum: max(side.minimum, main.minimum), natural: max(side.natural, main.natural))
    }
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let collapses = width < Self.collapseWidth
    if collapses != isCollapsed {
      isCollapsed = collapses
      onCollapse(collapses)
    }
    let showsBoth = hasSidebar && !isCollapsed
    content.isChildVisible = showsBoth || showsContent || !hasSidebar
    sidebar.isChildVisible = showsBoth || !content.isChildVisible
    divider.isChildVisible = showsBoth
    handle.isChildVisible = showsBoth
    if !showsBoth {
      let all = Rectangle(x: 0, y: 0, width: width, height: height)
      for child in [sidebar, content] where child.isChildVisible { place(child, all) }
      return
    }
    let side = max(sidebarWidth, sidebar.measure(.horizontal).minimum)
    let mirrored = widget.isRightToLeft
    func fromStart(_ x: Int, _ extent: Int) -> Rectangle {
      Rectangle(x: mirrored ? width - x - extent : x, y: 0, width: extent, height: height)
    }
    place(sidebar, fromStart(0, side))
    place(divider, fromStart(side, 1))
    place(content, fromStart(side + 1, width - side - 1))
    place(handle, fromStart(side - Self.grip / 2, Self.grip))
  }

  private func place(_ child: Widget, _ rectangle: Rectangle) {
    _ = child.measure(.horizontal)
    child.allocate(rectangle)
    // Something inside may have asked for a new size while it got its place. GTK keeps that mark
    // until the next measurement, and with it would take no notice of later ones.
    _ = child.measure(.horizontal)
  }
}
