// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import Synchronization
import XCTest

@testable import ChatXMPP
@testable import Martlet

/// A keyring that a test can look into and take away.
@MainActor final class ScriptedPasswords: PasswordStore {
  var kept: [String: String] = [:]
  var fault: PasswordFault?

  func password(of address: String) async -> Result<String?, PasswordFault> {
    fault.map { .failure($0) } ?? .success(kept[address])
  }

  func keep(_ password: String, of address: String) async -> Result<Void, PasswordFault> {
    if let fault { return .failure(fault) }
    kept[address] = password
    return .success(())
  }

  func forget(_ address: String) async { kept[address] = nil }
}

/// Accounts on a store in memory, with services that tests speak for.
@MainActor final class AccountsFixture {
  let store: Store
  let passwords = ScriptedPasswords()
  let accounts: Accounts
  private let services = ServiceBox()

  final class ServiceBox: Sendable {
    let all = Mutex<[ScriptedService]>([])
  }

  init(store: Store? = nil) throws {
    let store = try store ?? Store.inMemory()
    self.store = store
    let services = services
    let parts = AccountParts(store: store, passwords: passwords) {
      account, _, configuration throws(StoreError) in
      let service = ScriptedService(account, configuration)
      services.all.withLock { $0.append(service) }
      return service
    }
    accounts = try Accounts(parts, reader: store.makeReader())
  }

  /// The services that were made, in that order.
  var made: [ScriptedService] { services.all.withLock { $0 } }

  /// The latest service, once it has been started.
  func service(_ number: Int = 1) throws -> ScriptedService {
    XCTAssertTrue(Spin.until { made.count >= number && made[number - 1].calls.contains("start") })
    return try XCTUnwrap(made.last)
  }

  func add(_ address: String = "alice@example.org") throws -> AccountConnection {
    let jid = try JID(address)
    var added: AccountConnection?
    Task { added = try? await accounts.add(jid, password: "secret") }
    Spin.until { added != nil }
    return try XCTUnwrap(added)
  }

  static func question(replaces: Bool = false) -> CertificateQuestion {
    CertificateQuestion(
      domain: "example.org",
      certificate: ServerCertificate(
        subject: "CN=example.org", issuer: "CN=example.org", names: ["example.org"],
        notBefore: Timestamp(microseconds: 0), notAfter: nil,
        fingerprint: String(repeating: "ab", count: 32),
        keyFingerprint: String(repeating: "cd", count: 32)),
      problems: [.unknownIssuer, .wrongName], replacesPin: replaces)
  }
}

