// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

@Suite struct DateTimeTests {
  // X15
  @Test(arguments: [
    ("2018-07-05T12:39:40Z", 1_530_794_380_000),
    ("2018-07-05T12:39:40.1Z", 1_530_794_380_100),
    ("2018-07-05T12:39:40.123456Z", 1_530_794_380_123),
    ("2018-07-05T14:39:40+02:00", 1_530_794_380_000),
    ("2018-07-05T12:39:40.123456789Z", 1_530_794_380_123),
    ("20180705T12:39:40", 1_530_794_380_000),
    ("2018-02-30T00:00:00Z", nil), ("", nil), ("now", nil),
    ("2018-07-05", nil),
  ])
  func reads(_ text: String, _ milliseconds: Int64?) {
    #expect(DateTimeProfile.read(text).map { $0.microseconds / 1_000 } == milliseconds)
  }

  @Test func writesWhatItReads() {
    for microseconds: Int64 in [0, 1, 1_530_794_380_123_456, -1_500_000, 253_402_300_799_000_000] {
      let time = Timestamp(microseconds: microseconds)
      #expect(DateTimeProfile.write(time).flatMap(DateTimeProfile.read) == time)
    }
  }
}

extension DateTimeTests {
  /// The short way for what nearly all servers write reads the same as GLib, or leaves it to GLib.
  @Test func readsTheUsualFormAsGLibDoes() {
    let seed: UInt64 = CutTests.isFull ? .random(in: 0 ... .max) : 11
    var generator = FuzzTests.Generator(state: seed)
    func digits(_ range: ClosedRange<Int>, _ count: Int) -> String {
      let number = String(Int.random(in: range, using: &generator))
      return String(repeating: "0", count: max(0, count - number.utf8.count)) + number
    }
    var short = 0
    for _ in 0..<20_000 {
      var text =
        digits(0...9_999, 4) + "-" + digits(0...13, 2) + "-" + digits(0...32, 2) + "T"
        + digits(0...24, 2) + ":" + digits(0...60, 2) + ":" + digits(0...61, 2)
      if Bool.random(using: &generator) {
        let count = Int.random(in: 0...7, using: &generator)
        text += "." + (count == 0 ? "" : String(digits(0...9_999_999, count).prefix(count)))
      }
      text += "Z"
      if Int.random(in: 0..<8, using: &generator) == 0 {
        var bytes = Array(text.utf8)
        bytes[Int.random(in: bytes.indices, using: &generator)] =
          "0Z-:T. /".utf8.randomElement(using: &generator) ?? 0
        text = String(decoding: bytes, as: UTF8.self)
      }
      guard let time = DateTimeProfile.readUTC(text) else { continue }
      short += 1
      #expect(time == DateTimeProfile.readAny(text), "\(text), seed \(seed)")
    }
    #expect(short > 5_000)
  }
}

@Suite struct CapabilitiesTests {
  /// The two examples of XEP-0115 §5.2 and §5.3.
  @Test func hashesAsTheStandardDoes() {
    let simple = ServiceInformation(
      .parsed(
        "<query xmlns='http://jabber.org/protocol/disco#info'>"
          + "<identity category='client' name='Exodus 0.9.1' type='pc'/>"
          + "<feature var='http://jabber.org/protocol/caps'/>"
          + "<feature var='http://jabber.org/protocol/disco#items'/>"
          + "<feature var='http://jabber.org/protocol/disco#info'/>"
          + "<feature var='http://jabber.org/protocol/muc'/></query>"))
    #expect(simple.verification == "QgayPKawpkPSDYmwT/WM94uAlu0=")
    #expect(simple.matches("QgayPKawpkPSDYmwT/WM94uAlu0="))
    #expect(!simple.matches("AAAAPKawpkPSDYmwT/WM94uAlu0="))

    let complex = ServiceInformation(
      .parsed(
        "<query xmlns='http://jabber.org/protocol/disco#info'>"
          + "<identity xml:lang='en' category='client' name='Psi 0.11' type='pc'/>"
          + "<identity xml:lang='el' category='client' name='\u{3A8} 0.11' type='pc'/>"
          + "<feature var='http://jabber.org/protocol/caps'/>"
          + "<feature var='http://jabber.org/protocol/disco#info'/>"
          + "<feature var='http://jabber.org/protocol/disco#items'/>"
          + "<feature var='http://jabber.org/protocol/muc'/>"
          + "<x xmlns='jabber:x:data' type='result'>"
          + "<field var='FORM_TYPE' type='hidden'><value>urn:xmpp:dataforms:softwareinfo</value>"
          + "</field><field var='ip_version'><value>ipv4</value><value>ipv6</value></field>"
          + "<field var='os'><value>Mac</value></field>"
          + "<field var='os_version'><value>10.5.1</value></field>"
          + "<field var='software'><value>Psi</value></field>"
          + "<field var='software_version'><value>0.11</value></field></x></query>"))
    #expect(complex.verification == "q07IKJEyjvHSyhy//CH0CxmKi8w=")
  }

