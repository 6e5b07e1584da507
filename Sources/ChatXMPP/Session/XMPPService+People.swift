// SPDX-License-Identifier: GPL-3.0-or-later
public import ChatCore

/// The people of an account. The list itself is in the store: `reader.contacts(of:)`, read it again
/// at ``AccountEvent/rosterChanged``. A change here is done when the server has said so, and comes
/// to the store by the server's own push.
extension XMPPService {
  // MARK: The list of contacts (RFC 6121 §2, §3)

  /// Adds somebody to the list and asks to see their presence.
  ///
  /// - Parameter nickname: what one calls oneself in the request (XEP-0172); empty for nothing.
  @NetworkActor
  public func addContact(
    _ address: JID, name: String = "", groups: [String] = [], nickname: String = "",
    text: String = ""
  ) async throws(RequestFailure) {
    _ = try await session.ask("set", Roster.set(address.bare, name: name, groups: groups))
    guard session.roster[address.bare]?.subscription != .both,
      session.roster[address.bare]?.subscription != .to
    else { return }
    var request = Presence.subscription("subscribe", to: address)
    if !text.isEmpty { request.append(XMLElement("status", Namespace.client, text: text)) }
    if !nickname.isEmpty { request.append(Nickname.element(nickname)) }
    session.send(request)
  }

  /// Gives a contact a name and groups; both are replaced. Whoever is not on the list is added
  /// without a request.
  @NetworkActor
  public func setContact(
    _ address: JID, name: String, groups: [String]
  ) async throws(RequestFailure) {
    _ = try await session.ask("set", Roster.set(address.bare, name: name, groups: groups))
  }

  /// Takes somebody off the list: neither sees the other's presence any more (RFC 6121 §2.5). The
  /// conversation stays.
  @NetworkActor
  public func removeContact(_ address: JID) async throws(RequestFailure) {
    _ = try await session.ask("set", Roster.remove(address.bare))
  }

  /// Those who have asked to see our presence and wait, the first one first.
  @NetworkActor
  public func subscriptionRequests() -> [SubscriptionRequest] { session.subscriptionRequests }

  /// Accepts a request; asks to see their presence in turn, unless told not to.
  /// - Throws: `.disconnected`; the request stays then.
  @NetworkActor
  public func acceptRequest(of address: JID, asksBack: Bool = true) throws(RequestFailure) {
    try session.answerRequest(of: address.bare, accepts: true, asksBack: asksBack)
  }

  /// Refuses a request. Who is to be kept away for good is ``block(_:report:)``ed besides.
  /// - Throws: `.disconnected`; the request stays then.
  @NetworkActor
  public func refuseRequest(of address: JID) throws(RequestFailure) {
    try session.answerRequest(of: address.bare, accepts: false, asksBack: false)
  }

  /// No longer shows our presence to somebody (RFC 6121 §3.2).
  @NetworkActor
  public func hidePresence(from address: JID) throws(RequestFailure) {
    guard session.stream.isOnline else { throw .disconnected }
    session.send(Presence.subscription("unsubscribed", to: address))
  }

  // MARK: Presence (RFC 6121 §4)

  /// What contacts see of this account, from now on and in later sessions of this run.
  @NetworkActor
  public func setPresence(_ availability: Presence.Availability, text: String = "") {
    session.setPresence(availability, text: text)
  }

  /// The presence of a contact: the best of their devices. Nil when they are offline or hidden.
  @NetworkActor
  public func presence(of address: JID) -> Presence? {
    session.presences[address.bare]?.values.max { $0.priority < $1.priority }
  }

  /// Whether one of the contact's devices that are online can do something: a namespace, such as
  /// "urn:xmpp:reactions:0". Nil while that is not known.
  @NetworkActor
  public func canDo(_ feature: String, _ address: JID) -> Bool? {
    let known = session.presences[address.bare]?.keys.compactMap {
      session.capabilities.features(of: $0)
    }
    guard let known, !known.isEmpty else { return nil }
    return known.contains { $0.contains(feature) }
  }

  // MARK: Blocking (XEP-0191)

  /// Whether the server can block; nil while that is not known.
  @NetworkActor
  public var canBlock: Bool? { session.serverFeatures?.contains(Blocking.namespace) }

  /// Whether it takes reports (XEP-0377). Without that, the report is left out.
  @NetworkActor
  public var canReport: Bool { session.serverFeatures?.contains(Blocking.reporting) == true }

  /// Who is blocked, as the server last said; also before the first connection of this run. A whole
  /// domain can be among them.
  @NetworkActor
  public func blockList() -> [JID] {
    session.blocked.sorted { $0.description < $1.description }
  }

  /// Keeps everything of an address (or a domain) away, on all devices.
  /// - Throws: `.unsupported` when the server cannot.
  @NetworkActor
  public func block(_ address: JID, report: BlockReport? = nil) async throws(RequestFailure) {
    try await session.block(address.bare, report: report)
  }

  @NetworkActor
  public func unblock(_ address: JID) async throws(RequestFailure) {
    try await session.unblock(address)
  }

  // MARK: Pictures, names and cards

  /// The picture of a contact or of the account itself: from the cache, else from the network. Ask
  /// when it is to be shown, and again at ``AccountEvent/avatarChanged(_:)``.
  ///
  /// Nil when there is none, when it cannot be had now, and for strangers, whose pictures are not
  /// fetched. It is at most 512 KiB and what its hash says, but not decoded: do that away from the
  /// main thread, with a limit for width and height.
  @NetworkActor
  public func picture(of address: JID) async -> RemotePicture? {
    await session.avatars.picture(of: address.bare)
  }

  /// Publishes a picture of one's own for contacts to see; nil takes it away (XEP-0084).
  /// - Throws: `.unusableAnswer` for one over 512 KiB.
  @NetworkActor
  public func setPicture(_ picture: OwnAvatar?) async throws(RequestFailure) {
    guard picture.map({ $0.png.count <= Avatars.sizeLimit }) ?? true else { throw .unusableAnswer }
    try await session.publishAvatar(picture)
  }

  /// The name a contact gives himself, if he published one in this run (XEP-0172). The name the
  /// user gave him goes before it.
  @NetworkActor
  public func nickname(of address: JID) -> String? { session.nicknames[address.bare] }

  /// Publishes the name one gives oneself, for contacts to see; empty takes it away.
  @NetworkActor
  public func setNickname(_ name: String) async throws(RequestFailure) {
    try await session.publish(
      Nickname.element(name), to: Nickname.namespace, id: "current", access: .presence)
  }

  /// What somebody says about himself (XEP-0054); nil when he has no card. It is asked of his
  /// server, which may be seen there: only when the user wants to look at it.
  @NetworkActor
  public func card(of address: JID) async throws(RequestFailure) -> VCard? {
    try await session.card(of: address.bare)
  }

  // MARK: Conversations

  /// The conversation with an address, begun if there is none. Nothing is sent.
  public func conversation(with address: JID) async throws(StoreError) -> ConversationID {
    let title = await session.title(of: address.bare)
    return try await store.openConversation(
      .direct, with: address.bare.description, title: title, of: account)
  }
}
