// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension DeliveryFailure {
  /// What it means when a message comes back as an error (RFC 6120 §8.3.3, RFC 6121 §8.5).
  init(_ failure: RequestFailure) {
    switch failure {
    case .refused(let condition, let text):
      let cause = Self.causes[condition] ?? .other
      self.init(cause, words: text.isEmpty && cause == .other ? condition : text)
    case .disconnected, .noAnswer, .unsupported, .unusableAnswer: self.init(Cause.noAnswer)
    }
  }

  private static let causes: [String: Cause] = [
    "item-not-found": .unknownAddress, "jid-malformed": .unknownAddress,
    "gone": .formerAddress, "redirect": .formerAddress,
    "service-unavailable": .unavailable, "recipient-unavailable": .unavailable,
    "remote-server-not-found": .unreachableServer, "remote-server-timeout": .unreachableServer,
    "forbidden": .forbidden, "not-allowed": .forbidden, "not-authorized": .forbidden,
    "registration-required": .forbidden, "subscription-required": .forbidden,
    RequestFailure.blocked: .blocked,
    "policy-violation": .notAccepted, "not-acceptable": .notAccepted,
    "resource-constraint": .full,
  ]
}
