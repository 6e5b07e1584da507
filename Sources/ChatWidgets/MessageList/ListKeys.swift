// SPDX-License-Identifier: MIT
import Gtk

/// The keys of the list.
struct ListKeys {
  enum Command: Equatable {
    case walk(forward: Bool, selecting: Bool)
    case page(forward: Bool)
    case start, end
    case copy(withNames: Bool)
    case selectAll
    case unselect
    case menu
    case expand
  }

  static func command(_ key: Key, _ modifiers: Modifiers) -> Command? {
    switch (key, modifiers) {
    case (.up, []), (.up, .shift):
      .walk(forward: false, selecting: modifiers == .shift)
    case (.down, []), (.down, .shift):
      .walk(forward: true, selecting: modifiers == .shift)
    case (.pageUp, []), (.pageUp, .control): .page(forward: false)
    case (.pageDown, []), (.pageDown, .control): .page(forward: true)
    case (.home, []), (.home, .control): .start
    case (.end, []), (.end, .control): .end
    case (.menu, []): .menu
    case (Key(rawValue: 0xffc7), .shift): .menu  // F10
    case (.escape, []): .unselect
    case (_, []) where key.isEnter: .expand
    default: shortcut(key, modifiers)
    }
  }

  private static func shortcut(_ key: Key, _ modifiers: Modifiers) -> Command? {
    guard modifiers.contains(.control), modifiers.isSubset(of: [.control, .shift]),
      let character = key.character
    else { return nil }
    switch (Character(character).lowercased(), modifiers.contains(.shift)) {
    case ("c", let withNames): return .copy(withNames: withNames)
    case ("a", false): return .selectAll
    default: return nil
    }
  }
}
