// SPDX-License-Identifier: MIT
import CGtk

/// Keys that do something while the widget, or one in it, has the focus. They are found on any
/// layout: Control with the key of B, also where that key types И.
public final class ShortcutController: EventController {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_shortcut_controller_new())) }

  /// - Parameters:
  ///   - trigger: As in GTK: "<Control>b", "<Control><Shift>x".
  ///   - body: Returns whether the key was used; if not, it goes on.
  /// - Returns: False when `trigger` cannot be read.
  @discardableResult
  public func add(_ trigger: String, _ body: @escaping () -> Bool) -> Bool {
    guard let parsed = gtk_shortcut_trigger_parse_string(trigger) else { return false }
    let action = gtk_callback_action_new(
      { _, _, data in
        guard let data else { return 0 }
        return Unmanaged<ShortcutBody>.fromOpaque(data).takeUnretainedValue().call() ? 1 : 0
      }, Unmanaged.passRetained(ShortcutBody(body)).toOpaque(),
      { data in
        if let data { Unmanaged<ShortcutBody>.fromOpaque(data).release() }
      })
    // The shortcut takes over trigger and action, the controller the shortcut.
    gtk_shortcut_controller_add_shortcut(pointer(), gtk_shortcut_new(parsed, action))
    return true
  }
}

@MainActor private final class ShortcutBody {
  let call: () -> Bool

  init(_ call: @escaping () -> Bool) {
    self.call = call
    LiveObjects.closures += 1
  }

  isolated deinit { LiveObjects.closures -= 1 }
}
