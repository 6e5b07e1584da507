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
  private let jumpButton: JumpButton
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
    widget = overlay
    jumpButton.onPressed = { [weak state] in state?.goToEnd() }
    state.slots.onHeightChanged = { [weak state] in state?.rowChanged($0) }
    state.onLaidOut = { [weak self] in self?.laidOut() }
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
    arrived = 0
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
      state.queueLayout()
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

  // MARK: Going somewhere

  /// Puts the focus into the list.
  public func focus() { view.grabFocus() }

  /// Goes to the newest message and follows from there.
  public func scrollToEnd() { state.goToEnd() }

  /// Goes to a message anywhere in the conversation. The last one asked for counts.
  public func jump(to message: MessageID) { state.go(to: .message(message)) }

  // MARK: Following

  private var arrived = 0
  private var newest: MessagePosition?

  private func laidOut() {
    updateAnimation()
    let last = state.slice.endIsLoaded ? state.slice.messages.last?.position : nil
    _ = last
    jumpButton.update(isShown: !isAtEnd && state.slice.total > 0, count: arrived)
  }

  private func updateAnimation() {
    state.animates = animates ?? Settings.default?.animates ?? true
  }
}
