// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP
import Gtk

/// Following `xmpp:` links. They come from anywhere, so nothing is sent or joined by them alone.
extension MainWindow {
  func follow(link text: String) {
    do throws(XMPPURI.Fault) {
      follow(try XMPPURI(text))
    } catch {
      content.banner.show(Self.sentence(for: error, in: text))
    }
  }

  private func follow(_ link: XMPPURI) {
    guard let session else { return }
    do throws(StoreError) {
      let accounts = try session.reader.accounts().filter { $0.id != .local }
      let wanted = link.account?.bare.description
      guard
        let account = accounts.first(where: { $0.address == wanted })
          ?? accounts.first(where: \.isEnabled)
      else {
        let sentence =
          accounts.isEmpty
          ? tr("To write to %s you need an account. Add one, then follow the link again.")
          : tr("To write to %s turn an account on, then follow the link again.")
        content.banner.show(sentence.filling(link.address.description.onOneLine))
        return
      }
      let address = link.address.bare.description
      switch link.action {
      case .show, .add: open(address, .direct, of: account.id)
      case .message(let body): open(address, .direct, of: account.id, body: body)
      case .join: ask(toJoin: address, of: account.id)
      }
    } catch {
      content.banner.show(StoreFault(error).sentence)
    }
  }

  /// Opens the conversation, and puts `body` into its input bar, behind what stands there.
  private func open(
    _ address: String, _ kind: ConversationSummary.Kind, of account: AccountID, body: String = ""
  ) {
    guard let session else { return }
    Task { [weak self] in
      do throws(StoreError) {
        let id = try await session.store.openConversation(
          kind, with: address, title: address, of: account)
        guard let self else { return }
        select(id)
        guard let bar = chat?.bar, chat?.conversation?.id == id else { return }
        let body = String(body.cleanedForXML.prefix(utf8Bytes: Draft.textLimit))
        guard SendableText.isSendable(body) else { return }
        bar.text = bar.text.isEmpty ? body : bar.text + "\n" + body
      } catch {
        self?.content.banner.show(StoreFault(error).sentence)
      }
    }
  }

  private func ask(toJoin address: String, of account: AccountID) {
    let before = chat?.conversation?.id
    window.add(Action("join-room") { [weak self] in self?.open(address, .room, of: account) })
    window.add(
      Action("do-not-join") { [weak self] in
        if let before { self?.select(before) }
      })
    show(
      page: StatusPage(
        icon: "system-users-symbolic", title: tr("Join this room?"),
        text: tr("A link asks you to join %s. Its members will see that you are there.")
          .filling(address.onOneLine),
        actions: [
          (tr("Join"), "win.join-room"), (tr("Do Not Join"), "win.do-not-join"),
        ]
      ).widget, title: address.onOneLine)
  }

  private static func sentence(for fault: XMPPURI.Fault, in text: String) -> String {
    let link = String(text.prefix(80)).onOneLine
    return switch fault {
    case .otherScheme, .badEncoding, .tooLong:
      tr("“%s” is no link that Martlet can follow.").filling(link)
    case .noAddress: tr("The link “%s” does not say to whom it leads.").filling(link)
    case .badAddress: tr("The address in the link “%s” is not valid.").filling(link)
    }
  }
}
