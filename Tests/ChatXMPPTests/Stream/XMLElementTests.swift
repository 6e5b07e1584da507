// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// An element as one would write it down, which says what ``XMLElement`` has to say of it.
private struct Model: Hashable {
  var name: String
  var namespace: String
  var attributes: [XMLElement.Attribute] = []
  var children: [Child] = []

  enum Child: Hashable {
    case element(Model)
    case text(String)
  }

  // MARK: By chance

  private static let names = ["a", "b", "body", "\u{FC}ber"]
  private static let namespaces = ["jabber:client", "urn:x", "urn:a-longer-namespace"]
  private static let texts = [
    "x", " ", "\n", "<&>'\"", "\u{1F469}\u{200D}\u{1F4BB}", "]]>", "e\u{301}",
  ]

  static func random(_ depth: Int, _ generator: inout FuzzTests.Generator) -> Model {
    var model = Model(
      name: names.randomElement(using: &generator) ?? "a",
      namespace: namespaces.randomElement(using: &generator) ?? "urn:x")
    for name in names.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)) {
      model.attributes.append(
        .init(
          name, text(&generator),
          namespace: Bool.random(using: &generator)
            ? "" : namespaces.randomElement(using: &generator) ?? ""))
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      if depth > 1, Bool.random(using: &generator) {
        model.children.append(.element(random(depth - 1, &generator)))
      } else {
        model.children.append(.text(text(&generator)))
      }
    }
    return model
  }

  private static func text(_ generator: inout FuzzTests.Generator) -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      texts.randomElement(using: &generator) ?? ""
    }.joined()
  }

  // MARK: What is to be seen of it

  /// Elements down to `depth`, and what is left of the text in one piece.
  func cut(to depth: Int) -> Model {
    var model = self
    model.children = []
    for child in children {
      switch child {
      case .element(let element):
        if depth > 1 { model.children.append(.element(element.cut(to: depth - 1))) }
      case .text(let text):
        if case .text(let before) = model.children.last {
          model.children[model.children.count - 1] = .text(before + text)
        } else {
          model.children.append(.text(text))
        }
      }
    }
    return model
  }

  var depth: Int {
    1
      + (children.map { if case .element(let element) = $0 { element.depth } else { 0 } }.max() ?? 0)
  }

  var text: String {
    children.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  var elements: [Model] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  // MARK: As the other thing

  init(name: String, namespace: String) {
    self.name = name
    self.namespace = namespace
  }

  init(_ element: XMLElement) {
    self.init(name: element.name, namespace: element.namespace)
    attributes = element.attributes
    children = element.children.map { child in
      switch child {
      case .element(let element): .element(Model(element))
      case .text(let text): .text(text)
      }
    }
  }

  /// Put together piece by piece.
  var built: XMLElement {
    var element = XMLElement(name, namespace)
    element.attributes = attributes
    for child in children {
      switch child {
      case .element(let child): element.append(child.built)
      case .text(let text): element.children.append(.text(text))
      }
    }
    return element
  }
}

@Suite struct XMLElementTests {
  private func parse(_ xml: String, depth: Int, _ generator: inout FuzzTests.Generator) throws
    -> (element: XMLElement, isCut: Bool)
  {
    var limits = XMLStreamParser.Limits()
    limits.depth = depth
    let parser = XMLStreamParser(limits: limits)
    _ = parser.feed(XMLStreamParserTests.header)
    var rest = Array(xml.utf8)[...]
    var events: [XMLStreamParser.Event] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...40, using: &generator))
      rest = rest.dropFirst(piece.count)
      let (more, failure) = piece.withUnsafeBytes { parser.feed($0) }
      try #require(failure == nil, "\(xml)")
      events += more
    }
    guard events.count == 1, case .stanza(let element, let isCut) = events[0] else {
      Issue.record("\(xml)")
      return (XMLElement("none", ""), false)
    }
    return (element, isCut)
  }

  @Test func saysOfADocumentWhatIsInIt() throws {
    let seed: UInt64 = CutTests.isFull ? .random(in: 0 ... .max) : 7
    var generator = FuzzTests.Generator(state: seed)
    for round in 0..<(CutTests.isFull ? 10_000 : 500) {
      let whole = Model.random(5, &generator)
      let depth = Int.random(in: 1...6, using: &generator)
      let expected = whole.cut(to: depth)
      let (element, isCut) = try parse(
        whole.built.xml(in: "jabber:client"), depth: depth, &generator)
      let comment: Comment = "seed \(seed), round \(round)"
      #expect(isCut == (whole.depth > depth), comment)
      #expect(Model(element) == expected, comment)
      compare(element, expected, comment)
      // However it came about, it is the same.
      #expect(element == expected.built && element.hashValue == expected.built.hashValue, comment)
      #expect(Model(expected.built) == expected, comment)
      let again = try parse(element.xml(), depth: 6, &generator).element
      #expect(again == element, comment)
      let other = Model.random(5, &generator).cut(to: 5)
      #expect((element == other.built) == (expected == other), comment)
      change(element, expected, other, comment)
    }
  }

  /// What is asked of the element itself, and of those inside it, which are parts of its memory.
  private func compare(_ element: XMLElement, _ model: Model, _ comment: Comment) {
    #expect(element.isNamed(model.name, model.namespace) && element.text == model.text, comment)
    #expect(!element.isNamed(model.name + "x", model.namespace), comment)
    #expect(Array(element.elements).map(Model.init) == model.elements, comment)
    for attribute in model.attributes {
      let first = model.attributes.first { $0.name == attribute.name && $0.namespace.isEmpty }
      #expect(element[attribute.name] == first?.value, comment)
    }
    for child in model.elements {
      let all = model.elements.filter { $0.name == child.name && $0.namespace == child.namespace }
      #expect(element.child(child.name, child.namespace).map(Model.init) == all.first, comment)
      #expect(
        element.children(child.name, child.namespace).map(Model.init) == all, comment)
    }
    for (part, child) in zip(element.elements, model.elements) {
      #expect(part == child.built && part.hashValue == child.built.hashValue, comment)
      compare(part, child, comment)
    }
  }

  /// Changing one changes no other that shares its memory.
  private func change(
    _ element: XMLElement, _ model: Model, _ other: Model, _ comment: Comment
  ) {
    for (part, child) in zip(element.elements, model.elements) {
      var changed = part
      changed.append(other.built)
      changed["a"] = "new"
      var expected = child
      expected.children.append(.element(other))
      expected.attributes.removeAll { $0.name == "a" && $0.namespace.isEmpty }
      expected.attributes.append(.init("a", "new"))
      #expect(Model(changed) == expected && Model(part) == child, comment)
      changed["a"] = nil
      #expect(changed["a"] == nil && changed.children == expected.built.children, comment)
    }
    #expect(Model(element) == model, comment)
  }
}
