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
  /// Somebody wants to see our presence. The server repeats it in each session until it is
  /// answered; all that wait: ``XMPPService/subscriptionRequests()``.
  case subscriptionRequest(SubscriptionRequest)
  /// A request was answered, here or on another device, or taken back.
  case subscriptionRequestsChanged
  /// The store's contacts of this account have changed.
  case rosterChanged
  case blockListChanged
  /// A contact, or the account itself, has another picture, or none: ask for it where it shows.
  case avatarChanged(JID)
  /// The name a contact gives himself.
  case nickname(JID, String)
  /// A contact's presence: the best of their devices.
  case presence(JID, Presence)
  /// The archive is being read: messages fetched since the connection began; nil when done.
  case catchingUp(messages: Int?)
}
