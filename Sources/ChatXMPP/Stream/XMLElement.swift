// SPDX-License-Identifier: GPL-3.0-or-later

/// One XML element as a value: what a stanza is made of.
///
/// Names are compared together with their namespace, never by prefix (RFC 6120 §4.8). A child is a
/// place in the memory of its stanza, so looking at one copies nothing; strings are made of what is
/// asked for.
public struct XMLElement: Hashable, Sendable {
  private var tape: XMLTape
  private var index: Int

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
    self.init(
      XMLName(name, namespace),
      attributes: attributes.compactMap { name, value in value.map { Attribute(name, $0) } },
      children: children.map(Node.element) + (text.map { [Node.text($0)] } ?? []))
  }

  private init(_ name: XMLName, attributes: [Attribute], children: some Sequence<Node>) {
    tape = XMLTape()
    index = tape.begin(name)
    for attribute in attributes {
      tape.add(XMLName(attribute.name, attribute.namespace), attribute.value, to: index)
    }
    for child in children {
      switch child {
      case .element(let element): tape.add(element.index, of: element.tape)
      case .text(let text): tape.add(text: text)
      }
    }
    tape.end(index)
  }

  /// The element that stands at `index` of a tape.
  init(_ tape: XMLTape, at index: Int = 0) {
    self.tape = tape
    self.index = index
  }

  private var qualifiedName: XMLName { tape.records[index].name ?? XMLName("", "") }

  public var name: String { tape.records[index].name?.name ?? "" }
  public var namespace: String { tape.records[index].name?.namespace ?? "" }

  // MARK: Attributes

  public var attributes: [Attribute] {
    get {
      tape.attributes(of: index).map { place in
        let name = tape.records[place].name
        return Attribute(
          name?.name ?? "", tape.value(place), namespace: name?.namespace ?? "")
      }
    }
    set { self = XMLElement(qualifiedName, attributes: newValue, children: children) }
  }

  /// The value of an attribute in no namespace. Setting nil removes it.
  public subscript(attribute: String) -> String? {
    get { tape.attribute(attribute, of: index).map(tape.value) }
    set {
      attributes =
        attributes.filter { $0.name != attribute || !$0.namespace.isEmpty }
        + (newValue.map { [Attribute(attribute, $0)] } ?? [])
    }
  }

  // MARK: Children

  /// The texts and elements inside this one, in order.
  public var children: [Node] {
    get {
      places.map { place in
        tape.records[place].kind == .text
          ? .text(tape.value(place)) : .element(XMLElement(tape, at: place))
      }
    }
    set { self = XMLElement(qualifiedName, attributes: attributes, children: newValue) }
  }

  /// The child elements, in order.
  public var elements: some Sequence<XMLElement> {
    places.lazy.compactMap { place in
      tape.records[place].kind == .element ? XMLElement(tape, at: place) : nil
    }
  }

  /// All text directly inside this element.
  public var text: String {
    var text = ""
    for place in places where tape.records[place].kind == .text {
      // Most elements hold one piece, which is then not copied.
      text = text.isEmpty ? tape.value(place) : text + tape.value(place)
    }
    return text
  }

  public func isNamed(_ name: String, _ namespace: String) -> Bool {
    tape.records[index].isNamed(name, namespace)
  }

  /// The first child element of that name and namespace.
  public func child(_ name: String, _ namespace: String) -> XMLElement? {
    tape.child(name, namespace, of: index).map { XMLElement(tape, at: $0) }
  }

  /// The first child element of that name in this element's own namespace.
  public func child(_ name: String) -> XMLElement? { child(name, namespace) }

  /// All child elements of that name and namespace.
  public func children(_ name: String, _ namespace: String) -> some Sequence<XMLElement> {
    elements.lazy.filter { $0.isNamed(name, namespace) }
  }

  public func contains(_ name: String, _ namespace: String) -> Bool {
    tape.child(name, namespace, of: index) != nil
  }

  public mutating func append(_ element: XMLElement) {
    if index != 0 || tape.records[0].span != tape.records.count {
      // A part of a stanza, which stays as it is.
      var own = XMLTape()
      own.add(index, of: tape)
      self = XMLElement(own)
    }
    tape.add(element.index, of: element.tape)
    tape.end(index)
  }

  private var places: Places {
    let content = tape.content(of: index)
    return Places(tape: tape, place: content.lowerBound, end: content.upperBound)
  }

  /// Where the children of an element stand.
  private struct Places: Sequence, IteratorProtocol {
    let tape: XMLTape
    var place: Int
    let end: Int

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place += tape.records[place].span }
      return place
    }
  }

  // MARK: Comparing

  public static func == (a: XMLElement, b: XMLElement) -> Bool {
    a.tape.isEqual(a.index, to: b.tape, b.index)
  }

  public func hash(into hasher: inout Hasher) { tape.hash(index, into: &hasher) }
}
