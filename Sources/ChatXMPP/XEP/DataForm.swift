// SPDX-License-Identifier: GPL-3.0-or-later

/// Forms to fill in (XEP-0004).
public struct DataForm: Hashable, Sendable {
  static let namespace = "jabber:x:data"

  public var title: String
  public var instructions: String
  public var fields: [Field]

  public struct Field: Hashable, Sendable {
    /// How it is to be asked for (§3.3). What is unknown is asked as one line of text.
    public enum Kind: String, Hashable, Sendable {
      case line = "text-single"
      case lines = "text-multi"
      case password = "text-private"
      case choice = "list-single"
      case choices = "list-multi"
      case yesNo = "boolean"
      case address = "jid-single"
      case addresses = "jid-multi"
      /// Text to be read, not asked for.
      case note = "fixed"
      /// Sent back as it came.
      case hidden
    }

    public var kind: Kind
    public var name: String
    public var label: String
    public var isRequired: Bool
    public var values: [String]
    public var options: [Option]
    /// Pictures or sounds that belong to the question (XEP-0221): address and media type.
    public var media: [Media] = []

    /// Where a picture is: "cid:…" for one that came along (``RegistrationForm/pictures``).
    public struct Media: Hashable, Sendable {
      public var address: String
      public var type: String
    }

    public struct Option: Hashable, Sendable {
      public var label: String
      public var value: String
    }

  }

  /// A form may have so many fields; what is more is not shown, and not answered.
  static let fieldLimit = 64

  init(title: String, instructions: String, fields: [Field]) {
    self.title = title
    self.instructions = instructions
    self.fields = fields
  }

  /// The fields that must be filled in and are not.
  public var missing: [Field] {
    fields.filter { $0.isRequired && $0.kind != .note && !$0.values.contains { !$0.isEmpty } }
  }

  init?(_ element: XMLElement) {
    guard element.isNamed("x", Self.namespace), element["type"] == "form" else { return nil }
    title = element.child("title")?.text ?? ""
    instructions = element.children("instructions", Self.namespace).map(\.text)
      .joined(separator: "\n")
    fields = element.children("field", Self.namespace).prefix(Self.fieldLimit).map(Field.init)
  }

  /// The form as filled in.
  func submission() -> XMLElement {
    var form = XMLElement("x", Self.namespace, ["type": "submit"])
    for field in fields where field.kind != .note && !field.name.isEmpty {
      form.append(
        XMLElement(
          "field", Self.namespace, ["var": field.name],
          children: field.values.map { XMLElement("value", Self.namespace, text: $0) }))
    }
    return form
  }

  /// A form that answers no question of a person: a protocol's parameters.
  static func submission(type: String, _ values: [(String, String)]) -> XMLElement {
    var form = XMLElement("x", namespace, ["type": "submit"])
    func field(_ name: String, _ value: String, kind: String? = nil) -> XMLElement {
      XMLElement(
        "field", namespace, ["var": name, "type": kind],
        children: [XMLElement("value", namespace, text: value)])
    }
    form.append(field("FORM_TYPE", type, kind: "hidden"))
    for (name, value) in values { form.append(field(name, value)) }
    return form
  }
}

extension DataForm.Field {
  init(_ element: XMLElement) {
    kind = element["type"].flatMap(Kind.init(rawValue:)) ?? .line
    name = element["var"] ?? ""
    label = element["label"] ?? element["var"] ?? ""
    isRequired = element.contains("required", DataForm.namespace)
    values = element.children("value", DataForm.namespace).map(\.text)
    options = element.children("option", DataForm.namespace).map { option in
      let value = option.child("value")?.text ?? ""
      return Option(label: option["label"] ?? value, value: value)
    }
    for media in element.children("media", "urn:xmpp:media-element") {
      for address in media.children("uri", "urn:xmpp:media-element") {
        self.media.append(Media(address: address.text, type: address["type"] ?? ""))
      }
    }
  }
}
