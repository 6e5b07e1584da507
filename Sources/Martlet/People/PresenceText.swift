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
    return presence.map { line($0) } ?? ""
  }

  /// The word for it, and what they wrote about it.
  static func line(_ presence: Presence) -> String {
    line(word(for: presence.availability), presence.text)
  }

  private static func line(_ word: String, _ text: String) -> String {
    text.isEmpty ? word : "\(word) · \(SafeText.line(text))"
  }

  /// What stands below the program's name of one's own status; empty when it is as usual.
  static func line(_ own: OwnStatus) -> String {
    if own.availability == .available { return SafeText.line(own.text) }
    return line(choice(own.availability), own.text)
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

  /// The same as something to be chosen.
  static func choice(_ availability: Presence.Availability) -> String {
    switch availability {
    case .offline: tr("Offline")
    case .available, .chat: tr("Online")
    case .away: tr("Away")
    case .extendedAway: tr("Away for longer")
    case .doNotDisturb: tr("Do not disturb")
    }
  }
}
