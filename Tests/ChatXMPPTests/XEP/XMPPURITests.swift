// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct XMPPURITests {
  @Test(arguments: [
    ("xmpp:bo@example.net", "bo@example.net", XMPPURI.Action.show),
    ("xmpp:bo@example.net?message;body=hi", "bo@example.net", .message(body: "hi")),
    ("xmpp:room@muc.example.org?join", "room@muc.example.org", .join(password: nil)),
    (
      "xmpp:room@muc.example.org?join;password=a%3Db", "room@muc.example.org",
      .join(password: "a=b")
    ),
    ("XMPP:Bo@EXAMPLE.net", "bo@example.net", .show),
    ("xmpp:example.net", "example.net", .show),
    ("xmpp:bo@example.net/phone%2F1", "bo@example.net/phone/1", .show),
    ("xmpp:bo@example.net?message", "bo@example.net", .message(body: "")),
    ("xmpp:bo@example.net?message;body", "bo@example.net", .message(body: "")),
    (
      "xmpp:bo@example.net?message;subject=s;body=1+1%3D2%0A%E2%9C%93", "bo@example.net",
      .message(body: "1+1=2\n✓")
    ),
    ("xmpp:bo@example.net?message;body=a;body=b", "bo@example.net", .message(body: "a")),
    ("xmpp:bo@example.net?message;body=a=b", "bo@example.net", .message(body: "a=b")),
    ("xmpp:bo@example.net?roster;name=Bo", "bo@example.net", .add(name: "Bo")),
    ("xmpp:bo@example.net?subscribe", "bo@example.net", .add(name: nil)),
    ("xmpp:bo@example.net?remove", "bo@example.net", .show),
    ("xmpp:bo@example.net?unsubscribe", "bo@example.net", .show),
    ("xmpp:bo@example.net?", "bo@example.net", .show),
    ("xmpp:bo@example.net?;;;", "bo@example.net", .show),
    ("xmpp:bo@example.net#x?message;body=hi", "bo@example.net", .show),
    // RFC 5122 §2.7.2, examples of non-ASCII addresses.
    ("xmpp:ji%C5%99i@%C4%8Dechy.example/v%20Praze", "jiři@čechy.example/v Praze", .show),
  ])
  func read(_ text: String, _ address: String, _ action: XMPPURI.Action) throws {
    let uri = try XMPPURI(text)
    #expect(uri == XMPPURI(address: try JID(address), action: action))
  }

  @Test func theAuthorityIsTheAccount() throws {
    let uri = try XMPPURI("xmpp://ana@example.org/bo@example.net/phone?message;body=hi")
    #expect(uri.account == (try JID("ana@example.org")))
    #expect(uri.address == (try JID("bo@example.net/phone")))
    #expect(uri.action == .message(body: "hi"))
  }

  @Test(arguments: [
    ("", XMPPURI.Fault.otherScheme),
    ("mailto:bo@example.net", .otherScheme),
    ("bo@example.net", .otherScheme),
    ("xmpp:", .noAddress),
    ("xmpp:?", .noAddress),
    ("xmpp:?join", .noAddress),
    ("xmpp:#x", .noAddress),
    ("xmpp://ana@example.org", .noAddress),
    ("xmpp:a@b@c", .badAddress(.invalid(.domain))),
    ("xmpp:@example.net", .badAddress(.empty(.local))),
    ("xmpp:bo@", .badAddress(.empty(.domain))),
    ("xmpp:bo@example.net/", .badAddress(.empty(.resource))),
    ("xmpp:a%40b@example.net", .badAddress(.invalid(.local))),
    ("xmpp:a%2Fb@example.net", .badAddress(.invalid(.local))),
    ("xmpp:bo%00@example.net", .badAddress(.invalid(.local))),
    ("xmpp:bo@exa mple.net", .badAddress(.invalid(.domain))),
    ("xmpp:bo%@example.net", .badEncoding),
    ("xmpp:bo%4", .badEncoding),
    ("xmpp:bo%g0@example.net", .badEncoding),
    ("xmpp:bo@example.net?message;body=%FF", .badEncoding),
    ("xmpp:" + String(repeating: "a", count: XMPPURI.lengthLimit), .tooLong),
  ])
  func refused(_ text: String, _ fault: XMPPURI.Fault) {
    #expect(throws: fault) { try XMPPURI(text) }
  }
}
