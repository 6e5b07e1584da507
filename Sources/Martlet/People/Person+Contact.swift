// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP

extension Person {
  init(_ contact: Contact, _ presences: [JID: Presence]) {
    let jid = try? JID(contact.address)
    let name = contact.name.isEmpty ? jid?.local ?? contact.address : contact.name
    let word = jid.flatMap { presences[$0] }.map { PresenceText.word(for: $0.availability) }
    self.init(
      address: contact.address, name: name,
      note: [word, contact.address].compactMap(\.self).joined(separator: " · "))
  }

  /// Somebody who is no contact.
  init(stranger: JID) {
    self.init(
      address: stranger.description, name: stranger.local ?? stranger.domain,
      note: stranger.description)
  }
}
