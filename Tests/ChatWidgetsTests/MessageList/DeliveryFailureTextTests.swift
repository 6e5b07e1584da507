// SPDX-License-Identifier: MIT
import ChatCore
import XCTest

@testable import ChatWidgets

final class DeliveryFailureTextTests: XCTestCase {
  func testEachReasonHasASentenceOfItsOwn() {
    MainActor.assumeIsolated {
      let sentences = DeliveryFailure.Cause.allCases.map { DeliveryFailure($0).sentence }
      XCTAssertEqual(Set(sentences).count, DeliveryFailure.Cause.allCases.count)
      for sentence in sentences { XCTAssertTrue(sentence.hasSuffix("."), sentence) }
    }
  }

  func testWhatTheySaidIsShownWhereItHelps() {
    MainActor.assumeIsolated {
      let words = "Write less.\u{202e}"
      XCTAssertTrue(
        DeliveryFailure(.notAccepted, words: words).sentence.hasSuffix("They say: “Write less.”"))
      XCTAssertEqual(
        DeliveryFailure(.blocked, words: words).sentence, DeliveryFailure(.blocked).sentence)
      XCTAssertEqual(DeliveryFailure.said(words).sentence, "Write less.")
    }
  }
}
