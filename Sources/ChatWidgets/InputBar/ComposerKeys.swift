// SPDX-License-Identifier: MIT
import Gtk

/// Which key sends; Shift and Alt with Enter break the line in both.
public enum SendKey: String, CaseIterable, Sendable {
  case enter
  case controlEnter
}

/// What a key does in the field, before the text view sees it. Everything not named here is the
/// text view's.
enum ComposerCommand: Equatable {
  case send
  case breakLine
  case editLast
  case scrollPage(down: Bool)
  case leaveTarget

  /// - Parameters:
  ///   - isEmpty: Whether the field has no text.
  ///   - hasTarget: Whether a message is being edited or answered.
  init?(_ event: KeyEvent, sendKey: SendKey, isEmpty: Bool, hasTarget: Bool) {
    let held = event.modifiers
    switch event.key {
    case let key where key.isEnter:
      // Super is the desktop's.
      guard !held.contains(.super) else { return nil }
      if held.contains(.shift) || held.contains(.alt) {
        self = .breakLine
      } else if held.contains(.control) || sendKey == .enter {
        self = .send
      } else {
        self = .breakLine
      }
    case .up, .keypadUp:
      guard held.isEmpty, isEmpty else { return nil }
      self = .editLast
    case .pageUp, .keypadPageUp, .pageDown, .keypadPageDown:
      guard held.isEmpty else { return nil }
      self = .scrollPage(down: event.key == .pageDown || event.key == .keypadPageDown)
    case .escape:
      guard held.isEmpty, hasTarget else { return nil }
      self = .leaveTarget
    default:
      return nil
    }
  }
}

extension KeyEvent {
  /// Whether it may change the text by itself; what only pastes or undoes is not among them.
  var changesText: Bool { typesText || key.isEnter || key == .backspace || key == .delete }

  /// Whether it begins to type text: a character, or what an input method makes one of.
  var typesText: Bool {
    guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
    if key.isDead || key.isCompose { return true }
    guard let character = key.character else { return false }
    return character.properties.generalCategory != .control
  }
}
