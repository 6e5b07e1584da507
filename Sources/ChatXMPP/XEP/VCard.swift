// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody says about himself (XEP-0054). Each text is at most 1,024 characters and comes
/// from outside.
public struct VCard: Hashable, Sendable {
  static let namespace = "vcard-temp"
  static let updateNamespace = "vcard-temp:x:update"
  static let request = XMLElement("vCard", namespace)

  public var fullName = ""
  public var nickname = ""
  public var organization = ""
  public var role = ""
  public var email = ""
  public var phone = ""
  public var web = ""
  public var birthday = ""
  public var note = ""
  /// At most 512 KiB, not decoded.
  public var photo: RemotePicture?

  init?(_ element: XMLElement) {
    guard element.isNamed("vCard", Self.namespace) else { return nil }
    func text(_ path: String...) -> String {
      var place: XMLElement? = element
      for name in path { place = place?.child(name) }
      return String((place?.text ?? "").prefix(1_024))
    }
    fullName = text("FN")
    nickname = text("NICKNAME")
    organization = text("ORG", "ORGNAME")
    role = text("ROLE")
    email = text("EMAIL", "USERID")
    phone = text("TEL", "NUMBER")
    web = text("URL")
    birthday = text("BDAY")
    note = text("DESC")
    if let photo = element.child("PHOTO"), let data = photo.child("BINVAL")?.text,
      let bytes = Avatars.bytes(base64: data, id: nil)
    {
      self.photo = RemotePicture(bytes: bytes, mediaType: photo.child("TYPE")?.text ?? "")
    }
  }

  /// The hash a presence tells of the picture in the card (XEP-0153 §4.1): nil when it says nothing,
  /// "" when there is no picture.
  static func photoHash(in presence: XMLElement) -> String? {
    guard let photo = presence.child("x", updateNamespace)?.child("photo") else { return nil }
    let hash = photo.text.lowercased()
    return hash.isEmpty || Avatars.isHash(hash) ? hash : nil
  }

  /// The same card with another picture; everything this program does not know stays.
  static func card(_ card: XMLElement?, with picture: OwnAvatar?) -> XMLElement {
    var card = card ?? request
    card.children.removeAll { node in
      if case .element(let child) = node { child.isNamed("PHOTO", namespace) } else { false }
    }
    if let picture {
      card.append(
        XMLElement(
          "PHOTO", namespace,
          children: [
            XMLElement("TYPE", namespace, text: "image/png"),
            XMLElement("BINVAL", namespace, text: Base64.encode(picture.png)),
          ]))
    }
    return card
  }
}