  @Test func aHashThatStandsForTwoThingsIsNotBelieved() {
    let tricky = ServiceInformation(
      .parsed(
        "<query xmlns='http://jabber.org/protocol/disco#info'>"
          + "<feature var='a&lt;b'/></query>"))
    #expect(!tricky.matches(tricky.verification))
  }
}

@Suite struct MessageContentTests {
  private let ana = JID.known("ana@example.org/desk")

  private func content(_ inner: String, type: String = "chat") -> MessagePipeline.Content {
    let stanza = XMLElement.parsed(
      "<message from='bo@example.net/p' to='ana@example.org/desk' type='\(type)' id='m1'>"
        + "\(inner)</message>")
    return MessagePipeline.verify(stanza, account: ana).map(MessagePipeline.read) ?? .nothing
  }

  @Test func readsText() {
    guard
      case .text(let text) = content(
        "<body>Hi</body><request xmlns='urn:xmpp:receipts'/>"
          + "<origin-id xmlns='urn:xmpp:sid:0' id='o1'/>")
    else {
      Issue.record("not a text")
      return
    }
    #expect(text == .init(body: "Hi", originID: "o1", reply: nil, wantsReceipt: true))
  }

  @Test func readsWhatIsSaidAboutMessages() {
    #expect(content("<received xmlns='urn:xmpp:receipts' id='x'/>") == .receipt(of: "x"))
    #expect(content("<displayed xmlns='urn:xmpp:chat-markers:0' id='x'/>") == .displayed("x"))
    #expect(
      content("<composing xmlns='http://jabber.org/protocol/chatstates'/>") == .composing(true))
    #expect(content("<gone xmlns='http://jabber.org/protocol/chatstates'/>") == .composing(false))
    #expect(
      content("<retract xmlns='urn:xmpp:message-retract:1' id='x'/><body>I took it back</body>")
        == .retraction(of: "x"))
    #expect(content("<subject>News</subject>") == .nothing)
    #expect(content("<body></body>") == .nothing)
    #expect(content("<body>x</body>", type: "groupchat") == .nothing)
    guard
      case .correction("x", let text) = content(
        "<body>new</body><replace xmlns='urn:xmpp:message-correct:0' id='x'/>")
    else {
      Issue.record("no correction")
      return
    }
    #expect(text.body == "new")
  }

  @Test func readsABounce() {
    let bounce = content(
      "<body>Hi</body><error type='cancel'>"
        + "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>",
      type: "error")
    #expect(
      bounce
        == .failure(of: "m1", reason: .refused(condition: "service-unavailable", text: "")))
  }

  @Test func reactionsAreSingleEmoji() {
    let change = content(
      "<reactions xmlns='urn:xmpp:reactions:0' id='x'><reaction>\u{1F44D}</reaction>"
        + "<reaction>\u{1F44D}</reaction><reaction>free money</reaction><reaction>a</reaction>"
        + "<reaction>\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}</reaction></reactions>")
    #expect(
      change
        == .reactions(
          .init(
            target: "x", emoji: ["\u{1F44D}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"])))
    let many = (0..<50).map { "<reaction>\(UnicodeScalar(0x1F600 + $0) ?? "x")</reaction>" }
    guard
      case .reactions(let all) = content(
        "<reactions xmlns='urn:xmpp:reactions:0' id='x'>\(many.joined())</reactions>")
    else {
      Issue.record("no reactions")
      return
    }
    #expect(all.emoji.count == Reactions.limit)
  }

  @Test func aReplyIsShownWithoutItsQuotation() {
    guard
      case .text(let text) = content(
        "<body>&gt; Where?\nHere \u{1F642}</body>"
          + "<reply xmlns='urn:xmpp:reply:0' to='ana@example.org/x' id='m0'/>"
          + "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'>"
          + "<body start='0' end='9'/></fallback>")
    else {
      Issue.record("not a text")
      return
    }
    #expect(text.body == "Here \u{1F642}")
    #expect(text.reply?.id == "m0")
    #expect(text.reply?.quotation == "Where?")
  }

  @Test(arguments: ["start='5' end='2'", "start='-1' end='3'", "start='0' end='999'", "end='x'"])
  func aRangeThatDoesNotFitIsIgnored(_ range: String) {
    guard
      case .text(let text) = content(
        "<body>&gt; Where?\nHere</body><reply xmlns='urn:xmpp:reply:0' id='m0'/>"
          + "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'>"
          + "<body \(range)/></fallback>")
    else {
      Issue.record("not a text")
      return
    }
    #expect(text.body == "> Where?\nHere")
  }

  @Test func whatIsWrittenAsAReplyIsReadAsOne() {
    let (body, range) = Replies.body("Here \u{1F642}", quoting: "Where?\nAnd when? \u{1F600}")
    let message = XMLElement(
      "message", Namespace.client,
      children: [Replies.element(to: nil, id: "x"), range])
    #expect(Replies.split(body, of: message).text == "Here \u{1F642}")
  }

  @Test func aTextThatNobodyCanReadIsShortened() {
    guard
      case .text(let text) = content(
        "<body>\(String(repeating: "\u{1F642}", count: 50_000))</body>")
    else {
      Issue.record("not a text")
      return
    }
    #expect(text.body.utf8.count <= MessagePipeline.bodyLimit + 3)
    #expect(text.body.hasSuffix("\u{1F642}\u{2026}"))
  }
}

