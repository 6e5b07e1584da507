// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct JIDTests {
  @Test(arguments: [
    ("ana@example.org", "ana@example.org"),
    ("ana@example.org/desk", "ana@example.org/desk"),
    ("example.org", "example.org"),
    ("ANA@Example.ORG/Desk", "ana@example.org/Desk"),
    ("ana@example.org.", "ana@example.org"),
    ("ana@example.org/a/b@c", "ana@example.org/a/b@c"),
    ("b\u{FC}cher@xn--bcher-kva.example", "b\u{FC}cher@b\u{FC}cher.example"),
    ("ana@B\u{DC}CHER.example", "ana@b\u{FC}cher.example"),
    ("\u{FF41}na@example.org", "ana@example.org"),
    ("ana@a--b.example", "ana@a--b.example"),
    ("ana@[::1]", "ana@[::1]"),
    ("ana@127.0.0.1", "ana@127.0.0.1"),
    ("ana@example.org/\u{1F642}", "ana@example.org/\u{1F642}"),
    ("Fu\u{DF}ball@example.org", "fussball@example.org"),
  ])
  func hasOneCanonicalForm(_ written: String, _ canonical: String) throws {
    #expect(try JID(written).description == canonical)
    #expect(try JID(canonical) == JID(written))
  }

  @Test(arguments: [
    ("", JIDError.empty(.domain)),
    ("@example.org", .empty(.local)),
    ("ana@", .empty(.domain)),
    ("ana@example.org/", .empty(.resource)),
    ("ANA@example.org@evil.example", .invalid(.domain)),
    ("ana@exa mple.org", .invalid(.domain)),
    ("ana@.example.org", .invalid(.domain)),
    ("ana@example..org", .invalid(.domain)),
    ("ana@example.org..", .invalid(.domain)),
    ("a na@example.org", .invalid(.local)),
    ("a\"na@example.org", .invalid(.local)),
    ("a:na@example.org", .invalid(.local)),
    ("ana\u{0}@example.org", .invalid(.local)),
    ("ana@example.org/de\u{0}sk", .invalid(.resource)),
    ("ana@example.org/\u{7}", .invalid(.resource)),
    (String(repeating: "a", count: 1_024) + "@example.org", .tooLong(.local)),
    ("ana@[zz]", .invalid(.domain)),
  ])
  func refuses(_ written: String, _ error: JIDError) {
    #expect(throws: error) { try JID(written) }
  }

  @Test func looksDifferentToDifferentPeople() throws {
    // Cyrillic а: another address, whatever it looks like.
    #expect(try JID("\u{430}na@example.org") != JID("ana@example.org"))
    #expect(try JID("ana@example.org/x").bare == JID("ana@example.org"))
    #expect(try JID("ana@example.org/x").server == JID("example.org"))
    #expect(try JID("ana@b\u{FC}cher.example").asciiDomain == "xn--bcher-kva.example")
  }

  /// The short way for plain addresses gives what the long one gives.
  @Test func isTheSameHoweverItIsRead() {
    let seed: UInt64 = CutTests.isFull ? .random(in: 0 ... .max) : 3
    var generator = FuzzTests.Generator(state: seed)
    let pieces = [
      "a", "z9", "ana", "_", "-", ".", "--", "..", ".-", "@", "/", "A", "Desk", "xn--",
      "xn--bcher-kva",
      "\u{FC}", "\u{DF}", "\u{430}", " ", "[::1]", "\u{0}", ":", "\u{3002}", "example.org",
    ]
    var plain = 0
    for _ in 0..<50_000 {
      let text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let long = Result { () throws(JIDError) in try JID(anyForm: text) }
      #expect(Result { () throws(JIDError) in try JID(text) } == long, "\(text), seed \(seed)")
      if (try? long.get())?.description == text { plain += 1 }
    }
    #expect(plain > 1_000)
    let longest = String(repeating: "a", count: 1_023)
    for text in [longest, longest + "a", "a@" + longest, longest + "@a/" + longest] {
      #expect(
        Result { () throws(JIDError) in try JID(text) }
          == Result { () throws(JIDError) in try JID(anyForm: text) })
    }
  }
}
