// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  nonisolated static let blockedKey = "xmpp-blocked"

  func requestBlockList() {
    request("get", to: nil, Blocking.request) { [weak self] result in
      guard let self, case .success(let iq) = result, let change = Blocking.change(in: iq) else {
        return
      }
      self.apply(change)
    }
  }

  func receivedBlocking(_ iq: XMLElement) {
    // As with the roster (X04): only our own account may say whom we block.
    guard Roster.isTrusted(sender: iq["from"], account: address),
      let change = Blocking.change(in: iq)
    else { return answer(iq, error: "service-unavailable") }
    if case .list = change { return answer(iq, error: "bad-request") }
    apply(change)
    answer(iq)
  }

  private func apply(_ change: Blocking.Change) {
    let before = blocked
    switch change {
    case .list(let all): blocked = Set(all)
    case .block(let addresses): blocked.formUnion(addresses)
    case .unblock(let addresses): blocked.subtract(addresses)
    case .unblockAll: blocked = []
    }
    guard blocked != before else { return }
    for address in blocked { subscriptionRequests.removeAll { $0.address == address.bare } }
    let list = Self.encode(blocked.map(\.description).sorted())
    let account = account
    writer.write { store throws(StoreError) in
      try store.setValue(list, for: Self.blockedKey, of: account)
      return nil
    }
    onEvent?(.blockListChanged)
  }

  /// Takes up what an earlier run knew.
  func restoreBlocked(_ list: String?) {
    let addresses = Self.decode(list, as: [String].self) ?? []
    blocked = Set(addresses.compactMap { try? JID($0) })
  }

  func block(_ peer: JID, report: BlockReport?) async throws(RequestFailure) {
    guard serverFeatures?.contains(Blocking.namespace) != false else { throw .unsupported }
    let canReport = serverFeatures?.contains(Blocking.reporting) == true
    _ = try await ask(
      "set", Blocking.block(peer, report: canReport ? report : nil, by: address))
    apply(.block([peer]))
  }

  func unblock(_ peer: JID) async throws(RequestFailure) {
    guard serverFeatures?.contains(Blocking.namespace) != false else { throw .unsupported }
    _ = try await ask("set", Blocking.unblock(peer))
    apply(.unblock([peer]))
  }
}