final class AccountsTests: XCTestCase {
  func testAPasswordIsKeptOnlyOnceItHasProvedRight() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      XCTAssertEqual(service.configuration?.password, "secret")
      XCTAssertEqual(fixture.passwords.kept, [:])
      service.say(.state(.offline(.authentication(.wrongPassword), retry: nil)))
      XCTAssertTrue(Spin.until { connection.condition == .needsPassword(.wrong) })
      XCTAssertEqual(fixture.passwords.kept, [:])
      connection.signIn("right")
      Spin.until { service.calls.last == "connect" }
      XCTAssertEqual(service.configuration?.password, "right")
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { fixture.passwords.kept["alice@example.org"] == "right" })
      XCTAssertEqual(connection.condition, .online)
      XCTAssertEqual(fixture.made.count, 1, "one service, asked to connect again")
    }
  }

  func testAfterARestartItGoesOnlineByItself() throws {
    try withGtk {
      let first = try AccountsFixture()
      _ = try first.add()
      _ = try first.service()
      let second = try AccountsFixture(store: first.store)
      second.passwords.kept = ["alice@example.org": "kept"]
      XCTAssertEqual(second.accounts.all.map(\.condition), [.connecting])
      second.accounts.start()
      let service = try second.service()
      XCTAssertEqual(service.configuration?.password, "kept")
      XCTAssertEqual(
        service.configuration?.resource, first.made.first?.configuration?.resource,
        "the same device as before")
    }
  }

  func testWithoutAKeyringItSaysWhyItAsks() throws {
    try withGtk {
      let first = try AccountsFixture()
      let added = try first.add()
      first.passwords.fault = .noService(reason: "no such name")
      try first.service().say(.state(.online))
      XCTAssertTrue(Spin.until { added.keepingFault == .noService(reason: "no such name") })
      let second = try AccountsFixture(store: first.store)
      second.passwords.fault = .noService(reason: "no such name")
      second.accounts.start()
      let connection = try XCTUnwrap(second.accounts.all.first)
      XCTAssertTrue(
        Spin.until {
          connection.condition
            == .needsPassword(.unreadable(.noService(reason: "no such name")))
        })
      let text = AccountText(connection.condition)
      XCTAssertEqual(text.remedy, .enterPassword)
      XCTAssertTrue(text.text.contains("no such name"), text.text)
    }
  }

  func testATrustedCertificateIsRemembered() throws {
    try withGtk {
      let first = try AccountsFixture()
      let connection = try first.add()
      let service = try first.service()
      let question = AccountsFixture.question()
      service.say(.state(.offline(.certificate(question), retry: nil)))
      XCTAssertTrue(Spin.until { connection.condition == .needsUser(.certificate(question)) })
      XCTAssertNil(service.configuration?.pin, "nobody has said yes")
      connection.trust(question)
      XCTAssertTrue(Spin.until { service.configuration?.pin == question.pin })
      XCTAssertTrue(
        Spin.until {
          (try? AccountSettings(of: connection.id, reader: first.store.makeReader()))?.pin
            == question.pin
        })
    }
  }

  func testRemovingTakesEverythingOrKeepsTheConversations() throws {
    try withGtk {
      for keeps in [false, true] {
        let fixture = try AccountsFixture()
        let connection = try fixture.add()
        let service = try fixture.service()
        service.say(.state(.online))
        XCTAssertTrue(Spin.until { !fixture.passwords.kept.isEmpty })
        var isDone = false
        let store = fixture.store
        Task {
          let id = try await store.openConversation(
            .direct, with: "bob@example.org", title: "Bob", of: connection.id)
          _ = try await store.receive(
            IncomingMessage(
              sender: .other(address: "bob@example.org", name: "Bob"), body: "hi", time: .now),
            in: id)
          try await fixture.accounts.remove(connection, keepingHistory: keeps)
          isDone = true
        }
        XCTAssertTrue(Spin.until { isDone })
        XCTAssertEqual(service.calls.last, "stop")
        XCTAssertEqual(fixture.passwords.kept, [:])
        XCTAssertTrue(fixture.accounts.present.isEmpty)
        let reader = try store.makeReader()
        XCTAssertEqual(try reader.summaries().count, keeps ? 1 : 0)
        let later = try AccountsFixture(store: store)
        XCTAssertEqual(later.accounts.all.map(\.condition), keeps ? [.removed] : [])
        later.accounts.start()
        Spin.pending()
        XCTAssertTrue(later.made.isEmpty, "what was removed does not connect")
        if keeps {
          let again = try later.add()
          XCTAssertEqual(again.id, connection.id, "with its conversations")
          XCTAssertEqual(later.accounts.present.count, 1)
        }
      }
    }
  }

  func testWhoTypesComesToTheConversation() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      var heard: [TypingNotice] = []
      let notices = (connection as any ChatService).typing()
      Task { for await notice in notices { heard.append(notice) } }
      Spin.pending()
      let notice = TypingNotice(
        conversation: ConversationID(rawValue: 7),
        sender: .other(address: "bob@example.org", name: "Bob"), isTyping: true)
      service.say(notice)
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { heard == [notice] })
    }
  }

  func testTurnedOffStaysOff() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      var isDone = false
      Task {
        try await fixture.accounts.setEnabled(false, connection)
        isDone = true
      }
      XCTAssertTrue(Spin.until { isDone })
      XCTAssertEqual(connection.condition, .disabled)
      XCTAssertEqual(service.calls.last, "stop")
      let later = try AccountsFixture(store: fixture.store)
      later.accounts.start()
      XCTAssertEqual(later.accounts.all.map(\.condition), [.disabled])
    }
  }

  func testEveryConditionSaysWhatIsTheMatterAndWhatToDo() throws {
    try withGtk {
      let failures: [StreamFailure] = [
        .serviceNotOffered(domain: "example.org"),
        .unreachable(domain: "example.org", .refused), .timeout(.connecting), .noEncryption,
        .tls(.system("bad record")),
        .certificate(AccountsFixture.question()), .authentication(.wrongPassword),
        .authentication(.disabled(text: "")), .authentication(.temporary),
        .authentication(.noMechanism(offered: ["PLAIN"], isDowngrade: true)),
        .authentication(.noMechanism(offered: ["SCRAM-SHA-1"], isDowngrade: true)),
        .authentication(.noMechanism(offered: ["X"], isDowngrade: false)),
        .authentication(.serverNotProven(reason: "")),
        .authentication(.other(condition: "aborted", text: "")),
        .protocolViolation(.noResource), .protocolViolation(.outOfPlace(element: "iq")),
        .protocolViolation(.acknowledgements), .malformedStream(.notAStream),
        .malformedStream(.restricted), .malformedStream(.tooLong), .malformedStream(.notWellFormed),
        .streamError(condition: "conflict", text: ""), .streamError(condition: "x", text: "y"),
        .closedByServer, .connectionLost(.noAnswer), .connectionLost(.unknownName),
        .connectionLost(.refused), .connectionLost(.noRoute), .connectionLost(.closed),
        .connectionLost(.reset), .connectionLost(.system("")),
      ]
      for failure in failures {
        let condition = AccountCondition(
          .offline(failure, retry: .seconds(8)), now: Timestamp(microseconds: 0))
        let text = AccountText(condition)
        XCTAssertFalse(text.title.isEmpty, "\(failure)")
        XCTAssertFalse(text.title.contains("%s") || text.text.contains("%s"), "\(failure)")
        XCTAssertNotNil(text.remedy, "\(failure)")
        XCTAssertFalse(text.text.contains(".."), "\(failure): \(text.text)")
      }
    }
  }

  func testEachFaultOfAConnectionHasASentenceOfItsOwn() throws {
    try withGtk {
      let faults: [ConnectionFault] = [
        .noAnswer, .unknownName, .refused, .noRoute, .closed, .reset, .system(""),
        .system("Le serveur\nne veut pas."),
      ]
      let texts = faults.map { AccountText(StreamFailure.connectionLost($0)).text }
      XCTAssertEqual(Set(texts).count, faults.count)
      XCTAssertEqual(texts.last, "The system says: “Le serveur ne veut pas.”")
      for (fault, text) in zip(faults, texts) {
        for failure in [StreamFailure.unreachable(domain: "example.org", fault), .tls(fault)] {
          XCTAssertTrue(AccountText(failure).text.hasSuffix(" " + text), "\(failure)")
        }
      }
      let strange: [StreamFailure] = [
        .protocolViolation(.noResource), .protocolViolation(.outOfPlace(element: "iq")),
        .protocolViolation(.acknowledgements), .malformedStream(.notAStream),
        .malformedStream(.restricted), .malformedStream(.tooLong), .malformedStream(.notWellFormed),
      ]
      XCTAssertEqual(Set(strange.map { AccountText($0).text }).count, strange.count)
    }
  }

  func testTypedAddresses() throws {
    try withGtk {
      for (typed, address) in [
        ("alice@example.org", "alice@example.org"), ("  Alice@EXAMPLE.org ", "alice@example.org"),
        ("xmpp:bo@example.net?message", "bo@example.net"),
        ("alice@example.org/phone", "alice@example.org"),
      ] {
        XCTAssertEqual(try TypedAddress.read(typed).get().description, address)
      }
      for typed in ["", "alice", "@example.org", "alice@", "al ice@example.org", "a@b@c", "xmpp:"] {
        guard case .failure(let fault) = TypedAddress.read(typed) else {
          XCTFail("“\(typed)” was taken")
          continue
        }
        XCTAssertFalse(fault.sentence.isEmpty)
      }
    }
  }
}
