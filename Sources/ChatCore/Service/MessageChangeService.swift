// SPDX-License-Identifier: MIT

/// A service that also carries what is changed about messages that were sent before.
///
/// Each of these is in the store when it returns, and then waits for its turn like a message. Where
/// a service is none, as for notes, changes are made in the store only.
public protocol MessageChangeService: ChatService {
  /// Tells the present text of a message of mine that was edited here (XEP-0308).
  func sendCorrection(of message: Message) async throws(StoreError)

  /// Takes a message of mine back, here and for the others (XEP-0424).
  func retract(_ message: Message) async throws(StoreError)

  /// Puts my reactions to a message in the place of those before (XEP-0444).
  func react(with emoji: [String], to message: Message) async throws(StoreError)
}
