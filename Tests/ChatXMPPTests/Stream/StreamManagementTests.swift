// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import ChatXMPP

@Suite struct StreamManagementTests {
  typealias Entry = StreamManagement.Entry

  private func message(_ number: Int) -> Entry {
    Entry(kind: .message, xml: "<message id='\(number)'/>", token: UInt64(number))
  }

  /// A session in which `inbound` stanzas came and messages 1…`sent` went, none acknowledged.
  private func session(inbound: Int = 0, sent: Int = 0) -> StreamManagement {
    var management = StreamManagement()
    management.enable()
    management.enabled(id: "s1", location: nil)
    for _ in 0..<inbound { management.received() }
    for number in stride(from: 1, through: sent, by: 1) { _ = management.send(message(number)) }
    return management
  }

  // X18
  @Test func enabledIsNoStanza() {
    var management = session()
    #expect(management.acknowledgement == "<a xmlns='urn:xmpp:sm:3' h='0'/>")
    management.received()
    #expect(management.acknowledgement.contains("h='1'"))
    management.received()
    management.received()
    #expect(management.acknowledgement.contains("h='3'"))
  }

  @Test func whatComesBeforeEnabledDoesNotCount() {
    var management = StreamManagement()
    management.enable()
    management.received()
    management.enabled(id: nil, location: nil)
    #expect(management.acknowledgement.contains("h='0'"))
  }

  @Test func whatIsSentAfterEnableCounts() throws {
    var management = StreamManagement()
    management.enable()
    _ = management.send(message(1))
    management.enabled(id: "s1", location: nil)
    #expect(try management.received(acknowledgement: 1).safe == [message(1)])
  }

  @Test func asksInTheSameWriteAndOnceAtATime() throws {
    var management = session()
    #expect(management.send(message(1)) == "<message id='1'/><r xmlns='urn:xmpp:sm:3'/>")
    #expect(management.send(message(2)) == "<message id='2'/>")
    let (safe, reply) = try management.received(acknowledgement: 1)
    #expect(safe == [message(1)])
    #expect(reply == "<r xmlns='urn:xmpp:sm:3'/>")
    #expect(try management.received(acknowledgement: 2).reply == "")
    #expect(management.queue.isEmpty)
  }

  /// Behind a long queue the one answer at its end would come too late for the watchdog.
  @Test func aLongQueueIsAcknowledgedWhileItIsSent() throws {
    let interval = StreamManagement.requestInterval
    var management = session()
    let request = "<r xmlns='urn:xmpp:sm:3'/>"
    let requests = (1...(5 * interval)).filter { number in
      management.send(message(number)).hasSuffix(request)
    }
    #expect(requests == [1] + (1..<5).map { 1 + $0 * interval })
    // No request more for each answer to one that is open still.
    for (number, count) in requests.enumerated().dropLast() {
      #expect(try management.received(acknowledgement: UInt32(count)).reply.isEmpty)
      #expect(management.isAwaitingAcknowledgement, "\(number)")
    }
    // Behind the last one, for the rest.
    let (_, reply) = try management.received(acknowledgement: UInt32(requests[4]))
    #expect(reply == request)
    #expect(management.queue.count == interval - 1)

    management.disconnected()
    let resend = try management.resumed(h: UInt32(requests[4])).resend
    #expect(resend.components(separatedBy: request).count == 2)
    var another = session(sent: 3 * interval + 1)
    another.disconnected()
    let all = try another.resumed(h: 0).resend
    #expect(all.components(separatedBy: request).count == 1 + 4)
    #expect(all.hasSuffix(request))
  }

  @Test func oneAnswerToSeveralRequestsIsEnough() throws {
    var management = session(sent: 2 * StreamManagement.requestInterval)
    let count = UInt32(management.queue.count)
    #expect(try management.received(acknowledgement: count).reply.isEmpty)
    #expect(!management.isAwaitingAcknowledgement)
    #expect(management.send(message(0)).contains("<r "))
  }

