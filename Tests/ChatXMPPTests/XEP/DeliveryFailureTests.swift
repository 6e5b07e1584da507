// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

struct DeliveryFailureTests {
  /// What stands in the error that comes back, and what is kept of it.
  @Test(
    arguments: [
      ("<s:item-not-found/>", .unknownAddress, ""),
      ("<s:service-unavailable/>", .unavailable, ""),
      ("<s:remote-server-not-found/>", .unreachableServer, ""),
      ("<s:remote-server-timeout/>", .unreachableServer, ""),
      ("<s:gone>xmpp:new@example.org</s:gone>", .formerAddress, ""),
      ("<s:forbidden/>", .forbidden, ""),
      ("<s:not-acceptable/><blocked xmlns='urn:xmpp:blocking:errors'/>", .blocked, ""),
      ("<s:not-acceptable/>", .notAccepted, ""),
      (
        "<s:policy-violation/><s:text>Too long by half.</s:text>", .notAccepted, "Too long by half."
      ),
      ("<s:resource-constraint/>", .full, ""),
      ("<s:internal-server-error/>", .other, "internal-server-error"),
      ("<s:undefined-condition/><s:text>Gone fishing.</s:text>", .other, "Gone fishing."),
      ("", .other, "undefined-condition"),
    ] as [(String, DeliveryFailure.Cause, String)])
  func anErrorBecomesAReason(_ error: String, _ cause: DeliveryFailure.Cause, _ words: String) {
    let stanza = XMLElement.parsed(
      """
      <message type='error' id='m1' from='bob@example.org'>
      <error type='cancel' xmlns:s='urn:ietf:params:xml:ns:xmpp-stanzas'>\(error)</error></message>
      """)
    #expect(DeliveryFailure(RequestFailure(stanza)) == DeliveryFailure(cause, words: words))
  }

  @Test(arguments: [RequestFailure.disconnected, .noAnswer, .unusableAnswer])
  func noAnswerIsOne(_ failure: RequestFailure) {
    #expect(DeliveryFailure(failure) == DeliveryFailure(.noAnswer))
  }
}
