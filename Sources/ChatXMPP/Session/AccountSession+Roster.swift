// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  nonisolated static let rosterKey = "xmpp-roster-version"

  func requestRoster() {
    let version = stream.features.offersRosterVersioning ? rosterVersion ?? "" : nil
    request("get", to: nil, Roster.query(version: version)) { [weak self] result in
      guard let self, case .success(let iq) = result else { return }
      // An empty answer means: as you know it (RFC 6121 §2.6.3).
      guard let query = iq.child("query", Roster.namespace) else { return }
      let items = Roster.items(in: query)
      self.roster = Dictionary(items.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
      self.rosterVersion = query["ver"]
      self.keep(items, removing: [], isWhole: true)
    }
  }

  func receivedRosterPush(_ iq: XMLElement, _ query: XMLElement) {
    // X04: anybody may send such a stanza, only our account may mean it.
    guard Roster.isTrusted(sender: iq["from"], account: address) else {
      return answer(iq, error: "service-unavailable")
    }
    let items = Roster.items(in: query)
    var removed: [JID] = []
    for item in items {
      if item.subscription == .remove {
        roster[item.address] = nil
        removed.append(item.address)
      } else {
        roster[item.address] = item
      }
    }
    if let version = query["ver"] { rosterVersion = version }
    keep(items.filter { $0.subscription != .remove }, removing: removed, isWhole: false)
    answer(iq)
  }

  private func keep(_ items: [Roster.Item], removing: [JID], isWhole: Bool) {
    let contacts = items.map(Contact.init)
    let (account, version) = (account, rosterVersion)
    writer.write { [weak self] store throws(StoreError) in
      if isWhole {
        try store.replaceContacts(contacts, of: account)
      } else {
        for contact in contacts { try store.setContact(contact, of: account) }
        for address in removing { try store.removeContact(address.description, of: account) }
      }
      for contact in contacts {
        guard let conversation = try store.reader.conversation(with: contact.address, of: account),
          !contact.name.isEmpty
        else { continue }
        try store.setTitle(contact.name, of: conversation)
      }
      try store.setValue(version, for: Self.rosterKey, of: account)
      return { self?.onEvent?(.rosterChanged) }
    }
  }

  // MARK: Presence

  func receivedPresence(_ stanza: XMLElement) {
    guard let from = stanza["from"].flatMap({ try? JID($0) }), let kind = Presence.kind(of: stanza)
    else { return }
    switch kind {
    case .presence(let presence):
      guard from.bare != address, roster[from.bare] != nil else { return }
      capabilities.received(
        stanza, from: from, isOnline: presence.availability != .offline)
      if let hash = VCard.photoHash(in: stanza) { avatars.presence(hash, of: from.bare) }
      // A contact with a thousand devices has none that counts.
      var devices = presences[from.bare] ?? [:]
      if presence.availability == .offline {
        devices[from] = nil
      } else if devices.count < 64 || devices[from] != nil {
        devices[from] = presence
      }
      presences[from.bare] = devices
      let best = devices.values.max { $0.priority < $1.priority } ?? presence
      // Who repeats himself a thousand times changes nothing on the screen.
      if shownPresences.updateValue(best, forKey: from.bare) != best {
        onEvent?(.presence(from.bare, best))
      }
    case let other: receivedSubscription(other, from: from.bare, stanza)
    }
  }

  // MARK: Requests to us

  func receivedIQ(_ iq: XMLElement) {
    switch iq["type"] {
    case "result", "error": _ = requests.received(iq)
    case "get", "set":
      guard let payload = iq.elements.first(where: { _ in true }) else {
        return answer(iq, error: "bad-request")
      }
      receivedRequest(iq, payload)
    default: break
    }
  }

  private func receivedRequest(_ iq: XMLElement, _ payload: XMLElement) {
    let isSet = iq["type"] == "set"
    if payload.isNamed("query", Roster.namespace), isSet {
      return receivedRosterPush(iq, payload)
    }
    if payload.namespace == Blocking.namespace, isSet { return receivedBlocking(iq) }
    // X25: strangers learn nothing, not even that somebody is here.
    let sender = iq["from"].flatMap { try? JID($0) }
    let isOurs = sender.map { $0.bare == address || $0 == address.server } ?? true
    // Whoever asks on and on has us send no more than that; no answer is an answer (§8.2.3 of
    // RFC 6120 asks for one, but not for a flood).
    guard isOurs || answers.allows(at: clock.now) else { return }
    let isKnown = isOurs || sender.map { mayTell($0.bare) } ?? true
    guard isKnown else { return answer(iq, error: "service-unavailable") }
    switch (payload.namespace, payload.name) {
    case (Ping.namespace, "ping") where !isSet: answer(iq)
    case (ServiceInformation.namespace, "query") where !isSet:
      let node = payload["node"]
      let own = "\(ServiceInformation.node)#\(ServiceInformation.martlet.verification)"
      guard node == nil || node == own else { return answer(iq, error: "item-not-found") }
      answer(iq, ServiceInformation.martlet.element(node: node))
    default: answer(iq, error: "service-unavailable")
    }
  }

  func answer(_ iq: XMLElement, _ payload: XMLElement? = nil) {
    stream.send(
      XMLElement(
        "iq", Namespace.client, ["type": "result", "id": iq["id"], "to": iq["from"]],
        children: payload.map { [$0] } ?? []))
  }

  func answer(_ iq: XMLElement, error condition: String) {
    let error = XMLElement(
      "error", Namespace.client, ["type": "cancel"],
      children: [XMLElement(condition, Namespace.stanzaErrors)])
    stream.send(
      XMLElement(
        "iq", Namespace.client, ["type": "error", "id": iq["id"], "to": iq["from"]],
        children: [error]))
  }
}

extension Contact {
  init(_ item: Roster.Item) {
    self.init(
      address: item.address.description, name: item.name,
      subscription: Subscription(rawValue: item.subscription.rawValue) ?? .none,
      isAsking: item.isAsking, groups: item.groups)
  }
}

extension Roster.Item {
  init?(_ contact: Contact) {
    guard let address = try? JID(contact.address) else { return nil }
    self.init(
      address: address, name: contact.name,
      subscription: Subscription(rawValue: contact.subscription.rawValue) ?? .none,
      isAsking: contact.isAsking, groups: contact.groups)
  }
}