@Suite struct DataFormTests {
  @Test func readsAFormWithAPictureAndFillsItIn() throws {
    var form = try #require(
      DataForm(
        .parsed(
          "<x xmlns='jabber:x:data' type='form'><title>Register</title>"
            + "<instructions>Type what you see.</instructions>"
            + "<field type='hidden' var='FORM_TYPE'><value>urn:xmpp:captcha</value></field>"
            + "<field var='username' type='text-single' label='Name'><required/></field>"
            + "<field var='ocr' label='Enter the code'>"
            + "<media xmlns='urn:xmpp:media-element'>"
            + "<uri type='image/png'>cid:sha1+a@bob.xmpp.org</uri></media></field>"
            + "<field type='fixed'><value>Be kind.</value></field>"
            + "<field type='list-single' var='l'><option label='A'><value>a</value></option>"
            + "<option><value>b</value></option></field></x>")))
    #expect(form.fields.map(\.kind) == [.hidden, .line, .line, .note, .choice])
    #expect(form.fields[1].isRequired)
    #expect(form.fields[2].media.first?.address == "cid:sha1+a@bob.xmpp.org")
    #expect(form.fields[4].options.map(\.label) == ["A", "b"])
    form.fields[1].values = ["ana"]
    form.fields[2].values = ["7nHL3"]
    let sent = form.submission()
    #expect(sent["type"] == "submit")
    #expect(
      sent.elements.compactMap { $0["var"] } == ["FORM_TYPE", "username", "ocr", "l"])
    #expect(DataForm(.parsed("<x xmlns='jabber:x:data' type='result'/>")) == nil)
  }
}
