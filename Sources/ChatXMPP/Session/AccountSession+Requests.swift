// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountSession {
  /// Sends a request and waits for its answer.
  func ask(
    _ type: String, to: JID? = nil, _ payload: XMLElement
  ) async throws(RequestFailure) -> XMLElement {
    let result = await withCheckedContinuation { continuation in
      request(type, to: to, payload) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  // MARK: What the server offers

  /// Asks the server and the account what they can (XEP-0030), once a session.
  func requestFeatures() {
    serverFeatures = nil
    accountFeatures = nil
    let query = XMLElement("query", ServiceInformation.namespace)
    request("get", to: address.server, query) { [weak self] result in
      guard let self, case .success(let iq) = result,
        let answer = iq.child("query", ServiceInformation.namespace)
      else { return }
      self.serverFeatures = ServiceInformation(answer).features
      if self.serverFeatures?.contains(Blocking.namespace) == true { self.requestBlockList() }
    }
    request("get", to: address, query) { [weak self] result in
      guard let self, case .success(let iq) = result,
        let answer = iq.child("query", ServiceInformation.namespace)
      else { return }
      self.accountFeatures = ServiceInformation(answer).features
    }
  }

  // MARK: Publishing

  /// Publishes an item of the own account. A node that exists with other options is given the right
  /// ones first: nothing is ever published to a node that more people can read than it says here.
  func publish(
    _ payload: XMLElement, to node: String, id: String, access: PubSub.Access
  ) async throws(RequestFailure) {
    let item = PubSub.publish(payload, to: node, id: id, access: access)
    do throws(RequestFailure) {
      _ = try await ask("set", item)
    } catch .refused("conflict", _) {
      _ = try await ask("set", PubSub.configure(node, access: access))
      _ = try await ask("set", item)
    }
  }
}
