// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct SASLChoiceTests {
  private let exporter = ChannelBinding(kind: .tlsExporter, data: [1, 2, 3])
  private let unique = ChannelBinding(kind: .tlsUnique, data: [1, 2, 3])

  private func choose(
    _ offered: [String], binding: ChannelBinding? = nil, types: [String]? = nil,
    floor: SASLMechanism? = nil
  ) -> String {
    let choice = SASLChoice.best(
      offered: offered, channelBinding: binding, bindingTypes: types, floor: floor)
    return switch choice {
    case .success(let mechanism): mechanism.name
    case .failure(.noMechanism(_, let isDowngrade)): isDowngrade ? "downgrade" : "none"
    case .failure: "?"
    }
  }

  @Test func takesTheStrongest() {
    let all = [
      "PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-1-PLUS", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS", "X-NEW",
    ]
    #expect(choose(all, binding: unique) == "SCRAM-SHA-256-PLUS")
    #expect(choose(all) == "SCRAM-SHA-256")
    #expect(choose(["PLAIN", "SCRAM-SHA-1"]) == "SCRAM-SHA-1")
    #expect(choose(["PLAIN"]) == "PLAIN")
    #expect(choose(["DIGEST-MD5", "ANONYMOUS"]) == "none")
    #expect(choose([]) == "none")
  }

  @Test func bindsOnlyByWhatBothCan() {
    #expect(choose(["SCRAM-SHA-256"], binding: exporter) == "SCRAM-SHA-256")
    // It offers binding, but of a kind we do not have (XEP-0440).
    let plus = ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"]
    #expect(
      choose(plus, binding: exporter, types: ["tls-server-end-point"])
        == "SCRAM-SHA-256")
    #expect(
      choose(plus, binding: exporter, types: ["tls-exporter"]) == "SCRAM-SHA-256-PLUS")
    // ejabberd 23.01 under TLS 1.3: it names no kind, and means the oldest.
    #expect(choose(plus, binding: exporter) == "SCRAM-SHA-256")
    #expect(choose(plus, binding: unique) == "SCRAM-SHA-256-PLUS")
  }

  @Test func neverGoesBelowWhatWasSeen() {
    #expect(choose(["PLAIN"], floor: .scramSHA1) == "downgrade")
    #expect(choose(["PLAIN", "SCRAM-SHA-1"], floor: .scramSHA256) == "downgrade")
    #expect(choose(["PLAIN", "SCRAM-SHA-256"], floor: .scramSHA1) == "SCRAM-SHA-256")
    #expect(choose(["PLAIN"], floor: .plain) == "PLAIN")
  }

  /// Somebody between who has a certificate of his own must take the binding away: it is missed.
  @Test func missesTheBindingThatWasThere() {
    let all = ["SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"]
    #expect(choose(all, binding: unique, floor: .scramSHA256Plus) == "SCRAM-SHA-256-PLUS")
    #expect(choose(["SCRAM-SHA-256"], binding: exporter, floor: .scramSHA256Plus) == "downgrade")
    #expect(choose(all, floor: .scramSHA256Plus) == "downgrade")
    #expect(
      choose(all, binding: exporter, types: ["x"], floor: .scramSHA256Plus) == "downgrade")
    // What is offered and cannot be used is no floor.
    #expect(
      SASLChoice.strongest(of: all, channelBinding: nil, bindingTypes: nil) == .scramSHA256)
    #expect(
      SASLChoice.strongest(of: all, channelBinding: unique, bindingTypes: nil)
        == .scramSHA256Plus)
    #expect(
      SASLChoice.strongest(of: ["EXTERNAL"], channelBinding: exporter, bindingTypes: nil) == nil)
  }
}

@Suite struct SASLClientTests {
  private func client(
    isBound: Bool = false, channel: ChannelBinding? = nil
  ) throws -> SASLClient {
    try SASLClient(
      isBound ? .scramSHA1Plus : .scramSHA1, user: "user", password: "pencil",
      channelBinding: channel)
  }

  private func decoded(_ text: String) -> String {
    String(decoding: Base64.decode(text) ?? [], as: UTF8.self)
  }

  private func encoded(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

  @Test func theHeaderSaysHowItIsBound() throws {
    let exporter = ChannelBinding(kind: .tlsExporter, data: [1, 2, 3])
    let unique = ChannelBinding(kind: .tlsUnique, data: [1, 2, 3])
    #expect(decoded(try client().begin()).hasPrefix("n,,n=user,r="))
    #expect(decoded(try client(channel: exporter).begin()).hasPrefix("n,,n=user,r="))
    #expect(
      decoded(try client(isBound: true, channel: exporter).begin()).hasPrefix(
        "p=tls-exporter,,n=user,r="))
    #expect(
      decoded(try client(isBound: true, channel: unique).begin()).hasPrefix(
        "p=tls-unique,,n=user,r="))
  }

  /// A server that cannot prove that it knows the password, in each of the ways it could try.
  @Test(arguments: [
    "r=foreign,s=QSXCR+Q6sek8bf92,i=4096", "r=NONCE,s=QSXCR+Q6sek8bf92,i=4096",
    "r=NONCEx,s=QSXCR+Q6sek8bf92,i=1", "r=NONCEx,s=QSXCR+Q6sek8bf92,i=4095",
    "r=NONCEx,s=QSXCR+Q6sek8bf92,i=10000001", "r=NONCEx,s=QSXCR+Q6sek8bf92,i=-4096",
    "r=NONCEx,s=QSXCR+Q6sek8bf92", "m=ext,r=NONCEx,s=QSXCR+Q6sek8bf92,i=4096", "", "v=",
  ])
  func refusesABadChallenge(_ challenge: String) throws {
    let client = try client()
    let first = decoded(try client.begin())
    let nonce = try #require(first.split(separator: ",").last?.dropFirst(2))
    let text = challenge.replacing("NONCE", with: nonce)
    #expect(throws: AuthenticationFailure.self) { try client.respond(to: encoded(text)) }
  }

  @Test(arguments: ["", "=", "v=AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "e=other-error", "v="])
  func successNeedsTheRightSignature(_ final: String) throws {
    let client = try client()
    let first = decoded(try client.begin())
    let nonce = try #require(first.split(separator: ",").last?.dropFirst(2))
    _ = try client.respond(to: encoded("r=\(nonce)more,s=QSXCR+Q6sek8bf92,i=4096"))
    let text = final.count > 1 ? encoded(final) : final
    #expect(throws: AuthenticationFailure.self) { try client.succeed(with: text) }
  }

  @Test func successBeforeTheChallengeIsRefused() throws {
    let client = try client()
    _ = try client.begin()
    #expect(throws: AuthenticationFailure.self) { try client.succeed(with: "") }
  }

  @Test func plainIsTheNameAndThePassword() throws {
    let client = try SASLClient(
      .plain, user: "user", password: "p\u{E4}ss", channelBinding: nil)
    #expect(decoded(try client.begin()) == "\u{0}user\u{0}p\u{E4}ss")
    try client.succeed(with: "")
  }
}
