// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// What the clients of contacts can do: asked once for each kind of client, for all who use it and
/// for all later runs (XEP-0115 §6).
@NetworkActor
final class CapabilitiesCache {
  /// So many kinds of client are kept; there are some hundred versions in use.
  static let limit = 1_000
  /// So many clients that claim the same hash are asked when the first ones do not prove it.
  private static let triesLimit = 3

  private unowned let session: AccountSession
  private var clients: [JID: Capabilities] = [:]
  private var known: [String: Set<String>] = [:]
  private var asking: Set<String> = []
  private var tries: [String: Int] = [:]

  nonisolated static let key = "xmpp-capabilities"

  init(session: AccountSession) { self.session = session }

  func restore(_ text: String?) {
    known = AccountSession.decode(text, as: [String: Set<String>].self) ?? [:]
  }

  /// The features of a client; nil when it has not said what it is or not proved it yet.
  func features(of client: JID) -> Set<String>? { clients[client].flatMap { known[$0.version] } }

  /// A contact's presence came or went.
  func received(_ presence: XMLElement, from client: JID, isOnline: Bool) {
    guard isOnline, let capabilities = Capabilities(in: presence) else {
      clients[client] = nil
      return
    }
    clients[client] = capabilities
    ask(client, capabilities)
  }

  func sessionBegan() {
    clients = [:]
    asking = []
    tries = [:]
  }

  private func ask(_ client: JID, _ capabilities: Capabilities) {
    let version = capabilities.version
    guard known[version] == nil, !asking.contains(version), tries.count < Self.limit,
      tries[version, default: 0] < Self.triesLimit
    else { return }
    asking.insert(version)
    tries[version, default: 0] += 1
    session.request("get", to: client, capabilities.request) { [weak self] result in
      guard let self else { return }
      self.asking.remove(version)
      if case .success(let iq) = result, let features = capabilities.features(in: iq) {
        return self.learn(features, version)
      }
      // Somebody else with the same client may tell the truth.
      if case .failure(.disconnected) = result { return }
      if let other = self.clients.first(where: { $0.value.version == version && $0.key != client })
      {
        self.ask(other.key, other.value)
      }
    }
  }

  private func learn(_ features: Set<String>, _ version: String) {
    if known.count >= Self.limit { known = [:] }
    known[version] = features
    let (text, account) = (AccountSession.encode(known), session.account)
    session.writer.write { store throws(StoreError) in
      try store.setValue(text, for: Self.key, of: account)
      return nil
    }
  }
}
