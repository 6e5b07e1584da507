// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// What is said about people, as it stands in stanzas.
@Suite struct PeopleStanzaTests {
  // MARK: XEP-0191, XEP-0377

  @Test func blockLists() throws {
    let list = XMLElement.parsed(
      "<iq type='result' id='1'><blocklist xmlns='urn:xmpp:blocking'>"
        + "<item jid='mal@evil.example'/><item jid='spam.example'/><item jid='@'/><item/>"
        + "</blocklist></iq>")
    let people: [JID] = [.known("mal@evil.example"), .known("spam.example")]
    #expect(Blocking.change(in: list) == .list(people))
    let push = XMLElement.parsed(
      "<iq type='set' id='1'><unblock xmlns='urn:xmpp:blocking'>"
        + "<item jid='mal@evil.example'/></unblock></iq>")
    #expect(Blocking.change(in: push) == .unblock([.known("mal@evil.example")]))
    let all = XMLElement.parsed("<iq type='set' id='1'><unblock xmlns='urn:xmpp:blocking'/></iq>")
    #expect(Blocking.change(in: all) == .unblockAll)
    #expect(Blocking.change(in: .parsed("<iq type='set' id='1'><block xmlns='x'/></iq>")) == nil)
  }

  @Test func blocksWithAReport() {
    let report = BlockReport(.spam, text: "Buy <now>", messages: ["s1"])
    #expect(
      Blocking.block(
        .known("mal@evil.example"), report: report, by: .known("ana@example.org/phone")
      ).xml()
        == "<block xmlns='urn:xmpp:blocking'><item jid='mal@evil.example'>"
        + "<report xmlns='urn:xmpp:reporting:1' reason='urn:xmpp:reporting:spam'>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='ana@example.org' id='s1'/><text>Buy &lt;now&gt;</text>"
        + "</report></item></block>")
    #expect(
      Blocking.unblock(.known("mal@evil.example")).xml()
        == "<unblock xmlns='urn:xmpp:blocking'><item jid='mal@evil.example'/></unblock>")
  }

  // MARK: XEP-0060

  @Test func publishingSaysWhoMayRead() {
    let xml = PubSub.publish(Nickname.element("Ana"), to: "n", id: "i", access: .presence).xml()
    #expect(
      xml == "<pubsub xmlns='http://jabber.org/protocol/pubsub'><publish node='n'><item id='i'>"
        + "<nick xmlns='http://jabber.org/protocol/nick'>Ana</nick></item></publish>"
        + "<publish-options><x xmlns='jabber:x:data' type='submit'>"
        + "<field var='FORM_TYPE' type='hidden'>"
        + "<value>http://jabber.org/protocol/pubsub#publish-options</value></field>"
        + "<field var='pubsub#persist_items'><value>true</value></field>"
        + "<field var='pubsub#access_model'><value>presence</value></field></x>"
        + "</publish-options></pubsub>")
  }

  @Test func newsOfANode() throws {
    let event = try #require(
      PubSub.event(
        in: .parsed(
          "<message from='bo@example.net'>"
            + "<event xmlns='http://jabber.org/protocol/pubsub#event'><items node='n'>"
            + "<item id='1'><nick xmlns='http://jabber.org/protocol/nick'>Bo</nick></item>"
            + "<retract id='0'/></items></event></message>")))
    #expect(event.node == "n" && event.retracted == ["0"] && !event.isCleared)
    #expect(Nickname.text(event.items.first?.payload) == "Bo")
    let purge = PubSub.event(
      in: .parsed(
        "<message><event xmlns='http://jabber.org/protocol/pubsub#event'><purge node='n'/></event>"
          + "</message>"))
    #expect(purge?.isCleared == true)
    #expect(PubSub.event(in: .parsed("<message><body>x</body></message>")) == nil)
  }

  // MARK: XEP-0084, XEP-0153

  private func metadata(_ infos: String) -> Avatars.Information? {
    Avatars.choice(
      in: .parsed(
        "<message><metadata xmlns='urn:xmpp:avatar:metadata'>\(infos)</metadata></message>"
      )
      .child("metadata", Avatars.metadataNode) ?? XMLElement("x", "y"))
  }

  @Test func takesAPictureThatMayBeFetched() {
    let hash = "111f4b3c50d7b0df729d299bc6f8e9ef9066971f"
    let png = "<info id='\(hash)' type='image/png' bytes='12345' width='64' height='64'/>"
    let webp = "<info id='\(hash)' type='image/webp' bytes='2345'/>"
    #expect(metadata(webp + png)?.type == "image/png")
    #expect(metadata(webp)?.type == "image/webp")
    // On the web, too large, of a type nobody can decode safely, or named like a path.
    #expect(
      metadata("<info id='\(hash)' type='image/png' bytes='1' url='https://evil.example/'/>")
        == nil)
    #expect(metadata("<info id='\(hash)' type='image/png' bytes='600000'/>") == nil)
    #expect(metadata("<info id='\(hash)' type='image/svg+xml' bytes='1'/>") == nil)
    #expect(metadata("<info id='../../../../.bashrc' type='image/png' bytes='1'/>") == nil)
    #expect(metadata("") == nil)
  }

  @Test func aPictureMustBeWhatItsHashSays() {
    let bytes = Array("a picture".utf8)
    let id = Digest.sha1(bytes)
    #expect(Avatars.bytes(in: Avatars.data(bytes), id: id) == bytes)
    #expect(Avatars.bytes(in: Avatars.data(Array("another".utf8)), id: id) == nil)
    #expect(
      Avatars.bytes(in: XMLElement("data", Avatars.dataNode, text: "no base64!"), id: id) == nil)
    let large = [UInt8](repeating: 1, count: Avatars.sizeLimit + 1)
    #expect(Avatars.bytes(in: Avatars.data(large), id: Digest.sha1(large)) == nil)
  }

  @Test func photosOfPresences() {
    func hash(_ photo: String) -> String? {
      VCard.photoHash(
        in: .parsed(
          "<presence from='bo@example.net/p'><x xmlns='vcard-temp:x:update'>\(photo)</x>"
            + "</presence>"))
    }
    let sha1 = "111f4b3c50d7b0df729d299bc6f8e9ef9066971f"
    #expect(hash("<photo>\(sha1.uppercased())</photo>") == sha1)
    #expect(hash("<photo/>") == "")
    #expect(hash("") == nil)
    #expect(hash("<photo>x</photo>") == nil)
  }

  // MARK: XEP-0054

  @Test func cards() throws {
    let card = XMLElement.parsed(
      "<iq type='result' id='1'><vCard xmlns='vcard-temp'><FN>Bo Li</FN><NICKNAME>bo</NICKNAME>"
        + "<ORG><ORGNAME>Office</ORGNAME></ORG><EMAIL><INTERNET/><USERID>bo@example.net</USERID>"
        + "</EMAIL><PHOTO><TYPE>image/png</TYPE><BINVAL>\nYSBw\naWN0dXJl\n</BINVAL></PHOTO>"
        + "<X-OTHER>kept</X-OTHER></vCard></iq>"
    ).child("vCard", VCard.namespace)
    let read = try #require(card.flatMap(VCard.init))
    #expect(read.fullName == "Bo Li" && read.organization == "Office")
    #expect(read.email == "bo@example.net")
    #expect(read.photo?.bytes == Array("a picture".utf8))
    // Another picture; what is not known here stays.
    let other = VCard.card(card, with: OwnAvatar(png: [1, 2, 3], width: 1, height: 1))
    #expect(VCard(other)?.photo?.bytes == [1, 2, 3])
    #expect(other.child("X-OTHER")?.text == "kept")
    #expect(VCard.card(card, with: nil).child("PHOTO") == nil)
  }

  // MARK: XEP-0172

  @Test func nicknames() {
    func nick(_ text: String) -> String? {
      Nickname.text(
        in: .parsed(
          "<presence><nick xmlns='http://jabber.org/protocol/nick'>\(text)</nick></presence>"))
    }
    #expect(nick("Bo") == "Bo")
    #expect(nick("  ") == nil)
    #expect(nick("") == nil)
    #expect(nick(String(repeating: "x", count: 999))?.count == Nickname.lengthLimit)
  }

  // MARK: XEP-0066

  @Test(arguments: [
    ("https://example.net/a.jpg", "https://example.net/a.jpg"),
    ("", "https://example.net/a.jpg"),
    ("Look:", "Look:\nhttps://example.net/a.jpg"),
    ("See https://example.net/a.jpg, please", "See https://example.net/a.jpg, please"),
  ])
  func linksBesideTheText(_ body: String, _ shown: String) throws {
    let message = XMLElement.parsed(
      "<message from='bo@example.net/p' type='chat' id='1'><body>\(body)</body>"
        + "<x xmlns='jabber:x:oob'><url> https://example.net/a.jpg\n</url></x></message>")
    let verified = try #require(
      MessagePipeline.verify(message, account: .known("ana@example.org")))
    guard case .text(let text) = MessagePipeline.read(verified) else {
      Issue.record("no text")
      return
    }
    #expect(text.body == shown)
  }

  // MARK: XEP-0115

  @Test func capabilitiesMustBeProved() throws {
    // The example of §5.2.
    let presence = XMLElement.parsed(
      "<presence from='romeo@montague.lit/orchard'>"
        + "<c xmlns='http://jabber.org/protocol/caps' hash='sha-1' "
        + "node='http://code.google.com/p/exodus' ver='QgayPKawpkPSDYmwT/WM94uAlu0='/></presence>")
    let capabilities = try #require(Capabilities(in: presence))
    #expect(
      capabilities.request["node"]
        == "http://code.google.com/p/exodus#QgayPKawpkPSDYmwT/WM94uAlu0=")
    func answer(_ more: String) -> XMLElement {
      .parsed(
        "<iq type='result' id='1'><query xmlns='http://jabber.org/protocol/disco#info'>"
          + "<identity category='client' name='Exodus 0.9.1' type='pc'/>"
          + "<feature var='http://jabber.org/protocol/caps'/>"
          + "<feature var='http://jabber.org/protocol/disco#info'/>"
          + "<feature var='http://jabber.org/protocol/disco#items'/>"
          + "<feature var='http://jabber.org/protocol/muc'/>\(more)</query></iq>")
    }
    #expect(capabilities.features(in: answer(""))?.count == 4)
    #expect(capabilities.features(in: answer("<feature var='urn:xmpp:reactions:0'/>")) == nil)
    let md5 = "<presence><c xmlns='http://jabber.org/protocol/caps' hash='md5' node='n' ver='v'/>"
    #expect(Capabilities(in: .parsed(md5 + "</presence>")) == nil)
  }
}
