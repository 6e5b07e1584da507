// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The window: a header bar, notices, and the conversation, or a page that says why there is none.
final class MainWindow {
  let window: ApplicationWindow
  /// Called when the window has been closed, before it is destroyed.
  var onClose: () -> Void = {}

  private let appearance: AppearanceSource
  private let preferences: Preferences?
  private let openSession: () throws(StoreError) -> Session
  private let banner = Banner()
  private let column = Box(.vertical)
  private let title = Label("Martlet")
  private var session: Session?
  private var chat: ChatView?
  private var page: Widget?

  init(
    _ application: Application, state: WindowState, appearance: AppearanceSource,
    preferences: Preferences?, openSession: @escaping () throws(StoreError) -> Session
  ) {
    self.appearance = appearance
    self.preferences = preferences
    self.openSession = openSession
    window = ApplicationWindow(application)
    window.title = "Martlet"
    window.setIcon(MartletApplication.id)
    window.defaultSize = (state.width, state.height)
    if state.isMaximized { window.isMaximized = true }
    window.setTitleBar(makeHeader())
    column.append(banner.widget)
    window.child = column
    addActions()
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

  /// Puts what is being typed on disk; returns when it is there.
  func saveEverything() { chat?.saveDraftNow() }

  func accentChanged() { chat?.tint = appearance.accent }

  // MARK: Content

  /// Opens the store and shows the conversation, or says why that cannot be.
  private func open() {
    do throws(StoreError) {
      let session = try openSession()
      self.session = session
      if let notice = session.notice { banner.show(notice) }
      if let notes = try session.knownNotes() {
        show(notes, of: session)
      } else {
        Task { await openFirstNotes(of: session) }
      }
    } catch {
      show(error)
    }
  }

  private func openFirstNotes(of session: Session) async {
    do throws(StoreError) {
      show(try await session.openNotes(), of: session)
    } catch {
      show(error)
    }
  }

  private func show(_ conversation: ConversationID, of session: Session) {
    let chat = ChatView(
      conversation, session: session, tint: appearance.accent, preferences: preferences)
    chat.onFault = { [weak self] in self?.banner.show($0) }
    self.chat = chat
    title.text = chat.title
    window.title = chat.title
    show(chat.widget)
    chat.start(in: window)
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
