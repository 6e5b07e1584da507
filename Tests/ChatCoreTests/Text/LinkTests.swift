// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import ChatCore

@Suite struct LinkTests {
  /// The links as they are read.
  private func read(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return text.links().map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// Case 048-T03.
  @Test(arguments: [
    ("(see https://example.org/a)", "https://example.org/a"),
    ("https://example.org/Horse_(x)", "https://example.org/Horse_(x)"),
    ("https://example.org/a.", "https://example.org/a"),
    ("https://example.org/?q=1,2!", "https://example.org/?q=1,2"),
    ("<https://example.org/a>", "https://example.org/a"),
    ("(https://example.org/Horse_(x))", "https://example.org/Horse_(x)"),
    ("\"https://example.org/a\",", "https://example.org/a"),
    ("[a](https://example.org/a)", "https://example.org/a"),
    ("https://example.org/a(", "https://example.org/a"),
    ("https://example.org/a...", "https://example.org/a"),
    ("https://example.org/'a'", "https://example.org/'a"),
    ("*https://example.org/a*", "https://example.org/a"),
    ("_https://example.org/a_b_", "https://example.org/a_b"),
    ("https://example.org/a_", "https://example.org/a_"),
    ("https://[::1]:8080/a]", "https://[::1]:8080/a"),
    ("http://localhost:5280/admin", "http://localhost:5280/admin"),
    ("Look.https://example.org", "https://example.org"),
    ("\u{201C}https://example.org/a\u{201D}", "https://example.org/a"),
  ])
  func bracketsAndPunctuation(text: String, link: String) {
    #expect(read(text) == [link])
  }

  /// Case 050-T05.
  @Test(arguments: [
    "test:test", "Leser:innen", "12:30", "file:///etc/passwd", "javascript:alert(1)", "data:,x",
    "smb://host/share", "https://", "https:///path", "http:", "https://.", "mailto:x", "xmpp:?",
    "xmpp:", "xmpp:@x", "geo:here", "geo:1", "xhttps://example.org", "https://-a.org",
    "https://exa\u{200D}mple.org", "https://a..b", "https://example.org:port",
  ])
  func otherWordsWithAColonAreText(text: String) {
    #expect(read(text) == [])
  }

  @Test(arguments: [
    ("xmpp:room@muc.example.org?join", "xmpp:room@muc.example.org?join"),
    ("HTTPS://EXAMPLE.ORG", "https://example.org"),
    ("HTTPS://EXAMPLE.ORG/Path", "https://example.org/Path"),
    ("mailto:ana@example.org?subject=a b", "mailto:ana@example.org?subject=a"),
    ("geo:48.2,16.4;u=35", "geo:48.2,16.4;u=35"),
    ("xmpp:example.org", "xmpp:example.org"),
  ])
  func linkedSchemes(text: String, target: String) {
    #expect(text.links().map(\.target) == [target])
  }

  /// Case 051-T06.
  @Test(arguments: [
    ("https://eb\u{430}y.com", Link.Caution.warn(host: "xn--eby-7cd.com")),
    ("https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com", .warn(host: "xn--80ak6aa92e.com")),
    ("https://t\u{FC}rkiye.com", .note(host: "xn--trkiye-3ya.com")),
    ("https://ebay.com", .none),
    ("https://fa\u{DF}.de", .note(host: "xn--fa-hia.de")),
    ("https://\u{4F8B}\u{3048}.jp", .note(host: "xn--r8jz45g.jp")),
    ("https://\u{442}\u{435}\u{441}\u{442}.\u{440}\u{444}", .note(host: "xn--e1aybc.xn--p1ai")),
    ("https://bank.example@evil.example", .warn(host: "evil.example")),
    ("https://\u{3C0}aypal.com", .warn(host: "xn--aypal-wce.com")),
    ("https://\u{FF45}bay.com", .none),
  ])
  func lookAlikes(text: String, caution: Link.Caution) {
    #expect(text.links().map(\.caution) == [caution])
  }

  @Test func whatIsOpenedIsTheHostThatIsTold() {
    #expect(
      "https://T\u{DC}RKIYE.com/x".links().map(\.target) == ["https://xn--trkiye-3ya.com/x"])
  }

