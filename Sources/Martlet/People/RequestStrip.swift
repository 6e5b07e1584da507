// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// Who asks to see when one is there, above the list of conversations: accept, refuse or block.
final class RequestStrip {
  let widget = Box(.vertical)
  /// Tells the user what went wrong, in a sentence.
  var onFault: (String) -> Void = { _ in }

  private let accounts: Accounts
  private var following: Task<Void, Never>?

  /// More at once are a flood; the rest comes when these are answered.
  private static let limit = 3

  private struct Item: Equatable {
    var account: AccountID
    var request: SubscriptionRequest
  }

  init(_ accounts: Accounts) {
    self.accounts = accounts
    following = Task { [weak self] in
      let items = Observations {
        accounts.all.flatMap { connection in
          connection.requests.map { Item(account: connection.id, request: $0) }
        }
      }
      for await items in items { self?.show(items) }
    }
  }

  isolated deinit { following?.cancel() }

  private func show(_ items: [Item]) {
    for child in widget.children { widget.remove(child) }
    for item in items.prefix(Self.limit) {
      if let connection = accounts[item.account] {
        widget.append(row(of: item.request, connection))
      }
    }
    widget.isVisible = !items.isEmpty
  }

  private func row(of request: SubscriptionRequest, _ connection: AccountConnection) -> Widget {
    let address = request.address
    let column = Box(.vertical, spacing: 4, role: .status)
    column.addStyle("account-strip")
    let name = request.nickname.isEmpty ? address.description : SafeText.line(request.nickname)
    column.append(
      Label.paragraph(tr("%s wants to be your contact").filling(name), styles: "heading"))
    // The name is whatever they say; the address is who they are.
    if !request.nickname.isEmpty {
      column.append(Label.paragraph(address.description, styles: "caption", "dim-label"))
    }
    if !request.text.isEmpty {
      column.append(Label.paragraph(SafeText.line(request.text), styles: "caption"))
    }
    let buttons = Box(.horizontal, spacing: 6)
    let accept = Button(label: tr("Accept"))
    accept.addStyle("suggested-action")
    accept.onClicked { [weak self] in
      self?.answer(connection) { people async throws(RequestFailure) in
        try await people.acceptRequest(of: address, asksBack: true)
      }
    }
    let refuse = Button(label: tr("Refuse"))
    refuse.onClicked { [weak self] in
      self?.answer(connection) { people async throws(RequestFailure) in
        try await people.refuseRequest(of: address)
      }
    }
    let block = Button(label: tr("Block…"))
    block.onClicked { [weak self] in
      BlockDialog(
        address, name: name, connection, refusesRequest: true, over: self?.widget.window
      ).present()
    }
    // In some languages three beside each other are wider than the list.
    for answer in [accept, refuse] {
      answer.expandsHorizontally = true
      buttons.append(answer)
    }
    column.append(buttons)
    block.hasFrame = false
    column.append(block)
    return column
  }

  private func answer(
    _ connection: AccountConnection,
    _ body: @escaping @Sendable (any PeopleService) async throws(RequestFailure) -> Void
  ) {
    Task { [weak self] in
      do throws(RequestFailure) {
        guard let people = connection.service else { throw .disconnected }
        try await body(people)
        await connection.updateRequests()
      } catch {
        self?.onFault(error.sentence)
      }
    }
  }
}
