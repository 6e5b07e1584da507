// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP

/// What is kept of an account beside its address, under names in the store: everything it takes to
/// sign in but the password.
nonisolated struct AccountSettings: Equatable, Sendable {
  /// The name of this device among those of the account.
  var resource: String
  /// The certificate that the user vouched for.
  var pin: CertificatePin?
  /// The best mechanism that the server was ever seen to offer.
  var mechanismFloor: SASLMechanism?
  /// The account was removed, and only its conversations were kept.
  var isRemoved = false

  private enum Key {
    static let resource = "resource"
    static let pin = "certificate-pin"
    static let floor = "mechanism-floor"
    static let removed = "removed"
  }

  init(resource: String = AccountSettings.newResource()) { self.resource = resource }

  init(of account: AccountID, reader: StoreReader) throws(StoreError) {
    resource = try reader.value(Key.resource, of: account) ?? Self.newResource()
    pin = try reader.value(Key.pin, of: account).flatMap(Self.pin(stored:))
    mechanismFloor = try reader.value(Key.floor, of: account).flatMap { Int($0) }
      .flatMap(SASLMechanism.init(rawValue:))
    isRemoved = try reader.value(Key.removed, of: account) != nil
  }

  func write(of account: AccountID, to store: Store) async throws(StoreError) {
    try await store.transaction { store throws(StoreError) in
      try store.setValue(resource, for: Key.resource, of: account)
      try store.setValue(pin.map(Self.stored), for: Key.pin, of: account)
      try store.setValue(
        mechanismFloor.map { String($0.rawValue) }, for: Key.floor, of: account)
      try store.setValue(isRemoved ? "1" : nil, for: Key.removed, of: account)
    }
  }

  func configuration(address: JID, password: String) -> StreamConfiguration {
    var configuration = StreamConfiguration(
      address: address, password: password, resource: resource)
    configuration.pin = pin
    configuration.mechanismFloor = mechanismFloor
    return configuration
  }

  /// Tells others nothing about the device; random, so that two of one person never collide.
  static func newResource() -> String {
    "martlet-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
  }

  private static func stored(_ pin: CertificatePin) -> String {
    "\(pin.keyFingerprint) \(pin.accepted.rawValue)"
  }

  private static func pin(stored: String) -> CertificatePin? {
    let parts = stored.split(separator: " ")
    guard parts.count == 2, let problems = UInt32(parts[1]) else { return nil }
    return CertificatePin(
      keyFingerprint: String(parts[0]), accepted: CertificateProblems(rawValue: problems))
  }
}
