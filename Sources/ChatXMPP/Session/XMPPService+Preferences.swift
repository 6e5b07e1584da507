// SPDX-License-Identifier: GPL-3.0-or-later

/// What people who may see our presence are told besides messages.
public struct Disclosure: Hashable, Sendable {
  /// Which messages arrived here (XEP-0184).
  public var receipts: Bool
  /// How far was read (XEP-0333).
  public var markers: Bool
  /// That the user is typing (XEP-0085).
  public var typing: Bool

  public init(receipts: Bool = true, markers: Bool = true, typing: Bool = true) {
    self.receipts = receipts
    self.markers = markers
    self.typing = typing
  }
}

extension XMPPService {
  /// Takes what the user wants to be told from now on.
  @NetworkActor
  public func setDisclosure(_ disclosure: Disclosure) {
    session.preferences.sendsReceipts = disclosure.receipts
    session.preferences.sendsMarkers = disclosure.markers
    session.preferences.sendsTyping = disclosure.typing
  }
}
