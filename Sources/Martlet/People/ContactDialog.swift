// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP
import Gtk
import Observation

/// Who somebody is: picture, name, address, whether they are there; and what one can do about them.
final class ContactDialog {
  let dialog: Dialog
  let name = Entry()
  let message = Label.paragraph("", styles: "error")

  private let conversation: ConversationSummary
  private let connection: AccountConnection
  private let store: Store
  private let avatar: Avatar
  private let presence = Label.paragraph("", styles: "dim-label")
  private let relation = Label.paragraph("", styles: "dim-label")
  private let add = Button(label: tr("Add to Contacts"))
  private let remove = Button(label: tr("Remove from Contacts"))
  let block = Button(label: tr("Block…"))
  private var contact: Contact?
  private var isBlocked = false
  private var following: Task<Void, Never>?
  private let address: JID

  init?(_ session: Session, _ conversation: ConversationSummary, over parent: Window?) {
    guard let connection = session.accounts[conversation.account],
      let address = try? JID(conversation.address)
    else { return nil }
    self.conversation = conversation
    self.connection = connection
    self.address = address
    store = session.store
    avatar = Avatar(name: conversation.title, key: conversation.address, size: 80)
    dialog = Dialog(tr("Contact"), over: parent, width: 380)
    lay(out: SafeText.line(conversation.title))
    connect()
    following = Task { [weak self] in
      let states = Observations {
        _ = connection.pictures.revision
        return (connection.condition, connection.presences[address], connection.rosterRevision)
      }
      for await (condition, presence, _) in states {
        if let self { avatar.picture = connection.pictures[address, avatar.side] }
        self?.presence.text = PresenceText.line(condition, presence)
        self?.presence.isVisible = self?.presence.text.isEmpty == false
        await self?.load()
      }
    }
  }

  isolated deinit { following?.cancel() }

  func present() {
    // Nothing is changed by the first key.
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }

  private func lay(out title: String) {
    let content = dialog.content
    content.append(avatar.widget)
    let heading = Label(title)
    heading.addStyle("title-2")
    heading.wrap(minimumCharacters: 12)
    content.append(heading)
    let line = Label(SafeText.line(conversation.address))
    line.isSelectable = true
    line.wrap(minimumCharacters: 12)
    content.append(line)
    for label in [presence, relation] {
      label.alignment = 0.5
      content.append(label)
    }
    let caption = Label.paragraph(tr("Name that you call them"), styles: "heading")
    name.setAccessibleLabel(tr("Name that you call them"))
    content.append(caption)
    content.append(name)
    message.isVisible = false
    content.append(message)
    let actions = Box(.vertical, spacing: 6)
    for button in [add, remove, block] { actions.append(button) }
    remove.addStyle("destructive-action")
    content.append(actions)
    add.isVisible = false
    remove.isVisible = false
    _ = dialog.addButton(tr("Close")) { [weak self] in self?.dialog.window.close() }
  }

  private func connect() {
    let address = address
    name.onActivate { [weak self] in self?.rename() }
    dialog.window.onCloseRequest { [weak self] in
      self?.rename()
      return false
    }
    add.onClicked { [weak self] in
      let name = self?.typedName ?? ""
      self?.change { people async throws(RequestFailure) in
        try await people.addContact(address, name: name, groups: [], nickname: "", text: "")
      }
    }
    remove.onClicked { [weak self] in
      self?.change { people async throws(RequestFailure) in
        try await people.removeContact(address)
      }
    }
    block.onClicked { [weak self] in
      guard let self else { return }
      guard isBlocked else { return askToBlock() }
      change { people async throws(RequestFailure) in try await people.unblock(address) }
    }
  }

  // MARK: State

  private func load() async {
    let (address, account) = (address, connection.id)
    let contacts = try? await store.read { reader throws(StoreError) in
      try reader.contacts(of: account)
    }
    let blocked = await connection.service?.blockList() ?? []
    let isFirst = contact == nil
    contact = contacts?.first { $0.address == address.description }
    isBlocked = blocked.contains(address)
    if isFirst, let contact { name.text = contact.name }
    show()
  }

  private func show() {
    add.isVisible = contact == nil && !isBlocked
    remove.isVisible = contact != nil
    block.label = isBlocked ? tr("Unblock") : tr("Block…")
    relation.text =
      if isBlocked {
        tr("Blocked: nothing of theirs comes here.")
      } else {
        Self.relation(of: contact)
      }
    dialog.fit()
  }

  /// Who sees whose presence, in words.
  static func relation(of contact: Contact?) -> String {
    guard let contact else { return tr("Not among your contacts") }
    return switch contact.subscription {
    case .both: tr("You see each other's presence.")
    case .to: tr("You see their presence; they do not see yours.")
    case .from: tr("They see your presence; you do not see theirs.")
    case .none where contact.isAsking: tr("They have not answered your request yet.")
    case .none: tr("Neither sees the other's presence.")
    }
  }

  // MARK: Doing

  private var typedName: String { String(name.text.onOneLine.prefix(200)) }

  private func rename() {
    guard let contact, typedName != contact.name else { return }
    let (address, name, groups) = (address, typedName, contact.groups)
    let (store, id) = (store, conversation.id)
    change { people async throws(RequestFailure) in
      try await people.setContact(address, name: name, groups: groups)
      // The server tells names that are there; that one is gone is told by none.
      let title = name.isEmpty ? address.local ?? address.domain : name
      try? await store.setTitle(title, of: id)
    }
  }

  private func askToBlock() {
    let dialog = BlockDialog(
      address, name: conversation.title, connection, over: dialog.window)
    dialog.onBlocked = { [weak self] in Task { await self?.load() } }
    dialog.present()
  }

  private func change(
    _ body: @escaping @Sendable (any PeopleService) async throws(RequestFailure) -> Void
  ) {
    message.isVisible = false
    Task { [weak self, connection] in
      do throws(RequestFailure) {
        guard let people = connection.service else { throw .disconnected }
        try await body(people)
        await self?.load()
      } catch {
        self?.message.text = error.sentence
        self?.message.isVisible = true
      }
    }
  }
}