  // X19
  @Test func resumptionKeepsTheCountsAndSendsTheRest() throws {
    var management = session(inbound: 20, sent: 9)
    _ = try management.received(acknowledgement: 5)
    management.disconnected()
    #expect(management.resumption == "<resume xmlns='urn:xmpp:sm:3' h='20' previd='s1'/>")
    let (safe, resend) = try management.resumed(h: 7)
    #expect(safe.compactMap(\.token) == [6, 7])
    #expect(resend == "<message id='8'/><message id='9'/><r xmlns='urn:xmpp:sm:3'/>")
    for _ in 0..<3 { management.received() }
    #expect(management.acknowledgement.contains("h='23'"))
    #expect(try management.received(acknowledgement: 9).safe.compactMap(\.token) == [8, 9])
  }

  @Test func failedResumptionTellsWhatIsSafeAndWhatIsInDoubt() throws {
    var management = session(inbound: 4, sent: 3)
    let (safe, lost) = management.resumptionFailed(h: 1)
    #expect(safe.compactMap(\.token) == [1])
    #expect(lost.compactMap(\.token) == [2, 3])
    #expect(management == StreamManagement())

    management = session(sent: 2)
    #expect(management.resumptionFailed(h: nil).inDoubt.count == 2)
    // A count that cannot be is no reason to lose anything.
    management = session(sent: 2)
    #expect(management.resumptionFailed(h: 77).inDoubt.count == 2)
  }

  @Test func countsRunModulo2To32() throws {
    let snapshot = StreamManagement.Snapshot(
      id: "s1", location: nil, address: "ana@example.org/desk", inbound: .max,
      acknowledged: .max - 1, queue: (1...3).map(message))
    var management = StreamManagement(restoring: snapshot)
    management.received()
    #expect(management.acknowledgement.contains("h='0'"))
    let (safe, _) = try management.resumed(h: 1)
    #expect(safe.compactMap(\.token) == [1, 2, 3])
    #expect(management.acknowledged == 1)
  }

  @Test(arguments: [3, UInt32.max]) func refusesCountsThatCannotBe(_ h: UInt32) {
    var management = session(sent: 2)
    #expect(throws: StreamManagement.Complaint.impossibleCount) {
      try management.received(acknowledgement: h)
    }
    #expect(management.queue.count == 2)
  }

  @Test func aKilledRunMayHaveSentMoreThanItsSnapshotSays() throws {
    let snapshot = try #require(session(inbound: 2, sent: 2).snapshot(address: "ana@example.org/a"))
    var management = StreamManagement(restoring: snapshot)
    let (safe, resend) = try management.resumed(h: 4)
    #expect(safe.count == 2)
    #expect(resend == "")
    _ = management.send(message(5))
    #expect(try management.received(acknowledgement: 5).safe == [message(5)])
    // Only the first count is taken on trust.
    #expect(throws: StreamManagement.Complaint.impossibleCount) {
      try management.received(acknowledgement: 7)
    }
  }

  @Test func aServerThatRefusesAcknowledgesNothing() {
    var management = StreamManagement()
    management.enable()
    _ = management.send(message(1))
    #expect(management.refused() == [message(1)])
    #expect(management.send(message(2)) == "<message id='2'/>")
    #expect(management.snapshot(address: "a@b/c") == nil)
  }

  @Test func isKeptAsItIs() throws {
    var snapshot = StreamManagement.Snapshot(
      id: "s\"1\\", location: nil, address: "\u{FC}@example.org/\u{1F642}\u{0}", inbound: .max,
      acknowledged: 0, queue: [])
    for entries in [[], [message(1)], [message(2), Entry(kind: .iq, xml: "<iq\n/>\u{2028}")]] {
      for location in [nil, "", "[::1]:5222"] {
        (snapshot.queue, snapshot.location) = (entries, location)
        #expect(
          AccountSession.decode(snapshot.json, as: StreamManagement.Snapshot.self) == snapshot)
      }
    }
    snapshot.queue = [Entry(kind: .message, xml: "", token: .max)]
    #expect(AccountSession.decode(snapshot.json, as: StreamManagement.Snapshot.self) == snapshot)
  }
}
