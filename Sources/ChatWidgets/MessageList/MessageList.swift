// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// The messages of one conversation, of any number, on a screen that never jumps.
///
/// ```swift
/// let list = MessageList()
/// window.child = list.widget
/// list.show(source, at: savedAnchor, firstUnread: unread)
/// ```
///
/// What is being read stays where it is, whatever is added, changed or removed elsewhere and
/// whatever happens to the window. At the end the list follows new messages.
public final class MessageList {
  /// The root: put this into a window.
  public let widget: Widget

  let view: CustomWidget<ListState>
  let scrolled: ScrolledWindow
  let jumpButton: JumpButton
  private let backButton: BackButton
  let selectionBar = SelectionBar()
  let pointer: ListPointer
  private let menu: ListMenu
  private var state: ListState { view.state }

  public init(texts: MessageListTexts = MessageListTexts()) {
    WidgetResources.install()
    let state = ListState()
    state.style.texts = texts
    view = CustomWidget(state, role: .list, cssName: "messages", isScrollable: true)
    view.addStyle("view")
    view.clips = true
    view.isFocusable = true
    view.setAccessibleLabel(tr("Messages"))
    scrolled = ScrolledWindow(child: view)
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    scrolled.expandsVertically = true
    scrolled.expandsHorizontally = true
    scrolled.onSliderMoved { [weak state] in state?.scroll.announced = $0 }
    let overlay = Overlay(child: scrolled)
    jumpButton = JumpButton()
    overlay.add(jumpButton.widget)
    backButton = BackButton()
    overlay.add(backButton.widget)
    // It takes its own room: over the list it would hide the message below it.
    let column = Box(.vertical)
    column.append(selectionBar.widget)
    column.append(overlay)
    widget = column
    pointer = ListPointer(state)
    menu = ListMenu(state)
    jumpButton.onPressed = { [weak state] in state?.goToEnd() }
    backButton.onPressed = { [weak state] in state?.goBack() }
    selectionBar.onLeave = { [weak state] in state?.leaveSelectionMode() }
    selectionBar.onCopy = { [weak state] in
      state?.copy(withNames: $0)
      state?.leaveSelectionMode()
    }
    state.onSelectionChanged = { [weak self] in
      guard let self else { return }
      let state = self.state
      self.selectionBar.update(selected: state.isInSelectionMode ? state.selectedCount : nil)
    }
    connect(state)
  }

  private lazy var links = LinkOpening(parent: view) { [weak self] link in
    guard let self else { return }
    if let onLink = self.onLink { return onLink(link) }
    UriOpener.open(link.target, over: self.widget.window)
  }

  private func connect(_ state: ListState) {
    selectionBar.column.limit = { [weak state] in state?.columnWidth ?? .max }
    state.onColumnWidthChanged = { [weak self] in
      self?.selectionBar.column.limitChanged()
      self?.onColumnWidthChanged?()
    }
    state.onLaidOut = { [weak self] in self?.laidOut() }
    state.onMenu = { [weak self] in self?.menu.popUp(x: $0, y: $1) }
    pointer.onMenu = { [weak self] in self?.menu.popUp(x: $0, y: $1) }
    state.onLink = { [weak self] in self?.links.press($0, at: $1) }
    state.onShowAll = { [weak self] in WholeMessage.open($0.body, over: self?.widget.window) }
    state.onEarlierTexts = { [weak self] message, earlier in
      guard let self else { return }
      EarlierTexts(texts: self.state.style.texts)
        .open(message, earlier, over: self.widget.window)
    }
    menu.onDetails = { [weak self] message in
      guard let self else { return }
      MessageDetails(texts: self.state.style.texts).open(message, over: self.widget.window)
    }
    let keys = KeyController()
    keys.onPressed { [weak state] event in
      guard let state, !state.isFocusInPopover,
        let command = ListKeys.command(event.key, event.modifiers)
      else { return false }
      return state.perform(command)
    }
    view.addController(keys)
  }

  // MARK: What it shows

  /// Shows a conversation.
  ///
  /// - Parameters:
  ///   - source: its messages; nil shows nothing.
  ///   - anchor: where it was left, see ``anchor``; nil opens it at the end.
  ///   - firstUnread: the message before which the unread line stands. Without an anchor, the list
  ///     opens there.
  public func show(
    _ source: (any MessageListSource)?, at anchor: ScrollAnchor? = nil,
    firstUnread: MessageID? = nil
  ) {
    menu.close()
    links.close()
    state.show(source, at: anchor, firstUnread: firstUnread)
  }

  /// What is being read; nil at the end. Keep it to come back to the same place.
  public var anchor: ScrollAnchor? { state.anchor }

  /// Whether the newest message is on the screen.
  public var isAtEnd: Bool { state.anchor == nil && state.slice.endIsLoaded }

  /// The message before which the unread line stands.
  public var firstUnread: MessageID? {
    get { state.slice.firstUnread }
    set {
      guard newValue != state.slice.firstUnread else { return }
      state.slice.firstUnread = newValue
      state.requestUpdate()
    }
  }

  /// Whether somebody is looking: set it to whether the window has the focus. While nobody is, the
  /// list follows new messages only until the first of them reaches the top.
  public var isWatched: Bool {
    get { state.isWatched }
    set { state.isWatched = newValue }
  }

  /// Whether new messages slide in; nil does as the desktop is set.
  public var animates: Bool? { didSet { updateAnimation() } }

  // MARK: How it looks

  /// The accent colour; own messages stand on it.
  public var tint: Color {
    get { state.style.tint }
    set { restyle(\.tint, newValue) }
  }

