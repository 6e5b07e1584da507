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
  private let heading = Label()
  private let presence = Label.paragraph("", styles: "dim-label")
  /// The name that they give themselves, where it says more.
  let ownName = Label.paragraph("", styles: "dim-label")
  let groups = GroupsBox()
  private let relation = Label.paragraph("", styles: "dim-label")
  private let add = Button(label: tr("Add to Contacts"))
  private let remove = Button(label: tr("Remove from Contacts"))
  let block = Button(label: tr("Block…"))
  private var contact: Contact?
  private var nickname = ""
  private var isBlocked = false
  private var following: Task<Void, Never>?
  private let address: JID

  init?(
    _ accounts: Accounts, _ store: Store, _ conversation: ConversationSummary,
    over parent: Window?
  ) {
    guard let connection = accounts[conversation.account],
      let address = try? JID(conversation.address)
    else { return nil }
    self.conversation = conversation
    self.connection = connection
    self.address = address
    self.store = store
    avatar = Avatar(name: conversation.title, key: conversation.address, size: 80)
    dialog = Dialog(tr("Contact"), over: parent, width: 380)
    lay(out: SafeText.line(conversation.title))
    connect()
    following = Task { [weak self] in
      let states = Observations {
        _ = connection.pictures.revision
        return (
          condition: connection.condition, presence: connection.presences[address],
          nickname: connection.nicknames[address], roster: connection.rosterRevision
        )
      }
      for await (condition, presence, nickname, _) in states {
        self?.nickname = nickname ?? ""
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
    heading.text = title
    heading.addStyle("title-2")
    heading.wrap(minimumCharacters: 12)
    content.append(heading)
    let line = Label(SafeText.line(conversation.address))
    line.isSelectable = true
    line.wrap(minimumCharacters: 12)
    content.append(line)
    for label in [ownName, presence, relation] {
      label.alignment = 0.5
      content.append(label)
    }
    let caption = Label.paragraph(tr("Name that you call them"), styles: "heading")
    name.setAccessibleLabel(tr("Name that you call them"))
    content.append(caption)
    content.append(name)
    groups.widget.isVisible = false
    content.append(groups.widget)
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
    groups.onChange = { [weak self] in self?.put(into: $0) }
    add.onClicked { [weak self] in
      guard let self else { return }
      let (name, nickname) = (typedName, connection.nickname)
      change { people async throws(RequestFailure) in
        try await people.addContact(
          address, name: name, groups: [], nickname: nickname, text: "")
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
    let all = (contacts ?? []).reduce(into: Set<String>()) { $0.formUnion($1.groups) }
    groups.show(all: all, chosen: contact?.groups ?? [])
    show()
  }

  private func show() {
    add.isVisible = contact == nil && !isBlocked
    remove.isVisible = contact != nil
    groups.widget.isVisible = contact != nil
    let named = contact.map { Person($0).name }
    let shown = named ?? conversation.title
    heading.text = SafeText.line(shown)
    ownName.isVisible = !nickname.isEmpty && nickname != shown
    ownName.text = tr("They call themselves “%s”").filling(SafeText.line(nickname))
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

  private var typedName: String { String(name.text.onOneLine.trimmed.prefix(200)) }

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

  /// - Parameter groups: All of them.
  private func put(into groups: [String]) {
    guard let contact else { return }
    let (address, name) = (address, contact.name)
    change(otherwise: { [weak self] in self?.groups.reset() }) {
      people async throws(RequestFailure) in
      try await people.setContact(address, name: name, groups: groups)
    }
    self.contact?.groups = groups
  }

  private func askToBlock() {
    let dialog = BlockDialog(
      address, name: conversation.title, connection, over: dialog.window)
    dialog.onBlocked = { [weak self] in Task { await self?.load() } }
    dialog.present()
  }

  /// - Parameter otherwise: Done when it could not be.
  private func change(
    otherwise undo: @escaping () -> Void = {},
    _ body: @escaping @Sendable (any PeopleService) async throws(RequestFailure) -> Void
  ) {
    message.isVisible = false
    Task { [weak self, connection] in
      do throws(RequestFailure) {
        guard let people = connection.service else { throw .disconnected }
        try await body(people)
        await self?.load()
      } catch {
        undo()
        self?.message.text = error.sentence
        self?.message.isVisible = true
        self?.dialog.fit()
      }
    }
  }
}