  /// Case 059-T14.
  @Test(arguments: [
    (
      "https://example.org/wiki/Ren\u{E9}e_Z", "https://example.org/wiki/Ren\u{E9}e_Z",
      "https://example.org/wiki/Ren%C3%A9e_Z"
    ),
    (
      "\u{898B}\u{3066}https://example.org/\u{732B}\u{3002}", "https://example.org/\u{732B}",
      "https://example.org/%E7%8C%AB"
    ),
    ("https://example.org/a\u{FF09}", "https://example.org/a", "https://example.org/a"),
    (
      "https://example.org/100%/a%20b", "https://example.org/100%/a%20b",
      "https://example.org/100%25/a%20b"
    ),
    (
      "https://example.org/\u{1F426}#\u{E9}", "https://example.org/\u{1F426}#\u{E9}",
      "https://example.org/%F0%9F%90%A6#%C3%A9"
    ),
  ])
  func lettersOfAllScripts(text: String, link: String, target: String) {
    #expect(read(text) == [link])
    #expect(text.links().map(\.target) == [target])
  }

  @Test(arguments: [
    ("see example.org.", ["example.org"]), ("www.example.md", ["www.example.md"]),
    ("example.org/a/b?c", ["example.org/a/b?c"]), ("example.com:8080/", ["example.com:8080/"]),
    ("README.md", []), ("main.rs", []), ("Thank you.It was", []), ("e.g. this", []), ("3.14", []),
    ("bo@example.net", []), ("a/example.org", []), ("...", []), ("192.168.0.1", []),
    ("foo.notatld", []), ("\u{898B}\u{3066}example.org\u{3067}\u{3059}", ["example.org"]),
    ("\u{4F8B}\u{3048}.jp", ["\u{4F8B}\u{3048}.jp"]), ("a.org,b.org", ["a.org", "b.org"]),
    ("\u{43F}\u{440}\u{438}.\u{440}\u{444}", ["\u{43F}\u{440}\u{438}.\u{440}\u{444}"]),
    ("-example.org", []), ("example.org-", ["example.org"]), ("EXAMPLE.ORG", ["EXAMPLE.ORG"]),
    ("x.md/y", ["x.md/y"]), ("\u{2026}example.org\u{2026}", ["example.org"]),
  ])
  func bareDomains(text: String, links: [String]) {
    #expect(read(text) == links)
  }

  @Test func bareDomainsAreOpenedSecurely() {
    #expect("example.org/\u{E9}".links().map(\.target) == ["https://example.org/%C3%A9"])
  }

  @Test func manyLinksKeepTheirPlaces() {
    let text = "\u{1F600} https://a.org b.org, (xmpp:c@d.org) \u{E9}"
    #expect(read(text) == ["https://a.org", "b.org", "xmpp:c@d.org"])
    let one = "a.org "
    #expect(String(repeating: one, count: 1_000).links(limit: 7).count == 7)
  }

  /// Each of these once made some finder look at everything again for every character.
  @Test(arguments: [
    "a.", "http://", "http:", ":", ".", "x.y", "(", "https://(", "http://:", "a.b:", "mailto:",
    "\u{4E00}.", "https://a@", "geo:", "xmpp:a@b@", "*https://a.b*",
  ])
  func longInputTakesLinearTime(unit: String) {
    let once = work(String(repeating: unit, count: 2_000))
    let more = work(String(repeating: unit, count: 16_000))
    // Eight times the text: with quadratic time it would be 64 times the work.
    #expect(more < max(once, 0.002) * 24)
  }

  /// Seconds of the processor, which a busy machine does not stretch.
  private func work(_ text: String) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = text.links()
    return now() - start
  }
}
