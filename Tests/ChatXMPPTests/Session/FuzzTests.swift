// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Foundation
import Testing

@testable import ChatXMPP

/// Mutated stanzas through the parser, an account's session and its store: nothing may trap, whatever
/// it holds. `scripts/test --full sanitized` runs it a million times under the address sanitizer.
@Suite struct FuzzTests {
  static let rounds = CutTests.isFull ? 1_000_000 : 10_000

  /// The stanzas to start from, one a line: what the standards show and what was once trouble.
  static let corpus: [[UInt8]] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("FuzzCorpus.xml")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { Array($0.utf8) }
  }()

  /// Repeatable: what was found once is found again.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Rounds after which what was written is waited for, and after which a new store is begun.
  private static let batch = 500
  private static let life = 20_000

  @Test(.timeLimit(.minutes(120))) @NetworkActor func nothingTraps() async throws {
    #expect(Self.corpus.count > 30)
    let seed: UInt64 = CutTests.isFull ? .random(in: 0 ... .max) : 5
    print("seed of the mutations: \(seed)")
    var generator = Generator(state: seed)
    var session = try await Self.session()
    var read = 0
    var before = 0
    for round in 0..<Self.rounds {
      let stanza = Self.mutated(&generator)
      let parser = XMLStreamParser()
      _ = parser.feed(XMLStreamParserTests.header)
      let events = stanza.withUnsafeBytes { parser.feed($0).events }
      for case .stanza(let element, _) in events {
        read += 1
        Self.exercise(element, session)
      }
      if round % Self.batch == 0 {
        await withCheckedContinuation { done in session.writer.afterwards { done.resume() } }
      }
      guard round % Self.life == Self.life - 1 else { continue }
      await session.store.close()
      session = try await Self.session()
      if round / Self.life == 4 { before = Self.residentPages }
    }
    // Mutations that keep a stanza readable are the ones that get anywhere.
    #expect(read > Self.rounds / 20)
    // Whatever is kept by mistake is kept each time; 64 MB are more than the allocator's play.
    if before > 0 { #expect(Self.residentPages - before < 16_384) }
  }

  private static var residentPages: Int {
    let numbers = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return numbers?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  @NetworkActor private static func session() async throws -> AccountSession {
    let store = try Store.inMemory()
    let address = JID.known("ana@example.org/desk")
    let session = AccountSession(
      account: try await store.addAccount("ana@example.org"), store: store,
      stream: XMPPStream(StreamConfiguration(address: address, password: "")),
      clock: ManualClock())
    let bo = JID.known("bo@example.net")
    session.roster[bo] = Roster.Item(
      address: bo, name: "Bo", subscription: .both, isAsking: false, groups: [])
    return session
  }

  /// As the stream hands it on, and by each reader alone, whatever would have kept it from that.
  @NetworkActor private static func exercise(_ element: XMLElement, _ session: AccountSession) {
    switch element.name {
    case "message": session.receivedMessage(element)
    case "iq": session.receivedIQ(element)
    case "presence": session.receivedPresence(element)
    default: break
    }
    _ = element.xml()
    if let verified = MessagePipeline.verify(element, account: session.address) {
      _ = MessagePipeline.read(MessagePipeline.decrypt(verified))
    }
    if let (_, item) = Archive.item(in: element) { _ = session.page(of: [item]) }
    _ = Archive.end(in: element)
    _ = Presence.kind(of: element)
    _ = DeliveryFailure(IQTracker.Failure(element))
    _ = PubSub.event(in: element)
    for child in element.elements {
      _ = Roster.items(in: child)
      let information = ServiceInformation(child)
      _ = information.matches("x")
      _ = DataForm(child)?.submission()
    }
  }

  private static func mutated(_ generator: inout Generator) -> [UInt8] {
    var bytes = corpus.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 3:
        let digits = ["-1", "99999999999999999999", "0", "\u{1F469}\u{200D}\u{1F4BB}", "&#x202E;"]
        bytes.replaceSubrange(
          index..<end, with: Array((digits.randomElement(using: &generator) ?? "").utf8))
      case 4:
        // A piece of another stanza, where an element may stand.
        let other = corpus.randomElement(using: &generator) ?? []
        if let place = bytes.firstIndex(of: UInt8(ascii: ">")) {
          bytes.insert(contentsOf: other, at: place + 1)
        }
      default:
        // Another value between the same quotes.
        let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "'") }
        if quotes.count >= 2 {
          let first = Int.random(in: 0..<(quotes.count / 2), using: &generator) * 2
          let value = ["", "ana@example.org", "@", "0", "\u{430}@b", "a@b/c"]
          bytes.replaceSubrange(
            (quotes[first] + 1)..<quotes[first + 1],
            with: Array((value.randomElement(using: &generator) ?? "").utf8))
        }
      }
    }
    return bytes
  }
}
