// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP

nonisolated extension Person {
  init(_ contact: Contact) {
    let name =
      contact.name.isEmpty
      ? (try? JID(contact.address))?.local ?? contact.address : contact.name
    self.init(address: contact.address, name: name)
  }

  /// Somebody who is no contact.
  init(stranger: JID) {
    self.init(address: stranger.description, name: stranger.local ?? stranger.domain)
  }

  /// By their names, whatever the case of the letters.
  static func inOrder(_ contacts: [Contact]) -> [Person] {
    contacts.map { contact in
      let person = Person(contact)
      return (person.name.lowercased(), person)
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
