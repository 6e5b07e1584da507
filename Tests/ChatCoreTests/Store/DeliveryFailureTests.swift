// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

struct DeliveryFailureTests {
  @Test(arguments: DeliveryFailure.Cause.allCases, ["", "Gone fishing.\nBack on Monday."])
  func aReasonIsKept(_ cause: DeliveryFailure.Cause, _ words: String) async throws {
    let failure = DeliveryFailure(cause, words: words)
    #expect(DeliveryFailure(stored: failure.stored) == failure)
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let message = try await store.append(OutgoingMessage(body: "Hello"), to: chat)
    try await store.updateDelivery(of: message.id, to: .failed(reason: failure))
    let kept = try await store.read { reader throws(StoreError) in
      try reader.message(message.id)?.delivery
    }
    #expect(kept == .failed(reason: failure))
  }

  /// Earlier versions kept a sentence.
  @Test(arguments: ["", "There is no such address.", "other things\nhappened"])
  func aSentenceIsWhatWasSaid(_ sentence: String) {
    #expect(DeliveryFailure(stored: sentence) == .said(sentence))
  }
}