  /// Solid lines in place of thin greys, and a contrast of 7 : 1.
  public var isHighContrast: Bool {
    get { state.style.isHighContrast }
    set { restyle(\.isHighContrast, newValue) }
  }

  public var showsNames: Bool {
    get { state.style.showsNames }
    set { restyle(\.showsNames, newValue) }
  }

  public var showsAvatars: Bool {
    get { state.style.showsAvatars }
    set { restyle(\.showsAvatars, newValue) }
  }

  /// The picture of whoever has an address, asked for when a message of theirs is shown, and the
  /// device pixels that a side of it takes; nil while there is none.
  public var picture: (_ address: String, _ side: Int) -> Texture? = { _, _ in nil } {
    didSet {
      state.style.picture = { [weak state, picture] address in
        state.flatMap { picture(address, $0.pictureSide) }
      }
      state.restyle()
    }
  }

  /// Asks for the pictures in view again.
  public func refreshPictures() { state.restyle() }

  /// Whether several people write; their messages are then spoken with their names.
  public var isRoom: Bool {
    get { state.style.isRoom }
    set { restyle(\.isRoom, newValue) }
  }

  private func restyle<Value: Equatable>(
    _ path: WritableKeyPath<ListStyle, Value>, _ value: Value
  ) {
    guard state.style[keyPath: path] != value else { return }
    state.style[keyPath: path] = value
    state.restyle()
  }

  /// The date has changed: "Today" is "Yesterday" now.
  public func refreshDates() { state.restyle() }

  /// The most pixels that rows are wide; what stands above and below the list lines up with it, see
  /// ``ReadingColumn``.
  public var columnWidth: Int { state.columnWidth }

  /// Called when ``columnWidth`` may have changed, before the layout that it changes.
  public var onColumnWidthChanged: (() -> Void)?

  // MARK: Going somewhere

  /// Puts the focus into the list.
  public func focus() { view.grabFocus() }

  /// Goes to the newest message and follows from there.
  public func scrollToEnd() { state.goToEnd() }

  /// Goes to a message anywhere in the conversation, points it out, and offers the way back. The
  /// last one asked for counts.
  ///
  /// - Parameter keepsPlace: false for a step of a walk, which begins and ends by ``go(to:)``.
  public func jump(to message: MessageID, keepsPlace: Bool = true) {
    state.jump(to: message, keepsPlace: keepsPlace)
  }

  /// Goes to a place that ``anchor`` has named: nil is the end.
  public func go(to anchor: ScrollAnchor?) {
    if let anchor { state.go(to: .anchor(anchor)) } else { state.goToEnd() }
  }

  /// What is looked for, which is marked in the messages; nil marks nothing.
  public var finder: HitFinder? {
    get { state.style.finder }
    set {
      state.style.finder = newValue
      for slot in state.slots.live.values { (slot.state as? BubbleState)?.mark(newValue) }
    }
  }

  /// Goes back to where the last jump began. Returns whether there was one.
  @discardableResult
  public func goBack() -> Bool { state.goBack() }

  /// Scrolls by so many pixels, downwards where positive.
  public func scroll(by distance: Double) { state.scroll(by: distance) }

  /// Turns pages from outside the list, such as by keys of the input bar.
  public func turnPage(forward: Bool) { state.turnPage(forward: forward) }

  // MARK: What is done with messages

  /// What the menu of a message offers beyond copying and details.
  public var actions: MessageActions {
    get { state.actions }
    set { state.actions = newValue }
  }

  /// Called for a link that is to be opened, after the user was warned where it may mislead. Nil
  /// opens it with the program that the user has chosen for such links.
  public var onLink: ((Link) -> Void)?

  /// Called when a message has been seen, whole and by somebody who looks (``isWatched``), that is
  /// newer than all that were.
  public var onDisplayed: ((Message) -> Void)? {
    get { state.onDisplayed }
    set { state.onDisplayed = newValue }
  }

  /// Copies the selected text, or the message with the focus.
  public func copySelection(withNamesAndTimes: Bool = false) {
    state.copy(withNames: withNamesAndTimes)
  }

  public var hasSelection: Bool { !(state.selection?.isEmpty ?? true) }

  public func clearSelection() { state.leaveSelectionMode() }

  // MARK: Following

  /// What the buttons over the list tell.
  private struct Overlaid: Equatable {
    var isAway = false
    var count = 0
    var canGoBack = false
    /// Beside the column where there is room, so that they cover nothing.
    var margin = 0
  }

  private var overlaid = Overlaid()

  private func laidOut() {
    updateAnimation()
    let isAway = !isAtEnd && state.slice.total > 0
    let now = Overlaid(
      isAway: isAway, count: state.reading.unseenCount,
      canGoBack: !state.returns.isEmpty && isAway,
      margin: max(0, state.inset - Self.buttonRoom))
    guard now != overlaid else { return }
    overlaid = now
    // A layout must not ask for another one.
    MainLoop.whenIdle { [weak self] in self?.showOverlaid() }
  }

  private func showOverlaid() {
    jumpButton.update(isShown: overlaid.isAway, count: overlaid.count)
    backButton.isShown = overlaid.canGoBack
    jumpButton.widget.margin(end: overlaid.margin)
    backButton.widget.margin(start: overlaid.margin)
  }

  /// Pixels that a button over the list takes with its margins.
  private static let buttonRoom = 60

  private func updateAnimation() {
    state.animates = animates ?? Settings.default?.animates ?? true
  }
}
