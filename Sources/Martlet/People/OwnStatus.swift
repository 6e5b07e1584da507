// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP

/// What contacts see of the user beside the name, on all accounts.
nonisolated struct OwnStatus: Equatable, Sendable {
  var availability = Presence.Availability.available
  /// What the user says about it; empty for nothing.
  var text = ""

  /// What can be chosen. Offline is who turns the account off.
  static let choices: [Presence.Availability] = [.available, .away, .extendedAway, .doNotDisturb]

  /// Characters: what others take.
  static let textLimit = 1_024

  private enum Key {
    static let availability = "own-presence"
    static let text = "own-presence-text"
  }

  init(_ availability: Presence.Availability = .available, text: String = "") {
    self.availability = availability
    self.text = text
  }

  /// As it was when the program last ended.
  init(reader: StoreReader) throws(StoreError) {
    let kept = try reader.value(Key.availability, of: .local)
    availability =
      Self.choices.first { $0.rawValue == kept } ?? .available
    text = try reader.value(Key.text, of: .local) ?? ""
  }

  func write(to store: Store) async throws(StoreError) {
    try await store.transaction { store throws(StoreError) in
      try store.setValue(availability.rawValue, for: Key.availability, of: .local)
      try store.setValue(text.isEmpty ? nil : text, for: Key.text, of: .local)
    }
  }
}
