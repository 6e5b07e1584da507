// SPDX-License-Identifier: MIT
import ChatCore
import Testing

@Suite struct ConversationOrderTests {
  private func summary(
    _ id: Int64, at activity: Int64, pinned: Bool = false, title: String = ""
  ) -> ConversationSummary {
    ConversationSummary(
      id: ConversationID(rawValue: id), account: .local, kind: .direct, address: "", title: title,
      isPinned: pinned, activity: Timestamp(microseconds: activity))
  }

  private func ids(_ order: ConversationOrder) -> [Int64] { order.summaries.map(\.id.rawValue) }

  @Test func pinnedFirstThenNewest() {
    let order = ConversationOrder([
      summary(1, at: 10), summary(2, at: 30), summary(3, at: 5, pinned: true), summary(4, at: 30),
    ])
    #expect(ids(order) == [3, 4, 2, 1])
  }

  @Test func aChangeMovesOneConversation() {
    var order = ConversationOrder((1...5).map { summary($0, at: $0 * 10) })
    order.update(summary(2, at: 100))
    #expect(ids(order) == [2, 5, 4, 3, 1])
    order.update(summary(1, at: 10, pinned: true))
    #expect(ids(order) == [1, 2, 5, 4, 3])
    order.update(summary(1, at: 10))
    #expect(ids(order) == [2, 5, 4, 3, 1])
    order.update(summary(4, at: 40, title: "renamed"))
    #expect(order.summaries[2].title == "renamed")
    order.remove(ConversationID(rawValue: 5))
    order.remove(ConversationID(rawValue: 77))
    #expect(ids(order) == [2, 4, 3, 1])
    #expect(order.index(of: ConversationID(rawValue: 3)) == 2)
    #expect(order.index(of: ConversationID(rawValue: 5)) == nil)
  }

  @Test func anyChangesEndInTheOrderOfASort() {
    var generator = SystemRandomNumberGenerator()
    var order = ConversationOrder()
    var model: [Int64: ConversationSummary] = [:]
    for _ in 0..<2_000 {
      let id = Int64.random(in: 1...60, using: &generator)
      if Int.random(in: 0..<10, using: &generator) == 0 {
        model[id] = nil
        order.remove(ConversationID(rawValue: id))
      } else {
        let new = summary(
          id, at: .random(in: 0...50, using: &generator), pinned: .random(using: &generator))
        model[id] = new
        order.update(new)
      }
    }
    #expect(order == ConversationOrder(Array(model.values)))
  }
}
