// SPDX-License-Identifier: GPL-3.0-or-later

/// What a presence says about the client that sent it, in short (XEP-0115 §4).
struct Capabilities: Hashable, Sendable {
  var node: String
  /// The hash of ``ServiceInformation``, in base64.
  var version: String

  /// Nil without the element, and for other hashes than SHA-1, which nobody uses: such a client is
  /// asked only when something is wanted of it.
  init?(in presence: XMLElement) {
    guard let c = presence.child("c", ServiceInformation.capabilitiesNamespace),
      c["hash"] == "sha-1", let node = c["node"], let version = c["ver"],
      (1...64).contains(version.utf8.count), node.utf8.count <= 1_024
    else { return nil }
    self.node = node
    self.version = version
  }

  /// The request for what the hash stands for (§6.2).
  var request: XMLElement {
    XMLElement("query", ServiceInformation.namespace, ["node": "\(node)#\(version)"])
  }

  /// The features an answer lists, if they are what the hash stands for (§5.4): who could say
  /// something else under the same hash would decide for all who use that client.
  func features(in answer: XMLElement) -> Set<String>? {
    guard let query = answer.child("query", ServiceInformation.namespace) else { return nil }
    let information = ServiceInformation(query)
    guard information.matches(version) else { return nil }
    return information.features
  }
}
