// SPDX-License-Identifier: GPL-3.0-or-later

/// One XML element as a value: what a stanza is made of.
///
/// Names are compared together with their namespace, never by prefix (RFC 6120 §4.8).
public struct XMLElement: Hashable, Sendable {
  public var name: String
  public var namespace: String
  public var attributes: [Attribute]
  public var children: [Node]

  /// `namespace` is empty for most attributes; `xml:lang` has that of XML itself.
  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var namespace: String
    public var value: String

    public init(_ name: String, _ value: String, namespace: String = "") {
      self.name = name
      self.namespace = namespace
      self.value = value
    }
  }

  public enum Node: Hashable, Sendable {
    case element(XMLElement)
    case text(String)
  }

  /// An element with attributes in no namespace. Attributes without a value are left out.
  public init(
    _ name: String, _ namespace: String, _ attributes: KeyValuePairs<String, String?> = [:],
    text: String? = nil, children: [XMLElement] = []
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes.compactMap { name, value in value.map { Attribute(name, $0) } }
    self.children = children.map(Node.element)
    if let text { self.children.append(.text(text)) }
  }

  /// The value of an attribute in no namespace. Setting nil removes it.
  public subscript(attribute: String) -> String? {
    get {
      attributes.first { $0.name == attribute && $0.namespace.isEmpty }?.value
    }
    set {
      attributes.removeAll { $0.name == attribute && $0.namespace.isEmpty }
      if let newValue { attributes.append(Attribute(attribute, newValue)) }
    }
  }

  /// The child elements, in order.
  public var elements: some Sequence<XMLElement> {
    children.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text directly inside this element.
  public var text: String {
    // Most elements hold one piece, which then needs no copy.
    if children.count == 1, case .text(let text) = children[0] { return text }
    return children.reduce(into: "") { text, node in
      if case .text(let piece) = node { text += piece }
    }
  }

  public func isNamed(_ name: String, _ namespace: String) -> Bool {
    self.name == name && self.namespace == namespace
  }

  /// The first child element of that name and namespace.
  public func child(_ name: String, _ namespace: String) -> XMLElement? {
    for case .element(let element) in children where element.isNamed(name, namespace) {
      return element
    }
    return nil
  }

  /// The first child element of that name in this element's own namespace.
  public func child(_ name: String) -> XMLElement? { child(name, namespace) }

  /// All child elements of that name and namespace.
  public func children(_ name: String, _ namespace: String) -> some Sequence<XMLElement> {
    elements.lazy.filter { $0.isNamed(name, namespace) }
  }

  public func contains(_ name: String, _ namespace: String) -> Bool {
    child(name, namespace) != nil
  }

  public mutating func append(_ element: XMLElement) { children.append(.element(element)) }
}
