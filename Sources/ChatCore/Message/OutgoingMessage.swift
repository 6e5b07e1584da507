// SPDX-License-Identifier: MIT

/// A message of mine on its way into the store.
public struct OutgoingMessage: Hashable, Sendable {
  /// The text as it will be sent; see ``SendableText``.
  public var body: String
  public var time: Timestamp
  public var reply: Reply?
  /// The id that stays the same over resends (XEP-0359 §3.2), unique in its conversation.
  public var originID: String

  public init(
    body: String, time: Timestamp = .now, reply: Reply? = nil, originID: String = .randomID()
  ) {
    self.body = body
    self.time = time
    self.reply = reply
    self.originID = originID
  }
}

extension String {
  /// A random id of 128 bits in hexadecimal: nobody can guess it, and no two are equal.
  public static func randomID() -> String {
    var generator = SystemRandomNumberGenerator()
    func half() -> String {
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return half() + half()
  }
}
