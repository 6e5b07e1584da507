// SPDX-License-Identifier: MIT
import Glibc
public import Gtk
import XCTest

/// Presses real keys: through the X server, the window manager's focus and the input method.
///
/// Only in a session of its own (scripts/session): elsewhere the keys would end in the user's windows.
public final class Keyboard {
  private let window: Window
  private var presses = 0
  private var releases = 0
  private let watcher = KeyController(.capture)

  /// - Throws: A skip where keys cannot be pressed.
  public init(_ window: Window) throws {
    self.window = window
    guard getenv("MARTLET_SESSION") != nil else {
      throw XCTSkip("keys are pressed in scripts/session only, not on anybody's desktop")
    }
    Self.prepareKeymap
    guard Spin.until({ window.isActive }) else {
      throw XCTSkip("the window never got the keyboard: needs a window manager")
    }
    watcher.onPressed { [weak self] _ in
      self?.presses += 1
      return false
    }
    watcher.onReleased { [weak self] _ in self?.releases += 1 }
    window.addController(watcher)
  }

  /// Presses and releases keys by their X names, such as "a", "Return" or "shift+Return", one after
  /// the other, and returns when the window has dealt with all of them.
  public func press(_ keys: String...) {
    for key in keys {
      // A window of the test before, which closes late, may have taken the focus with it.
      if !window.isActive {
        window.present()
        Spin.until(limit: .seconds(5)) { window.isActive }
      }
      let parts = key.split(separator: "+").count
      let (wantedPresses, wantedReleases) = (presses + parts, releases + parts)
      Self.run(["xdotool", "key", "--clearmodifiers", "--delay", "0", key])
      Spin.until(limit: .seconds(5)) { presses >= wantedPresses && releases >= wantedReleases }
      Spin.pending()
    }
  }

  /// Types each letter of `text`.
  public func type(_ text: String) {
    for character in text {
      let name =
        switch character {
        case " ": "space"
        case "\n": "Return"
        default:
          character.isASCII && character.isLetter || character.isNumber
            ? String(character)
            : "U" + String(character.unicodeScalars.first?.value ?? 0x20, radix: 16)
        }
      press(character.isUppercase ? "shift+\(name.lowercased())" : name)
    }
  }

  /// A US keyboard with keys that it lacks: dead keys, Compose, the Enter of ISO keyboards.
  private static let prepareKeymap: Void = {
    let keymap = """
      xkb_keymap {
        xkb_keycodes { include "evdev+aliases(qwerty)" };
        xkb_types { include "complete" };
        xkb_compat { include "complete" };
        xkb_symbols {
          include "pc+us+inet(evdev)"
          key <FK13> { [ dead_grave ] };
          key <FK14> { [ dead_tilde ] };
          key <FK15> { [ dead_acute ] };
          key <FK16> { [ Multi_key ] };
          key <FK17> { [ ISO_Enter ] };
        };
      };
      """
    run(["sh", "-c", "printf '%s' \"$0\" | xkbcomp -w 0 - \"$DISPLAY\"", keymap])
    // GDK learns of it by an event.
    for _ in 0..<20 { run(["true"]) }
  }()

  private static func run(_ arguments: [String]) {
    var process: pid_t = 0
    let strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    guard posix_spawnp(&process, arguments[0], nil, nil, strings, environ) == 0 else { return }
    var status: Int32 = 0
    Spin.until { waitpid(process, &status, WNOHANG) == process }
  }
}
