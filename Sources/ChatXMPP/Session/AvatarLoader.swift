// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Finds the pictures of people: published by themselves (XEP-0084), else in their card (XEP-0153).
/// Nothing is fetched before somebody wants to see it, and nothing of strangers (X25).
@NetworkActor
final class AvatarLoader {
  /// What is known of one person's picture, and kept for later runs.
  struct Known: Hashable, Sendable, Codable {
    enum Source: String, Hashable, Sendable, Codable { case published, card, none }
    var source: Source
    /// Empty for ``Source/none``.
    var hash: String
    var type: String
  }

  var cache = AvatarCache(folder: nil)
  private unowned let session: AccountSession
  private var known: [JID: Known] = [:]
  private var isRestored: Set<JID> = []
  private var running: [JID: Task<RemotePicture?, Never>] = [:]
  /// Could not be fetched in this session; asked again in the next, or when there is news.
  private var failed: Set<JID> = []
  private var free = 4  // fetched at once
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(session: AccountSession) { self.session = session }

  private nonisolated static func key(_ peer: JID) -> String { "xmpp-avatar \(peer)" }

  func sessionBegan() { failed = [] }

  // MARK: News

  /// Nil for no picture, or none that is fetched.
  func published(_ choice: Avatars.Information?, by peer: JID) {
    learn(
      choice.map { Known(source: .published, hash: $0.id, type: $0.type) }
        ?? Known(source: .none, hash: "", type: ""), of: peer)
  }

  /// The account's own picture has been published from here.
  func published(own picture: OwnAvatar?) async {
    let information = picture.map {
      Avatars.Information(id: Digest.sha1($0.png), type: "image/png", size: $0.png.count)
    }
    if let picture, let information { await cache.write(picture.png, information.id) }
    published(information, by: session.address)
  }

  /// A presence told the hash of the picture in the card; what is published goes before it.
  func presence(_ hash: String, of peer: JID) {
    // The server's own translation of a published picture may have another hash.
    guard known[peer]?.source != .published else { return }
    guard known[peer]?.hash != hash else { return }
    learn(
      Known(source: hash.isEmpty ? .none : .card, hash: hash, type: ""), of: peer)
  }

  private func learn(_ news: Known, of peer: JID) {
    let before = known[peer]
    guard before != news else { return }
    known[peer] = news
    failed.remove(peer)
    keep(news, of: peer)
    if let before, !before.hash.isEmpty, before.hash != news.hash,
      !known.values.contains(where: { $0.hash == before.hash })
    {
      let cache = cache
      Task { await cache.remove(before.hash) }
    }
    session.onEvent?(.avatarChanged(peer))
  }

  private func keep(_ news: Known, of peer: JID) {
    let (text, account) = (AccountSession.encode(news), session.account)
    session.writer.write { store throws(StoreError) in
      try store.setValue(text, for: Self.key(peer), of: account)
      return nil
    }
  }

  // MARK: Pictures

  func picture(of peer: JID) async -> RemotePicture? {
    guard peer == session.address || session.roster[peer] != nil else { return nil }
    if let task = running[peer] { return await task.value }
    let task = Task { await self.find(peer) }
    running[peer] = task
    defer { running[peer] = nil }
    return await task.value
  }

  private func find(_ peer: JID) async -> RemotePicture? {
    if known[peer] == nil, isRestored.insert(peer).inserted {
      let text = await session.keptValue(Self.key(peer))
      if known[peer] == nil { known[peer] = AccountSession.decode(text, as: Known.self) }
    }
    if let known = known[peer] {
      if known.source == .none { return nil }
      if let bytes = await cache.read(known.hash) {
        return RemotePicture(bytes: bytes, mediaType: known.type)
      }
    }
    guard session.stream.isOnline, !failed.contains(peer) else { return nil }
    await takeTurn()
    defer { giveTurn() }
    guard let picture = await fetch(peer) else {
      failed.insert(peer)
      return nil
    }
    await cache.write(picture.bytes, Digest.sha1(picture.bytes))
    return picture
  }

  private func fetch(_ peer: JID) async -> RemotePicture? {
    var choice: (id: String, type: String)?
    if let known = known[peer], known.source == .published {
      choice = (known.hash, known.type)
    } else if known[peer]?.source != .card,
      let metadata = await item(Avatars.metadataNode, of: peer),
      let found = Avatars.choice(in: metadata)
    {
      choice = (found.id, found.type)
    }
    if let choice {
      let payload = await item(Avatars.dataNode, id: choice.id, of: peer)
      if let bytes = Avatars.bytes(in: payload, id: choice.id) {
        note(Known(source: .published, hash: choice.id, type: choice.type), of: peer)
        return RemotePicture(bytes: bytes, mediaType: choice.type)
      }
    }
    guard let photo = try? await session.card(of: peer)?.photo else { return nil }
    note(Known(source: .card, hash: Digest.sha1(photo.bytes), type: photo.mediaType), of: peer)
    return photo
  }

  /// What was found by asking; nobody needs to be told, the picture itself is the answer.
  private func note(_ found: Known, of peer: JID) {
    guard known[peer] != found else { return }
    known[peer] = found
    keep(found, of: peer)
  }

  private func item(_ node: String, id: String? = nil, of peer: JID) async -> XMLElement? {
    guard let iq = try? await session.ask("get", to: peer, PubSub.request(node, item: id)) else {
      return nil
    }
    return PubSub.items(in: iq, node: node).first?.payload
  }

  private func takeTurn() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func giveTurn() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

extension AccountSession {
  func card(of peer: JID) async throws(RequestFailure) -> VCard? {
    do throws(RequestFailure) {
      let iq = try await ask("get", to: peer == address ? nil : peer, VCard.request)
      return iq.child("vCard", VCard.namespace).flatMap(VCard.init)
    } catch .refused("item-not-found", _) {
      return nil
    }
  }

  /// Publishes a picture of one's own, for old clients in the card, too, where the server does not
  /// copy it by itself (XEP-0398).
  func publishAvatar(_ picture: OwnAvatar?) async throws(RequestFailure) {
    if let picture {
      let id = Digest.sha1(picture.png)
      try await publish(
        Avatars.data(picture.png), to: Avatars.dataNode, id: id, access: .presence)
      try await publish(
        Avatars.metadata(picture), to: Avatars.metadataNode, id: id, access: .presence)
    } else {
      try await publish(
        Avatars.metadata(nil), to: Avatars.metadataNode, id: "current", access: .presence)
    }
    await avatars.published(own: picture)
    guard accountFeatures?.contains("urn:xmpp:pep-vcard-conversion:0") != true else { return }
    let card = try? await ask("get", VCard.request).child("vCard", VCard.namespace)
    _ = try? await ask("set", VCard.card(card, with: picture))
  }
}
