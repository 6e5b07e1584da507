// SPDX-License-Identifier: MIT
import Gtk

/// What a ``KeyboardToolbar`` is: its items, their views, the layout and the way of the focus.
final class KeyboardToolbarState: WidgetState {
  var items: [KeyboardToolbarItem] = [] {
    didSet {
      var seen: Set<String> = []
      let unique = items.filter { seen.insert($0.id).inserted }
      if unique.count != items.count { items = unique }
      show(items)
    }
  }

  var style = KeyboardToolbarStyle.standard { didSet { if style != oldValue { restyle() } } }
  var isShown = true { didSet { updateVisibility() } }
  var dismissKeyboard: () -> Void = {}

  private var views: [String: KeyboardToolbarItemView] = [:]
  private var appearance: KeyboardToolbarAppearance?
  /// The item that Tab comes back to.
  private var lastFocused: String?

  private let sheet = StyleSheet()
  private let row = Box(.horizontal)
  private let leading = KeyboardToolbarGroup()
  private let middle = KeyboardToolbarGroup()
  private let trailing = KeyboardToolbarGroup()
  private(set) lazy var scroller = KeyboardToolbarScroller(child: middle.box, sheet: sheet)
  private let leadingDivider = Box(.horizontal)
  private let trailingDivider = Box(.horizontal)

  func setUp() {
    WidgetResources.install()
    row.addStyle("keyboard-toolbar-sheet")
    row.clips = true
    row.setParent(widget)
    sheet.apply(to: row)
    for divider in [leadingDivider, trailingDivider] { prepare(divider) }
    for part in [leading.box, leadingDivider, scroller.root, trailingDivider, trailing.box] {
      row.append(part)
    }
    let keys = KeyController()
    keys.onPressed { [weak self] in self?.jump($0) ?? false }
    widget.addController(keys)
    restyle()
    updateVisibility()
  }

  private func prepare(_ divider: Box) {
    divider.addStyle("keyboard-toolbar-divider")
    divider.align(vertical: .center)
    sheet.apply(to: divider)
  }

  // MARK: Items

  private func show(_ items: [KeyboardToolbarItem]) {
    guard let appearance else { return }
    var kept: [String: KeyboardToolbarItemView] = [:]
    for item in items {
      if let view = views[item.id], view.update(item, appearance) {
        kept[item.id] = view
      } else {
        // A widget can stand in one place only: take it out of the view that goes.
        views[item.id]?.empty()
        kept[item.id] = KeyboardToolbarItemView(item, appearance) { [weak self] in
          self?.activate($0)
        }
      }
    }
    let focused = views.first { $0.value.containsFocus }?.key
    views = kept
    arrange()
    if let focused, let target = views[focused]?.focusTarget, !target.hasFocus {
      target.grabFocus()
    }
    updateVisibility()
  }

  /// Puts the views into their groups, touching only groups that differ.
  private func arrange() {
    let hasDividers = style.dividerWidth > 0
    for (group, place) in [
      (leading, KeyboardToolbarItem.FixedPosition?.some(.leading)), (middle, nil),
      (trailing, .some(.trailing)),
    ] {
      let roots = items.filter { $0.isFixed == place }.compactMap { views[$0.id]?.root }
      group.show(roots, divided: style.dividerBetweenItems && hasDividers) { [unowned self] in
        let divider = Box(.horizontal)
        prepare(divider)
        size(divider)
        return divider
      }
      group.spread(style.distributesItems && place == nil)
    }
    leading.box.isVisible = !leading.isEmpty
    trailing.box.isVisible = !trailing.isEmpty
    leadingDivider.isVisible = hasDividers && !leading.isEmpty && !middle.isEmpty
    trailingDivider.isVisible =
      hasDividers && !trailing.isEmpty && !(middle.isEmpty && leading.isEmpty)
  }

  private func updateVisibility() {
    guard hasWidget else { return }
    widget.isVisible = isShown && !items.isEmpty
  }

