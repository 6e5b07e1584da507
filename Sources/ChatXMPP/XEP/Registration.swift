// SPDX-License-Identifier: GPL-3.0-or-later

/// Accounts made, changed and removed over the stream (XEP-0077).
enum Registration {
  static let namespace = "jabber:iq:register"
  static let request = XMLElement("query", namespace)
  static let removal = XMLElement(
    "query", namespace, children: [XMLElement("remove", namespace)])

  /// Whether the features of a stream offer it.
  static func isOffered(in features: XMLElement) -> Bool {
    features.contains("register", "http://jabber.org/features/iq-register")
  }

  static func changePassword(of user: String, to password: String) -> XMLElement {
    XMLElement(
      "query", namespace,
      children: [
        XMLElement("username", namespace, text: user),
        XMLElement("password", namespace, text: password),
      ])
  }

  /// The fields of the form without a form (§14.1), and how to ask for them.
  fileprivate static let plainFields: [(name: String, kind: DataForm.Field.Kind)] = [
    ("username", .line), ("password", .password), ("email", .line), ("name", .line),
    ("nick", .line), ("first", .line), ("last", .line), ("address", .line), ("city", .line),
    ("state", .line), ("zip", .line), ("phone", .line), ("url", .line), ("date", .line),
    ("misc", .line), ("text", .line), ("key", .hidden),
  ]
}

/// What a server asks of whoever wants an account: fill in ``form``'s values and hand it back.
public struct RegistrationForm: Hashable, Sendable {
  /// The questions. Old servers send a list of names and no form; it is made into one here, whose
  /// labels are those names: "username", "password", "email".
  public var form: DataForm
  /// The pictures that ``DataForm/Field/media`` speaks of, by address (XEP-0158, XEP-0221). Media
  /// at an address of the web is not here, and is not to be fetched without asking.
  public var pictures: [String: RemotePicture]
  /// Where accounts are made instead, on the web (§5); the form may be empty then.
  public var webPage: String?
  private var isPlain: Bool

  /// Reads the answer to ``Registration/request``; nil when it is none.
  init?(_ iq: XMLElement) {
    guard let query = iq.child("query", Registration.namespace) else { return nil }
    webPage = OutOfBand.link(in: query)?.address
    // Some servers put the pictures beside the form, some beside the query.
    pictures = BitsOfBinary.pieces(in: iq)
      .merging(BitsOfBinary.pieces(in: query)) { first, _ in first }
    if let form = query.child("x", DataForm.namespace).flatMap(DataForm.init) {
      self.form = form
      isPlain = false
      return
    }
    let fields = Registration.plainFields.compactMap { name, kind -> DataForm.Field? in
      guard let element = query.child(name) else { return nil }
      return DataForm.Field(
        kind: kind, name: name, label: name, isRequired: kind != .hidden,
        values: element.text.isEmpty ? [] : [element.text], options: [])
    }
    form = DataForm(
      title: "", instructions: query.child("instructions")?.text ?? "", fields: fields)
    isPlain = true
    guard !fields.isEmpty || webPage != nil else { return nil }
  }

  /// The value of a field, where there is one: `form["username"]`.
  public subscript(name: String) -> String? {
    get { form.fields.first { $0.name == name }?.values.first }
    set {
      guard let index = form.fields.firstIndex(where: { $0.name == name }) else { return }
      form.fields[index].values = newValue.map { [$0] } ?? []
    }
  }

  func submission() -> XMLElement {
    guard isPlain else {
      return XMLElement("query", Registration.namespace, children: [form.submission()])
    }
    return XMLElement(
      "query", Registration.namespace,
      children: form.fields.map {
        XMLElement($0.name, Registration.namespace, text: $0.values.first ?? "")
      })
  }
}
