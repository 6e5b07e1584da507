// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// Accounts made over the stream (XEP-0077), with forms (XEP-0004) and pictures (XEP-0158).
@Suite struct RegistrationStanzaTests {
  private func read(_ query: String, beside: String = "") -> RegistrationForm? {
    RegistrationForm(
      .parsed(
        "<iq type='result' id='1'><query xmlns='jabber:iq:register'>\(query)</query>\(beside)</iq>")
    )
  }

  @Test func aListOfNamesBecomesAForm() throws {
    var form = try #require(
      read("<instructions>Choose.</instructions><username/><password/><email/><key>k1</key>"))
    #expect(form.form.instructions == "Choose.")
    #expect(form.form.fields.map(\.name) == ["username", "password", "email", "key"])
    #expect(form.form.fields.map(\.kind) == [.line, .password, .line, .hidden])
    #expect(form.form.missing.map(\.name) == ["username", "password", "email"])
    form["username"] = "ana"
    form["password"] = "p<"
    #expect(
      form.submission().xml()
        == "<query xmlns='jabber:iq:register'><username>ana</username>"
        + "<password>p&lt;</password><email></email><key>k1</key></query>"
        || form.submission().xml()
          == "<query xmlns='jabber:iq:register'><username>ana</username>"
          + "<password>p&lt;</password><email/><key>k1</key></query>"
    )
  }

  private static let bytes = Array("GIF".utf8)
  private static let id = "sha1+\(Digest.sha1(bytes))@bob.xmpp.org"

  private static let captcha =
    "<username/><x xmlns='jabber:x:data' type='form'>"
    + "<field type='hidden' var='FORM_TYPE'><value>urn:xmpp:captcha</value></field>"
    + "<field type='hidden' var='challenge'><value>F3A6292C</value></field>"
    + "<field type='text-single' label='User' var='username'><required/></field>"
    + "<field type='text-private' label='Password' var='password'><required/></field>"
    + "<field var='ocr' label='Enter the text you see'><media xmlns='urn:xmpp:media-element'>"
    + "<uri type='image/gif'>cid:\(id)</uri></media><required/></field></x>"

  @Test func aFormWithAPicture() throws {
    let data =
      "<data xmlns='urn:xmpp:bob' cid='\(Self.id)' type='image/gif' max-age='0'>"
      + "\(Base64.encode(Self.bytes))</data>"
    for form in [read(Self.captcha, beside: data), read(Self.captcha + data)] {
      var form = try #require(form)
      let media = try #require(form.form.fields.last?.media.first)
      #expect(form.pictures[media.address]?.bytes == Self.bytes)
      #expect(form.pictures[media.address]?.mediaType == "image/gif")
      form["ocr"] = "7nHL3"
      form["username"] = "ana"
      let answer = try #require(form.submission().child("x", DataForm.namespace))
      let values = answer.children("field", DataForm.namespace).map {
        "\($0["var"] ?? "")=\($0.child("value")?.text ?? "-")"
      }
      #expect(
        Array(values) == [
          "FORM_TYPE=urn:xmpp:captcha", "challenge=F3A6292C", "username=ana", "password=-",
          "ocr=7nHL3",
        ])
    }
  }

  @Test func aPictureThatIsAnotherIsLeftOut() throws {
    let data =
      "<data xmlns='urn:xmpp:bob' cid='\(Self.id)' type='image/gif'>\(Base64.encode([1]))</data>"
    #expect(try #require(read(Self.captcha + data)).pictures.isEmpty)
  }

  @Test func elsewhere() throws {
    let form = try #require(
      read(
        "<instructions>Here</instructions>"
          + "<x xmlns='jabber:x:oob'><url>https://example.org/join</url></x>"))
    #expect(form.webPage == "https://example.org/join" && form.form.fields.isEmpty)
    #expect(read("<instructions>Nothing</instructions>") == nil)
  }
}
