// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Where a window gets the session from: the application, whose windows share it.
protocol SessionSource: AnyObject {
  /// The session of this process, opened when it is first asked for.
  func openSession() throws(StoreError) -> Session

  /// After ``openSession()`` threw `.damaged`: saves what can be read.
  func recoverSession() async throws(StoreError) -> Session
}

/// The window: the conversations at the side, and one of them, or a page that says why there is
/// none.
final class MainWindow {
  let window: ApplicationWindow
  /// Called when the window has been closed, before it is destroyed.
  var onClose: () -> Void = {}
  /// Called when ``currentState`` may have changed.
  var onStateChange: () -> Void = {}
  /// Called when the user has turned to the window.
  var onWatch: () -> Void = {}

  let appearance: AppearanceSource
  private let preferences: AppPreferences
  private unowned let sessions: any SessionSource
  let split: SplitView
  let sidebar: Sidebar
  let content: ContentPane
  private(set) var chat: ChatView?
  private(set) var session: Session?
  /// What to open with: what was open last, or was asked for before the store was open.
  private var wanted: NoticeTarget?
  private(set) var model: ConversationsModel?
  /// The search in all conversations, once it was asked for.
  var searchPage: SearchPage?
  var searchState = SearchState.none {
    didSet { if oldValue == .left, searchState != .left { chat?.forgetSearch() } }
  }
  private let zoom: TextZoom
  /// Follows whether the other side of the conversation on the screen is there.
  var peerFollower: Task<Void, Never>?
  /// Follows the pictures of people.
  var pictureFollower: Task<Void, Never>?

  init(
    _ application: Application, state: WindowState, appearance: AppearanceSource,
    preferences: AppPreferences, sessions: any SessionSource
  ) {
    self.appearance = appearance
    self.preferences = preferences
    self.sessions = sessions
    let menu = Self.makeMenu()
    sidebar = Sidebar(menu: menu)
    content = ContentPane(menu: menu)
    split = SplitView(sidebar: sidebar.widget, content: content.widget)
    split.sidebarWidth = state.sidebarWidth
    zoom = TextZoom(percent: state.zoom)
    wanted = state.conversation.map { NoticeTarget($0) }
    window = ApplicationWindow(application)
    window.title = "Martlet"
    window.setIcon(MartletApplication.id)
    window.defaultSize = (state.width, state.height)
    if state.isMaximized { window.isMaximized = true }
    // Each pane has a header bar of its own; the window's would be a third.
    let noTitleBar = Box(.horizontal)
    noTitleBar.isVisible = false
    window.setTitleBar(noTitleBar)
    window.child = split.widget
    sidebar.list.tint = appearance.accent
    connect()
    addActions()
    open()
    if !state.showsContent { split.showsContent = false }
  }

  isolated deinit {
    peerFollower?.cancel()
    pictureFollower?.cancel()
  }

  private func connect() {
    split.onCollapse = { [weak self] _ in self?.arrange() }
    split.onSwipeBack = { [weak self] in self?.goBack() }
    split.onArrange = { [weak self] in self?.onStateChange() }
    sidebar.list.onSelect = { [weak self] in self?.browse(to: $0) }
    sidebar.list.onActivate = { [weak self] in self?.select($0) }
    window.onActiveChanged { [weak self] in
      guard let self else { return }
      chat?.setWatched(window.isActive)
      session?.accounts.setActive(window.isActive)
      if window.isActive { onWatch() }
    }
    window.onSizeChanged { [weak self] in self?.onStateChange() }
    window.onCloseRequest { [weak self] in
      self?.onClose()
      return false
    }
  }

  /// - Parameter token: What lets it come to the front, where the desktop asks for that.
  func present(token: String? = nil) { window.present(token: token) }

  /// Calls `body` once the window has been painted for the first time.
  func afterFirstFrame(_ body: @escaping () -> Void) {
    var handler: SignalHandler?
    handler = window.onPainted {
      handler?.disconnect()
      handler = nil
      body()
    }
    // A window that cannot be painted has nothing to wait for.
    if handler == nil { body() }
  }

  /// The size and state to open with next time.
  var currentState: WindowState {
    var state = WindowState()
    let size = window.defaultSize
    state.width = size.width
    state.height = size.height
    state.isMaximized = window.isMaximized
    state.sidebarWidth = split.sidebarWidth
    state.zoom = zoom.percent
    state.showsContent = split.showsContent
    state.conversation = chat?.conversation?.id
    return state
  }

  /// Puts what is only on the screen on disk; returns when it is there.
  func save() async { await chat?.save() }

