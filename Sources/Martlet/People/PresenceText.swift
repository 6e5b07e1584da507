// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Whether somebody is there, in words.
enum PresenceText {
  /// The line below a name in a header bar, which has little room: whether the account is online,
  /// else how the other side is. Empty when nothing is known.
  static func brief(_ condition: AccountCondition, _ presence: Presence?) -> String {
    switch condition {
    case .online: line(condition, presence)
    case .connecting, .disabled: AccountText(condition).title
    case .removed, .waiting, .needsPassword, .needsUser, .failed: tr("Not connected")
    }
  }

  /// How the account is doing while it is not online, else how the other side is. Empty when
  /// nothing is known.
  static func line(_ condition: AccountCondition, _ presence: Presence?) -> String {
    guard condition == .online else { return AccountText(condition).title }
    guard let presence else { return "" }
    let word = word(for: presence.availability)
    return presence.text.isEmpty ? word : "\(word) · \(SafeText.line(presence.text))"
  }

  static func word(for availability: Presence.Availability) -> String {
    switch availability {
    case .offline: tr("offline")
    case .available, .chat: tr("online")
    case .away: tr("away")
    case .extendedAway: tr("away for longer")
    case .doNotDisturb: tr("do not disturb")
    }
  }
}
