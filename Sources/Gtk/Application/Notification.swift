// SPDX-License-Identifier: MIT
import CGtk

/// A notice that the desktop shows outside the windows (GNotification).
public final class Notification: Object {
  public init(_ title: String) {
    super.init(adopting: UnsafeMutableRawPointer(g_notification_new(title)))
  }

  /// - Parameter text: plain text, as far as ``NotificationService`` says that it is read so.
  public func setBody(_ text: String) { g_notification_set_body(pointer(), text) }

  /// The name of an icon of the theme; the application's own when none is set.
  public func setIcon(_ name: String) {
    guard let icon = g_themed_icon_new(name) else { return }
    g_notification_set_icon(pointer(), icon)
    g_object_unref(UnsafeMutableRawPointer(icon))
  }

  /// What a click does: an action of the application ("app.…") that is given `text`. The desktop
  /// starts the application for it when it does not run.
  public func setDefaultAction(_ action: String, text: String) {
    g_notification_set_default_action_and_target_value(
      pointer(), action, g_variant_new_string(text))
  }

  public func addButton(_ label: String, action: String, text: String? = nil) {
    g_notification_add_button_with_target_value(
      pointer(), label, action, text.map { g_variant_new_string($0) } ?? nil)
  }
}

extension Application {
  /// Shows a notice, in the place of the one with this id if there is one.
  public func send(_ notification: Notification, id: String) {
    g_application_send_notification(pointer(), id, notification.pointer())
  }

  /// Takes a notice away; none with this id is no mistake.
  public func withdrawNotification(id: String) {
    g_application_withdraw_notification(pointer(), id)
  }
}

/// How the service that will show notifications reads their bodies.
///
/// GLib hands bodies on as they are, to one of three services. Two of them (the portal's and
/// GNOME's own) take plain text. To the third, `org.freedesktop.Notifications`, a body is markup if
/// it says so among its capabilities (Desktop Notifications Specification 1.2 §"Markup"): plain text
/// must then be escaped, or a message could draw links in a notice of the system.
public final class NotificationService {
  private static let gnome = "org.gtk.Notifications"
  private static let freedesktop = "org.freedesktop.Notifications"

  private var isGnome = false
  private var capabilities: Set<String> = []
  /// Whether the third one has answered, which starts it where none runs yet.
  private var isThere = false
  private var watches: [Subscription] = []
  private let bus: SessionBus

  /// Calls `ready` once it is known.
  public init(_ bus: SessionBus, ready: @escaping () -> Void) {
    self.bus = bus
    watches.append(bus.watch(Self.gnome) { [weak self] in self?.isGnome = $0 })
    var waiting: (() -> Void)? = ready
    // Asked anew when another service takes over: each has capabilities of its own. The first call
    // starts one where none runs yet, as a notification would.
    watches.append(
      bus.watch(Self.freedesktop) { [weak self] isThere in
        guard isThere || waiting != nil else { return }
        self?.ask {
          waiting?()
          waiting = nil
        }
      })
  }

  private func ask(_ done: @escaping () -> Void) {
    bus.call(
      Self.freedesktop, path: "/org/freedesktop/Notifications", interface: Self.freedesktop,
      method: "GetCapabilities"
    ) { [weak self] result in
      if case .success(let reply) = result {
        self?.capabilities = Set(reply[0]?.strings ?? [])
        self?.isThere = true
      }
      done()
    }
  }

  /// Whether it is `org.freedesktop.Notifications` that shows what is sent.
  public var isFreedesktop: Bool { isThere && !isGnome && !Self.usesPortal }

  /// Whether an answer can be written into a notice.
  public var takesReplies: Bool { isFreedesktop && capabilities.contains("inline-reply") }

  /// `text`, written as a body that shows these very characters.
  public func body(_ text: String) -> String {
    guard isFreedesktop, capabilities.contains("body-markup") else { return text }
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// Where GLib asks the portal instead: in a sandbox.
  private static var usesPortal: Bool {
    g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) != 0
      || g_getenv("GTK_USE_PORTAL").map { String(cString: $0) == "1" } ?? false
  }
}