  func appearanceChanged() {
    chat?.tint = appearance.accent
    chat?.isHighContrast = appearance.appearance.highContrast
    sidebar.list.tint = appearance.accent
  }

  // MARK: Opening the store

  /// Opens the store and shows a conversation, or says why that cannot be.
  private func open() {
    do throws(StoreError) {
      try begin(with: try sessions.openSession())
    } catch {
      if case .damaged = error { recover() } else { show(error) }
    }
  }

  /// Saves what can be read of a damaged store, and goes on with that.
  private func recover() {
    content.show(
      StatusPage(
        icon: "document-save-symbolic", title: tr("Saving your conversations"),
        text: tr("Their file is damaged. Martlet keeps it and saves all that can be read of it.")
      ).widget)
    Task { [weak self, sessions] in
      do throws(StoreError) {
        let session = try await sessions.recoverSession()
        try self?.begin(with: session)
      } catch {
        self?.show(error)
      }
    }
  }

  private func begin(with session: Session) throws(StoreError) {
    self.session = session
    if let notice = session.notice { content.banner.show(notice) }
    let chat = ChatView(session, tint: appearance.accent, preferences: preferences)
    chat.onFault = { [weak self] in self?.content.banner.show($0) }
    chat.isHighContrast = appearance.appearance.highContrast
    self.chat = chat
    let model = try ConversationsModel(session.store, reader: session.reader)
    self.model = model
    sidebar.show(model)
    sidebar.onListChanged = { [weak self] in self?.listChanged() }
    connectSidebar(to: session)
    if let wanted { show(wanted) }
    wanted = nil
    guard chat.conversation == nil else { return }
    if let known = try session.knownFirst() {
      select(known)
    } else {
      Task { [weak self] in await self?.openFirst(of: session) }
    }
  }

  private func openFirst(of session: Session) async {
    do throws(StoreError) {
      let first = try await session.openFirst()
      // Another one may have been asked for meanwhile.
      if chat?.conversation == nil { select(first) }
    } catch {
      show(error)
    }
  }

  private func show(_ error: StoreError) {
    let fault = StoreFault(error)
    let actions =
      fault.canRetry
      ? [(tr("Try Again"), "win.retry"), (tr("Quit"), "app.quit")] : [(tr("Quit"), "app.quit")]
    content.show(
      StatusPage(
        icon: "dialog-warning-symbolic", title: fault.title, text: fault.text, actions: actions
      ).widget)
    arrange()
  }

  // MARK: Conversations

  /// Shows a conversation, ready to be written in.
  func select(_ id: ConversationID) {
    guard let chat, put(id, into: chat) else { return }
    split.showsContent = true
    chat.start(in: window)
    arrange()
  }

  /// The keys have moved along the list, and are to go on there. With room for the list only, what
  /// is meant shows when it is chosen.
  private func browse(to id: ConversationID) {
    guard let chat, !split.isCollapsed, put(id, into: chat) else { return }
    arrange()
  }

  /// Puts a conversation on the screen. Returns whether that could be done.
  private func put(_ id: ConversationID, into chat: ChatView) -> Bool {
    do throws(StoreError) {
      try chat.open(id)
    } catch {
      content.banner.show(StoreFault(error).sentence)
      return false
    }
    showTitle(chat.conversation?.summary.title ?? "")
    searchState = .none
    content.show(chat.widget)
    sidebar.list.selection = id
    followPeer()
    onStateChange()
    return true
  }

  /// Shows a page that belongs to no conversation in the place of one.
  func show(page: Widget, title: String) {
    content.setTitle(title)
    leavePeer()
    content.show(page)
    sidebar.list.selection = nil
  }

  /// Whether a conversation is in the content pane, and not a page.
  private var showsChat: Bool { chat.map { content.shows($0.widget) } ?? false }

  /// The conversation that somebody is looking at.
  var watched: ConversationID? {
    guard window.isActive, showsChat, !split.isCollapsed || split.showsContent else { return nil }
    return chat?.conversation?.id
  }

  /// Shows a conversation if it is (still) there; while the store is being opened, after that.
  func show(_ target: NoticeTarget) {
    guard let session else { return wanted = target }
    let id = target.conversation
    guard (try? session.reader.summary(of: id)) != nil else { return }
    select(id)
    guard let message = target.message, chat?.conversation?.id == id,
      (try? session.reader.message(message))?.conversation == id
    else { return }
    chat?.list.jump(to: message, keepsPlace: false)
  }

  private func showTitle(_ title: String) {
    let line = SafeText.line(title)
    content.setTitle(line)
    window.title = line
  }

