// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// Who is blocked by an account: the list, kept at the server, to take from and to add to
/// (XEP-0191).
final class BlockedDialog {
  let dialog: Dialog
  let address = Entry(placeholder: "name@example.org")
  let message = Label.paragraph("", styles: "error")
  let list = Box(.vertical)
  let blockButton = Button(label: tr("Block"))
  private(set) var unblockButtons: [Button] = []

  private let connection: AccountConnection
  private var following: Task<Void, Never>?

  init(_ connection: AccountConnection, over parent: Window?) {
    self.connection = connection
    dialog = Dialog(tr("Blocked Addresses"), over: parent, width: 400)
    dialog.content.append(
      Label.paragraph(
        tr("Nothing of theirs reaches you on any device. They are not told."), styles: "dim-label"))
    list.addStyle("card")
    dialog.content.append(list)
    let row = Box(.horizontal, spacing: 8)
    address.setPurpose(.address)
    address.setAccessibleLabel(tr("Address to block"))
    address.expandsHorizontally = true
    row.append(address)
    blockButton.onClicked { [weak self] in self?.block() }
    row.append(blockButton)
    dialog.content.append(row)
    message.isVisible = false
    dialog.content.append(message)
    _ = dialog.addButton(tr("Close")) { [weak self] in self?.dialog.window.close() }
    address.onActivate { [weak self] in self?.block() }
    address.onChanged { [weak self] in self?.addressChanged() }
    addressChanged()
    following = Task { [weak self] in
      for await _ in Observations({ (connection.condition, connection.rosterRevision) }) {
        await self?.load()
      }
    }
  }

  isolated deinit { following?.cancel() }

  func present() {
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }

  private func load() async { show(await connection.service?.blockList() ?? []) }

  private func show(_ blocked: [JID]) {
    let hadFocus = dialog.window.focus?.isInside(list) ?? false
    for child in list.children { list.remove(child) }
    unblockButtons = []
    for address in blocked {
      if list.firstChild != nil { list.append(Separator(.horizontal)) }
      list.append(row(of: address))
    }
    if blocked.isEmpty {
      let nobody = Label.paragraph(tr("Nobody is blocked."))
      nobody.margin(start: 12, end: 12, top: 10, bottom: 10)
      list.append(nobody)
    }
    if hadFocus { _ = list.moveFocus(forward: true) || address.grabFocus() }
    dialog.fit()
  }

  private func row(of address: JID) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    row.margin(start: 12, end: 12, top: 8, bottom: 8)
    let name = Label.paragraph(address.description.onOneLine)
    name.expandsHorizontally = true
    let unblock = Button(label: tr("Unblock"))
    unblock.setAccessibleDescription(address.description)
    unblock.align(vertical: .center)
    unblock.onClicked { [weak self] in
      self?.change { people async throws(RequestFailure) in try await people.unblock(address) }
    }
    unblockButtons.append(unblock)
    row.append(name)
    row.append(unblock)
    return row
  }

  private func addressChanged() {
    message.isVisible = false
    // Return says what is missing; the button waits until nothing is.
    blockButton.isSensitive = (try? TypedAddress.read(address.text).get()) != nil
  }

  private func block() {
    switch TypedAddress.read(address.text) {
    case .failure(let fault): dialog.say(fault.sentence, on: message)
    case .success(let jid):
      address.text = ""
      change { people async throws(RequestFailure) in try await people.block(jid, report: nil) }
    }
  }

  private func change(
    _ body: @escaping @Sendable (any PeopleService) async throws(RequestFailure) -> Void
  ) {
    Task { [weak self, connection] in
      do throws(RequestFailure) {
        guard let people = connection.service else { throw .disconnected }
        try await body(people)
        await self?.load()
      } catch {
        guard let self else { return }
        dialog.say(error.sentence, on: message)
      }
    }
  }
}
