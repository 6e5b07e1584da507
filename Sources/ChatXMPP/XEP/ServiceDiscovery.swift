// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGio

/// What an entity is and can do (XEP-0030), and the hash that stands for it (XEP-0115).
struct ServiceInformation: Hashable, Sendable {
  static let namespace = "http://jabber.org/protocol/disco#info"
  static let itemsNamespace = "http://jabber.org/protocol/disco#items"
  static let capabilitiesNamespace = "http://jabber.org/protocol/caps"

  struct Identity: Hashable, Sendable {
    var category: String
    var type: String
    var language = ""
    var name = ""
  }

  var identities: [Identity]
  var features: Set<String>
  /// Extended information (XEP-0128): the form's type and its fields.
  var forms: [(type: String, fields: [(name: String, values: [String])])] = []

  static func == (a: Self, b: Self) -> Bool {
    a.identities == b.identities && a.features == b.features
  }
  func hash(into hasher: inout Hasher) { hasher.combine(features) }

  /// What Martlet is.
  static let martlet = ServiceInformation(
    identities: [Identity(category: "client", type: "pc", name: "Martlet")],
    features: [
      namespace, capabilitiesNamespace, Carbons.namespace, ChatMarkers.namespace,
      ChatStates.namespace, Correction.namespace, Reactions.namespace, Receipts.namespace,
      Replies.namespace, Retraction.namespace, Ping.namespace, OutOfBand.namespace,
      Nickname.namespace, Nickname.namespace + "+notify", Avatars.metadataNode + "+notify",
    ])

  init(identities: [Identity], features: Set<String>) {
    self.identities = identities
    self.features = features
  }

  init(_ query: XMLElement) {
    identities = query.children("identity", Self.namespace).map {
      Identity(
        category: $0["category"] ?? "", type: $0["type"] ?? "",
        language: $0.attributes.first { $0.namespace == Namespace.xml }?.value ?? "",
        name: $0["name"] ?? "")
    }
    features = Set(query.children("feature", Self.namespace).compactMap { $0["var"] })
    for form in query.children("x", DataForm.namespace) {
      var fields = form.children("field", DataForm.namespace).map { field in
        (
          name: field["var"] ?? "",
          values: field.children("value", DataForm.namespace).map(\.text)
        )
      }
      guard let index = fields.firstIndex(where: { $0.name == "FORM_TYPE" }),
        let type = fields[index].values.first
      else { continue }
      fields.remove(at: index)
      forms.append((type, fields))
    }
  }

  func element(node: String?) -> XMLElement {
    var query = XMLElement("query", Self.namespace, ["node": node])
    for identity in identities {
      query.append(
        XMLElement(
          "identity", Self.namespace,
          [
            "category": identity.category, "type": identity.type,
            "name": identity.name.isEmpty ? nil : identity.name,
          ]))
    }
    for feature in features.sorted(by: Self.isBefore) {
      query.append(XMLElement("feature", Self.namespace, ["var": feature]))
    }
    return query
  }

  // MARK: Hash

  /// The verification string (XEP-0115 §5.1) as SHA-1 in base64.
  var verification: String {
    var text = ""
    let lines = identities.map { "\($0.category)/\($0.type)/\($0.language)/\($0.name)<" }
    for line in lines.sorted(by: Self.isBefore) { text += line }
    for feature in features.sorted(by: Self.isBefore) { text += feature + "<" }
    for form in forms.sorted(by: { Self.isBefore($0.type, $1.type) }) {
      text += form.type + "<"
      for field in form.fields.sorted(by: { Self.isBefore($0.name, $1.name) }) {
        text += field.name + "<"
        for value in field.values.sorted(by: Self.isBefore) { text += value + "<" }
      }
    }
    return Self.sha1(text)
  }

  /// Whether this information is what `hash` stands for. A name that could be read as two (§5.4:
  /// with the separator in it) is not believed.
  func matches(_ hash: String) -> Bool {
    let isAmbiguous =
      identities.contains { "\($0.category)\($0.type)\($0.language)\($0.name)".contains("<") }
      || features.contains { $0.contains("<") }
    return !isAmbiguous && verification == hash
  }

  /// By bytes, as §5.1 asks (i;octet).
  private static func isBefore(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func sha1(_ text: String) -> String {
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA1) else { return "" }
    defer { g_checksum_free(checksum) }
    let bytes = Array(text.utf8)
    g_checksum_update(checksum, bytes, gssize(bytes.count))
    var digest = [UInt8](repeating: 0, count: 20)
    var size = gsize(digest.count)
    g_checksum_get_digest(checksum, &digest, &size)
    return Base64.encode(digest)
  }

  /// The name under which Martlet publishes its hash.
  static let node = "https://martlet.im"

  /// `<c/>` for our presence.
  static var capabilities: XMLElement {
    XMLElement(
      "c", capabilitiesNamespace,
      ["hash": "sha-1", "node": node, "ver": martlet.verification])
  }
}
