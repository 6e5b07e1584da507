// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  /// More people than this who ask at once are a flood; the server keeps them for the next session.
  static let requestLimit = 256

  func receivedSubscription(_ kind: Presence.Kind, from peer: JID, _ stanza: XMLElement) {
    guard peer != address, !blocked.contains(peer) else { return }
    switch kind {
    case .subscriptionRequest:
      let item = roster[peer]
      // Already allowed, and told so once more (RFC 6121 §3.1.3); or we asked them first, and
      // whoever adds somebody wants to be seen by them, too.
      if let item, item.seesUs || item.isAsking || item.subscription == .to {
        return send(Presence.subscription("subscribed", to: peer))
      }
      let request = SubscriptionRequest(peer, stanza)
      guard !subscriptionRequests.contains(request) else { return }
      subscriptionRequests.removeAll { $0.address == peer }
      guard subscriptionRequests.count < Self.requestLimit else { return }
      subscriptionRequests.append(request)
      onEvent?(.subscriptionRequest(request))
    case .unsubscribe:
      // They no longer ask (§3.3.3): what the server changes in the roster comes as a push.
      subscriptionRequests.removeAll { $0.address == peer }
      onEvent?(.subscriptionRequestsChanged)
    case .subscribed, .unsubscribed, .presence, .error: break
    }
  }

  func send(_ presence: XMLElement) { stream.send(presence) }

  func answerRequest(of peer: JID, accepts: Bool, asksBack: Bool) throws(RequestFailure) {
    guard stream.isOnline else { throw .disconnected }
    send(Presence.subscription(accepts ? "subscribed" : "unsubscribed", to: peer))
    if accepts, asksBack, roster[peer]?.subscription != .to, roster[peer]?.subscription != .both {
      send(Presence.subscription("subscribe", to: peer))
    }
    subscriptionRequests.removeAll { $0.address == peer }
    onEvent?(.subscriptionRequestsChanged)
  }

  func setPresence(_ availability: Presence.Availability, text: String) {
    ownPresence = (availability, String(text.prefix(1_024)))
    if stream.isOnline { sendPresence() }
  }

  func sendPresence() {
    toldPresence = ownPresence
    send(
      Presence.stanza(
        ownPresence.availability, text: ownPresence.text,
        capabilities: ServiceInformation.capabilities))
  }

  // MARK: News that people publish

  func received(_ event: PubSub.Event, from sender: JID) {
    let peer = sender.bare
    guard peer == address || roster[peer] != nil else { return }
    switch event.node {
    case Avatars.metadataNode:
      guard let item = event.items.last else {
        if event.isCleared { avatars.published(nil, by: peer) }
        return
      }
      avatars.published(item.payload.flatMap(Avatars.choice), by: peer)
    case Nickname.namespace:
      guard let name = Nickname.text(event.items.last?.payload) else { return }
      nicknames[peer] = name
      onEvent?(.nickname(peer, name))
    default: break
    }
  }
}

/// Somebody wants to see our presence.
public struct SubscriptionRequest: Hashable, Sendable {
  public var address: JID
  /// The name they give themselves (XEP-0172), empty for none. Anybody can call himself anything.
  public var nickname: String
  /// What they wrote to it, at most 1,024 characters.
  public var text: String

  init(_ address: JID, _ stanza: XMLElement) {
    self.address = address
    nickname = Nickname.text(in: stanza) ?? ""
    text = String((stanza.child("status", Namespace.client)?.text ?? "").prefix(1_024))
  }
}
