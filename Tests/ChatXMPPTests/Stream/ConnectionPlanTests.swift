// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct ConnectionPlanTests {
  struct Lowest: RandomNumberGenerator {
    func next() -> UInt64 { 0 }
  }

  private func plan(
    direct: ConnectionPlan.Answer = .none, startTLS: ConnectionPlan.Answer = .none
  ) -> [Endpoint] {
    var generator = Lowest()
    return ConnectionPlan.endpoints(
      domain: "example.org", direct: direct, startTLS: startTLS, using: &generator)
  }

  private func record(
    _ target: String, _ port: UInt16, _ priority: UInt16, _ weight: UInt16 = 0
  ) -> ServiceRecord {
    ServiceRecord(target: target, port: port, priority: priority, weight: weight)
  }

  // X22
  @Test func withoutRecordsTheDomainItselfIsTried() {
    let domain = [Endpoint(host: "example.org", port: 5222, usesDirectTLS: false)]
    #expect(plan() == domain)
    #expect(plan(direct: .records([]), startTLS: .records([])) == domain)
  }

  @Test func bothServicesAreOneSet() {
    let endpoints = plan(
      direct: .records([record("b", 443, 20), record("c", 5223, 5)]),
      startTLS: .records([record("a", 5222, 10), record("d", 5222, 30)]))
    #expect(endpoints.map(\.host) == ["c", "a", "b", "d"])
    #expect(endpoints.map(\.usesDirectTLS) == [true, false, true, false])
  }

  @Test func aDotSaysNotOffered() {
    let dot = ConnectionPlan.Answer.records([record(".", 0, 0)])
    #expect(plan(direct: dot, startTLS: dot).isEmpty)
    #expect(plan(startTLS: dot).isEmpty)
    // Only direct TLS is absent: the other service, or its fallback, remains.
    #expect(plan(direct: dot).map(\.port) == [5222])
    #expect(plan(direct: dot, startTLS: .records([record("a", 1, 1)])).map(\.host) == ["a"])
  }

  @Test func weightsAreChances() {
    let records = ConnectionPlan.Answer.records([
      record("rare", 5222, 1, 10), record("often", 5222, 1, 90), record("never", 5222, 2, 100),
    ])
    var generator = SystemRandomNumberGenerator()
    var first: [String: Int] = [:]
    for _ in 0..<2_000 {
      let plan = ConnectionPlan.endpoints(
        domain: "example.org", direct: .none, startTLS: records, using: &generator)
      first[plan[0].host, default: 0] += 1
      #expect(plan.count == 3)
    }
    #expect(first["never"] == nil)
    // 1,800 are expected; 20 standard deviations lie between the bounds and that.
    #expect((1_600...1_960).contains(first["often"] ?? 0))
  }

  @Test(arguments: [
    ("host.example", Endpoint(host: "host.example", port: 5222, usesDirectTLS: false)),
    ("host.example:1234", Endpoint(host: "host.example", port: 1234, usesDirectTLS: false)),
    ("[2001:db8::1]", Endpoint(host: "2001:db8::1", port: 5222, usesDirectTLS: false)),
    ("[2001:db8::1]:99", Endpoint(host: "2001:db8::1", port: 99, usesDirectTLS: false)),
  ])
  func readsTheLocationOfASession(_ text: String, _ endpoint: Endpoint) {
    #expect(Endpoint(location: text) == endpoint)
  }

  @Test(arguments: ["", "host:port", "[2001:db8::1", ":12", "host:99999"])
  func refusesALocationThatIsNone(_ text: String) {
    #expect(Endpoint(location: text) == nil)
  }
}
