// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Where a window gets the session from: the application, whose windows share it.
protocol SessionSource: AnyObject {
  /// The session of this process, opened when it is first asked for.
  func openSession() throws(StoreError) -> Session

  /// After ``openSession()`` threw `.damaged`: saves what can be read.
  func recoverSession() async throws(StoreError) -> Session
}

/// The window: a header bar, notices, and the conversation, or a page that says why there is none.
final class MainWindow {
  let window: ApplicationWindow
  /// Called when the window has been closed, before it is destroyed.
  var onClose: () -> Void = {}

  private let appearance: AppearanceSource
  private let preferences: Preferences?
  private unowned let sessions: any SessionSource
  private let banner = Banner()
  private let column = Box(.vertical)
  private let title = Label("Martlet")
  private var chat: ChatView?
  private var page: Widget?

  init(
    _ application: Application, state: WindowState, appearance: AppearanceSource,
    preferences: Preferences?, sessions: any SessionSource
  ) {
    self.appearance = appearance
    self.preferences = preferences
    self.sessions = sessions
    window = ApplicationWindow(application)
    window.title = "Martlet"
    window.setIcon(MartletApplication.id)
    window.defaultSize = (state.width, state.height)
    if state.isMaximized { window.isMaximized = true }
    window.setTitleBar(makeHeader())
    column.append(banner.widget)
    window.child = column
    addActions()
    window.onActiveChanged { [weak self] in
      guard let self, !window.isActive else { return }
      // Whoever turns to another window may turn off the machine next.
      chat?.saveDraft()
    }
    window.onCloseRequest { [weak self] in
      self?.onClose()
      return false
    }
    open()
  }

  func present() { window.present() }

  /// The size and state to open with next time.
  var currentState: WindowState {
    var state = WindowState()
    let size = window.defaultSize
    state.width = size.width
    state.height = size.height
    state.isMaximized = window.isMaximized
    return state
  }

  func accentChanged() { chat?.tint = appearance.accent }

  // MARK: Content

  /// Opens the store and shows the conversation, or says why that cannot be.
  private func open() {
    do throws(StoreError) {
      try begin(with: try sessions.openSession())
    } catch {
      if case .damaged = error { recover() } else { show(error) }
    }
  }

  /// Saves what can be read of a damaged store, and goes on with that.
  private func recover() {
    show(
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
    if let notice = session.notice { banner.show(notice) }
    if let known = try session.knownFirst() {
      show(known, of: session)
    } else {
      Task { [weak self] in await self?.openFirst(of: session) }
    }
  }

  private func openFirst(of session: Session) async {
    do throws(StoreError) {
      show(try await session.openFirst(), of: session)
    } catch {
      show(error)
    }
  }

  private func show(_ id: ConversationID, of session: Session) {
    do throws(StoreError) {
      let conversation = try session.conversation(id)
      let chat = try ChatView(
        conversation, session: session, tint: appearance.accent, preferences: preferences)
      chat.onFault = { [weak self] in self?.banner.show($0) }
      self.chat = chat
      title.text = conversation.summary.title
      window.title = conversation.summary.title
      show(chat.widget)
      chat.start(in: window)
    } catch {
      show(error)
    }
  }

  private func show(_ error: StoreError) {
    let fault = StoreFault(error)
    let actions =
      fault.canRetry
      ? [(tr("Try Again"), "win.retry"), (tr("Quit"), "app.quit")] : [(tr("Quit"), "app.quit")]
    show(
      StatusPage(
        icon: "dialog-warning-symbolic", title: fault.title, text: fault.text, actions: actions
      ).widget)
  }

  private func show(_ widget: Widget) {
    if let page { column.remove(page) }
    widget.expandsVertically = true
    column.append(widget)
    page = widget
  }

  private func makeHeader() -> HeaderBar {
    let header = HeaderBar()
    title.addStyle("header-title")
    title.ellipsize()
    header.setTitle(title)
    let button = MenuButton(icon: "open-menu-symbolic", name: tr("Main menu"))
    button.setMenu(
      Menu().add(tr("_About Martlet"), action: "app.about").add(tr("_Quit"), action: "app.quit"))
    button.setPrimary(true)
    header.packEnd(button)
    return header
  }

  private func addActions() {
    window.add(Action("close") { [weak self] in self?.window.close() })
    window.add(Action("retry") { [weak self] in self?.open() })
  }
}