  private func activate(_ id: String) {
    guard let item = items.first(where: { $0.id == id }) else { return }
    if item.dismissesKeyboard {
      leaveField()
      dismissKeyboard()
    }
    item.action?()
  }

  /// Takes the focus from the field, wherever in the window it is.
  private func leaveField() { widget.window?.focus = nil }

  // MARK: Style

  override func styleChanged() { restyle() }
  override func systemSettingsChanged() { restyle() }

  private func restyle() {
    guard hasWidget else { return }
    let new = KeyboardToolbarAppearance(style: style, theme: .init(of: widget))
    guard new != appearance else { return }
    let first = appearance == nil
    let rearranged = appearance?.style != style
    appearance = new
    sheet.load(new.css)
    row.requestSize(height: new.pixels(style.height))
    for divider in dividers { size(divider) }
    // Half a space at each end: the gaps beside the first and the last capsule are whole.
    for group in [leading, middle, trailing] { group.pad(by: new.pixels(style.itemSpacing) / 2) }
    scroller.setFadeWidth(new.pixels(KeyboardToolbarScroller.fadeWidth))
    for view in views.values { view.apply(new) }
    if rearranged && !first { arrange() }
    widget.queueResize()
  }

  private var dividers: [Widget] {
    [leadingDivider, trailingDivider] + leading.dividers + middle.dividers + trailing.dividers
  }

  private func size(_ divider: Widget) {
    guard let appearance else { return }
    divider.requestSize(
      width: style.dividerWidth > 0 ? max(1, appearance.pixels(style.dividerWidth)) : 0,
      height: appearance.pixels(style.height / 2))
  }

  // MARK: Layout

  override var requestMode: SizeRequestMode { .constantSize }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    var needs = row.measure(orientation)
    needs.minimum += margin(orientation)
    needs.natural += margin(orientation)
    needs.minimumBaseline = -1
    needs.naturalBaseline = -1
    return needs
  }

  private func margin(_ orientation: Orientation) -> Int {
    guard let appearance else { return 0 }
    let margins = style.margins
    return orientation == .horizontal
      ? 2 * appearance.pixels(margins.sides) : appearance.pixels(margins.bottom)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let side = margin(.horizontal) / 2
    row.allocate(
      Rectangle(
        x: side, y: 0, width: max(0, width - 2 * side),
        height: max(0, height - margin(.vertical))))
  }

  // MARK: Focus

  /// What can have the focus, from start to end.
  private var stops: [(id: String, widget: Widget)] {
    let order: [KeyboardToolbarItem.FixedPosition?] = [.leading, nil, .trailing]
    return order.flatMap { place in items.filter { $0.isFixed == place } }.compactMap { item in
      guard let target = views[item.id]?.focusTarget, target.isEffectivelySensitive,
        target.isVisible
      else { return nil }
      return (item.id, target)
    }
  }

  override func focus(_ direction: FocusDirection) -> Bool {
    let stops = stops
    let current = stops.firstIndex { views[$0.id]?.containsFocus ?? false }
    guard let current else { return enter(stops) }
    switch direction {
    case .forward, .backward, .up, .down: return false
    case .left, .right:
      let forward = (direction == .right) != widget.isRightToLeft
      let next = current + (forward ? 1 : -1)
      // At the end the focus stays: arrows never leave the bar.
      return stops.indices.contains(next) ? move(to: stops[next]) : true
    }
  }

  override func grabFocus() -> Bool { enter(stops) }

  private func enter(_ stops: [(id: String, widget: Widget)]) -> Bool {
    guard let stop = stops.first(where: { $0.id == lastFocused }) ?? stops.first else {
      return false
    }
    return move(to: stop)
  }

  private func move(to stop: (id: String, widget: Widget)) -> Bool {
    lastFocused = stop.id
    return stop.widget.grabFocus()
  }

  private func jump(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, event.key == .home || event.key == .end else { return false }
    let stops = stops
    guard let stop = event.key == .home ? stops.first : stops.last else { return false }
    return move(to: stop)
  }
}
