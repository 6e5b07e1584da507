// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP
import Gtk
import Observation

/// Accounts and the people one reaches with them.
extension MainWindow {
  func connectSidebar(to session: Session) {
    let fault: (String) -> Void = { [weak self] in self?.content.banner.show($0) }
    sidebar.show(session.accounts, onFault: fault) { [weak self] in self?.remedy($1, of: $0) }
    sidebar.show(menuOf: session, onFault: fault) { [weak self] in self?.showContact($0) }
    showPictures(of: session.accounts)
  }

  /// Shows the pictures of people in the list and beside their messages, as they come.
  private func showPictures(of accounts: Accounts) {
    sidebar.list.picture = { summary, side in
      guard summary.kind == .direct else { return nil }
      return accounts.picture(of: summary.address, on: summary.account, side: side)
    }
    pictureFollower = Task { [weak self] in
      for await revision in Observations({ accounts.picturesRevision }) where revision > 0 {
        self?.sidebar.list.refreshPictures()
        self?.chat?.list.refreshPictures()
      }
    }
  }

  func showContact(_ summary: ConversationSummary) {
    guard let session else { return }
    ContactDialog(session.accounts, session.store, summary, over: window)?.present()
  }

  func addAccount() {
    guard let session else { return }
    SignInDialog(session.accounts, .add, over: window).present()
  }

  /// Does what is offered beside an account that is not online.
  func remedy(_ remedy: AccountText.Remedy, of connection: AccountConnection) {
    guard let session else { return }
    switch remedy {
    case .enterPassword, .reviewCertificate:
      SignInDialog(session.accounts, .resume(connection), over: window).present()
    case .tryNow: connection.signInAgain()
    case .acceptLesser(let mechanism):
      let dialog = ConfirmDialog(
        tr("Sign in less safely?"),
        text: tr(
          "The server of %s used to prove more when Martlet signed in. Servers lose that when they are moved; somebody who listens in between would take it away, too. Your password stays unseen either way, but your messages may not. If in doubt, ask those who run the server."
        ).filling(connection.address.description),
        confirm: tr("Sign In"), over: window)
      dialog.onConfirm = { connection.accept(lesser: mechanism) }
      dialog.present()
    case .acknowledge: connection.acknowledgeFault()
    case .turnOn:
      Task { [weak self] in
        do throws(StoreError) {
          try await session.accounts.setEnabled(true, connection)
        } catch {
          self?.content.banner.show(StoreFault(error).sentence)
        }
      }
    case .addAgain:
      SignInDialog(session.accounts, .add, address: connection.address, over: window).present()
    }
  }

  func startConversation() {
    guard let session else { return }
    guard !session.accounts.present.isEmpty else { return addAccount() }
    let dialog = NewConversationDialog(session.accounts, session.store, over: window)
    dialog.onChoose = { [weak self] id in self?.select(id) }
    dialog.present()
  }

  func chooseStatus() {
    guard let session else { return }
    guard !session.accounts.present.isEmpty else { return addAccount() }
    StatusDialog(session.accounts, over: window).present()
  }

  // MARK: The other side

  /// What is on the screen is no conversation: nothing is said of its other side.
  func leavePeer() {
    peerFollower?.cancel()
    content.showsContact = false
    content.setSubtitle("")
  }

  /// Keeps the line below the name in the header bar in step with who is on the screen.
  func followPeer() {
    leavePeer()
    guard searchState != .shown, let session, let summary = chat?.conversation?.summary,
      summary.kind == .direct,
      let connection = session.accounts[summary.account]
    else { return }
    content.showsContact = true
    let address = try? JID(summary.address)
    peerFollower = Task { [weak self] in
      let lines = Observations {
        let presence = address.flatMap { connection.presences[$0] }
        return (
          brief: PresenceText.brief(connection.condition, presence),
          whole: PresenceText.line(connection.condition, presence)
        )
      }
      for await line in lines { self?.content.setSubtitle(line.brief, tooltip: line.whole) }
    }
  }
}
