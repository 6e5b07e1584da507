// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP
import Gtk
import Observation

/// Ctrl+N: a few letters of a contact's name, or any address typed whole; Return opens the
/// conversation.
final class NewConversationDialog {
  let window = Window()
  /// A conversation was chosen; it is in the store.
  var onChoose: (ConversationID) -> Void = { _ in }

  let entry = SearchEntry(placeholder: tr("Name or address"))
  let message = Label.paragraph("")
  private let store: Store
  let list = PeopleList()
  private let hint = Label.paragraph(
    tr("Nobody is here yet. Type the address of somebody, such as name@example.org."),
    styles: "dim-label")
  private let accountChoice: DropDown
  private let connections: [AccountConnection]
  private var people: [Person] = []
  /// The groups of those who are in some, by address.
  private var groups: [String: [String]] = [:]
  private var loading: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  /// How often the contacts were read and sorted.
  private(set) var loads = 0

  /// More than these nobody reads; a few letters more say it better.
  private static let limit = 50

  init(_ accounts: Accounts, _ store: Store, over parent: Window?) {
    self.store = store
    connections = accounts.present
    accountChoice = DropDown(connections.map(\.address.description))
    window.title = tr("New Conversation")
    window.setTransient(for: parent)
    window.isModal = true
    window.defaultSize = (420, 460)
    let column = Box(.vertical)
    entry.margin(start: 12, end: 12, top: 12, bottom: 6)
    column.append(entry)
    accountChoice.margin(start: 12, end: 12, bottom: 6)
    accountChoice.setAccessibleLabel(tr("Account"))
    accountChoice.isVisible = connections.count > 1
    column.append(accountChoice)
    message.margin(start: 16, end: 16, bottom: 6)
    message.addStyle("error")
    message.isVisible = false
    column.append(message)
    hint.margin(start: 16, end: 16, top: 6)
    hint.isVisible = false
    column.append(hint)
    list.widget.expandsVertically = true
    column.append(list.widget)
    window.child = column
    connect()
    load()
  }

  isolated deinit {
    loading?.cancel()
    watching?.cancel()
  }

  func present() {
    window.keepAlive(self)
    window.present()
    entry.grabFocus()
  }

  private func connect() {
    entry.onChanged { [weak self] in self?.search() }
    entry.onActivate { [weak self] in self?.choose() }
    entry.onStop { [weak self] in self?.window.close() }
    list.onActivate = { [weak self] in self?.open($0) }
    accountChoice.onSelected { [weak self] _ in self?.load() }
    let keys = KeyController(.capture)
    keys.onPressed { [weak self] event in
      switch event.key {
      case .down: self?.list.move(by: 1)
      case .up: self?.list.move(by: -1)
      default: return false
      }
      return true
    }
    entry.addController(keys)
  }

  private var connection: AccountConnection? {
    connections.indices.contains(accountChoice.selected)
      ? connections[accountChoice.selected] : connections.first
  }

  private func load() {
    guard let connection else { return }
    loading?.cancel()
    loading = Task { [weak self, store] in
      let id = connection.id
      // Contacts may still be on their way when the dialog opens.
      for await _ in Observations({ connection.rosterRevision }) {
        let read = try? await store.read { reader throws(StoreError) in
          let contacts = try reader.contacts(of: id)
          let inGroups = contacts.lazy.filter { !$0.groups.isEmpty }
            .map { ($0.address, $0.groups) }
          return (
            people: Person.inOrder(contacts),
            groups: Dictionary(inGroups, uniquingKeysWith: { first, _ in first })
          )
        }
        guard let self, !Task.isCancelled else { return }
        people = read?.people ?? []
        groups = read?.groups ?? [:]
        loads += 1
        search(keeping: list.selected)
      }
    }
    showPresences(of: connection)
  }

  /// Thousands may come while the account signs in. They change words of rows in view, and no order.
  private func showPresences(of connection: AccountConnection) {
    list.note = { [weak self] person in
      let presence = (try? JID(person.address)).flatMap { connection.presences[$0] }
      let parts = [presence.map { PresenceText.line($0) }, person.address]
      let groups = self?.groups[person.address] ?? []
      return (parts.compactMap(\.self) + groups).joined(separator: " · ")
    }
    watching?.cancel()
    watching = Task { [weak self] in
      for await _ in Observations({ connection.presences.count }) { self?.list.refreshNotes() }
    }
  }

  /// - Parameter chosen: Who is to stay selected; without, it is who fits best.
  private func search(keeping chosen: Person? = nil) {
    message.isVisible = false
    let query = entry.text
    var found: [Person]
    if query.isEmpty {
      found = people
    } else {
      found = people.compactMap { person -> (FuzzyMatch, Person)? in
        let names = [person.name, person.address] + (groups[person.address] ?? [])
        let matches = names.map { FuzzyMatch(query, in: $0) }
        return matches.compactMap { $0 }.max().map { ($0, person) }
      }
      .sorted { $0.0 > $1.0 }.prefix(Self.limit).map(\.1)
      // Whoever types an address whole means that one, contact or not.
      if query.contains("@"), case .success(let jid) = TypedAddress.read(query) {
        let address = jid.description
        if let known = found.firstIndex(where: { $0.address == address }) {
          found.insert(found.remove(at: known), at: 0)
        } else {
          found.insert(Person(stranger: jid), at: 0)
        }
      }
    }
    hint.isVisible = people.isEmpty && found.isEmpty
    list.show(found, selecting: chosen?.address)
  }

  private func choose() {
    if let person = list.selected { return open(person) }
    if case .failure(let fault) = TypedAddress.read(entry.text) {
      message.text = fault.sentence
      message.isVisible = true
    }
  }

  private func open(_ person: Person) {
    guard let connection else { return }
    Task { [weak self, store] in
      do throws(StoreError) {
        let id = try await store.openConversation(
          .direct, with: person.address, title: person.name, of: connection.id)
        self?.onChoose(id)
        self?.window.close()
      } catch {
        self?.message.text = StoreFault(error).sentence
        self?.message.isVisible = true
      }
    }
  }
}
