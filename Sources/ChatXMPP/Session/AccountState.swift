// SPDX-License-Identifier: GPL-3.0-or-later

/// How an account is doing.
public enum AccountState: Hashable, Sendable {
  case disabled
  case connecting
  case online
  /// Not online because of `failure`; the next attempt is in `retry`, or when the network comes
  /// back or the user has done something.
  case offline(StreamFailure?, retry: Duration?)
}

/// News of an account that are not in the store.
public enum AccountEvent: Hashable, Sendable {
  case state(AccountState)
  /// To be kept with the account: ``StreamConfiguration/mechanismFloor``.
  case mechanismFloor(SASLMechanism)
  /// Somebody wants to see our presence.
  case subscriptionRequest(JID)
  /// A contact's presence: the best of their devices.
  case presence(JID, Presence)
  /// The archive is being read: messages fetched since the connection began; nil when done.
  case catchingUp(messages: Int?)
}