  /// The conversation on the screen may have another name, or have been deleted: then the first one
  /// is shown.
  private func listChanged() {
    arrange()
    guard let session, let id = chat?.conversation?.id else { return }
    if showsChat, let order = model?.order, let index = order.index(of: id) {
      showTitle(order.summaries[index].title)
    }
    guard session.isGone(id) else { return }
    session.forget(id)
    let next = model?.order.summaries.first { $0.id != id }
    if let next { select(next.id) }
  }

  /// Shows the side bar unless there is nothing but a page that says why.
  func arrange() {
    split.hasSidebar = session != nil
    sidebar.showsWindowButtons = split.isCollapsed
    content.showsMenu = !split.hasSidebar || split.isCollapsed
    // With room for both panes it stands below the list.
    chat?.empty.offersAccount =
      split.isCollapsed && session?.accounts.present.isEmpty ?? false
    content.showsBack = searchState != .none || split.hasSidebar && split.isCollapsed
  }

  /// From a message to the results it was found among, or from the conversation to the list of them,
  /// where there is room for only one.
  private func goBack() {
    if returnToSearch() { return }
    split.showsContent = false
    sidebar.list.focus()
  }

  // MARK: Actions

  private static func makeMenu() -> Menu {
    Menu()
      .add(section: Menu().add(tr("_Go to Date…"), action: "win.jump-to-date"))
      .add(
        section: Menu().add(tr("_Find in Conversation"), action: "win.find")
          .add(tr("_Search All Conversations"), action: "win.search")
      )
      .add(
        section: Menu().add(tr("_New Conversation…"), action: "win.new-conversation")
          .add(tr("S_tatus…"), action: "win.status")
          .add(tr("_Add an Account…"), action: "app.add-account")
      )
      .add(
        section: Menu().add(tr("_Preferences"), action: "app.preferences")
          .add(tr("_Keyboard Shortcuts"), action: "app.shortcuts")
      )
      .add(
        section: Menu().add(tr("_About Martlet"), action: "app.about")
          .add(tr("_Quit"), action: "app.quit"))
  }

  private func addActions() {
    window.add(Action("close") { [weak self] in self?.window.close() })
    window.add(Action("retry") { [weak self] in self?.open() })
    window.add(Action("back") { [weak self] in self?.goBack() })
    addSearchActions()
    window.add(Action("status") { [weak self] in self?.chooseStatus() })
    window.add(Action("new-conversation") { [weak self] in self?.startConversation() })
    window.add(
      Action("contact") { [weak self] in
        if let summary = self?.chat?.conversation?.summary { self?.showContact(summary) }
      })
    window.add(Action("switch") { [weak self] in self?.showSwitcher() })
    window.add(
      Action(
        "zoom",
        text: { [weak self] in
          self?.zoom.change($0)
          self?.onStateChange()
        }))
    window.add(Action("jump-to-date") { [weak self] in self?.chat?.chooseDate() })
    window.add(Action("next-region") { [weak self] in self?.moveRegion(by: 1) })
    window.add(Action("previous-region") { [weak self] in self?.moveRegion(by: -1) })
    window.add(Action("menu") { [weak self] in self?.openMenu() })
    window.add(Action("next-conversation") { [weak self] in self?.move(by: 1) })
    window.add(Action("previous-conversation") { [weak self] in self?.move(by: -1) })
    window.add(
      Action(
        "conversation",
        text: { [weak self] in
          if let number = Int($0) { self?.select(number: number) }
        }))
  }

  /// Moves the focus to the next or previous part of the window: conversations, messages, field.
  private func moveRegion(by step: Int) {
    guard let chat else { return }
    // Where there is room for the list only, the others cannot be seen.
    if split.hasSidebar, split.isCollapsed, !split.showsContent { return sidebar.list.focus() }
    var regions: [(widget: Widget, focus: () -> Void)] = [
      (chat.list.widget, { chat.list.focus() }), (chat.bar.textView, { chat.bar.focus() }),
    ]
    if split.hasSidebar, !split.isCollapsed {
      regions.insert((sidebar.widget, { [sidebar] in sidebar.list.focus() }), at: 0)
    }
    let focus = window.focus
    let current = regions.firstIndex { focus?.isInside($0.widget) ?? false } ?? 0
    regions[(current + step + regions.count) % regions.count].focus()
  }

  private func openMenu() {
    // With room for one pane, that of the other would open beside the window.
    let isContentAlone = !split.hasSidebar || split.isCollapsed && split.showsContent
    if isContentAlone { content.openMenu() } else { sidebar.openMenu() }
  }
}
