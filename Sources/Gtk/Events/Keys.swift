// SPDX-License-Identifier: MIT
import CGtk

/// Modifier keys that were held.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let control = Modifiers(rawValue: 1 << 2)
  public static let alt = Modifiers(rawValue: 1 << 3)
  public static let `super` = Modifiers(rawValue: 1 << 26)

  /// The modifiers that tell one shortcut from another; locks and buttons are left out.
  public static let all: Modifiers = [.shift, .control, .alt, .super]
}

/// A key by its symbol (X11 keysym).
public struct Key: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let enter = Key(rawValue: 0xff0d)
  public static let keypadEnter = Key(rawValue: 0xff8d)
  public static let isoEnter = Key(rawValue: 0xfe34)
  public static let escape = Key(rawValue: 0xff1b)
  public static let tab = Key(rawValue: 0xff09)
  public static let backTab = Key(rawValue: 0xfe20)
  public static let up = Key(rawValue: 0xff52)
  public static let down = Key(rawValue: 0xff54)
  public static let left = Key(rawValue: 0xff51)
  public static let right = Key(rawValue: 0xff53)
  public static let pageUp = Key(rawValue: 0xff55)
  public static let pageDown = Key(rawValue: 0xff56)
  public static let home = Key(rawValue: 0xff50)
  public static let end = Key(rawValue: 0xff57)
  public static let menu = Key(rawValue: 0xff67)
  public static let f10 = Key(rawValue: 0xffc7)
  public static let backspace = Key(rawValue: 0xff08)
  public static let delete = Key(rawValue: 0xffff)
  public static let space = Key(rawValue: 0x20)

  public static let keypadUp = Key(rawValue: 0xff97)
  public static let keypadDown = Key(rawValue: 0xff99)
  public static let keypadPageUp = Key(rawValue: 0xff9a)
  public static let keypadPageDown = Key(rawValue: 0xff9b)

  /// A dead key: an accent that waits for its letter.
  public var isDead: Bool { (0xfe50...0xfe93).contains(rawValue) }
  /// The key that begins a Compose sequence.
  public var isCompose: Bool { rawValue == 0xff20 }

  /// All Enter keys are one key.
  public var isEnter: Bool { self == .enter || self == .keypadEnter || self == .isoEnter }

  /// The character it types, if any.
  public var character: Unicode.Scalar? {
    let code = gdk_keyval_to_unicode(rawValue)
    return code == 0 ? nil : Unicode.Scalar(code)
  }
}

/// Keys as they are written in tables and files: "<Control>k".
public enum Accelerator {
  /// Whether GTK reads it.
  public static func isValid(_ text: String) -> Bool {
    var (key, modifiers): (guint, GdkModifierType) = (0, GdkModifierType(rawValue: 0))
    return gtk_accelerator_parse(text, &key, &modifiers) != 0 && key != 0
  }

  /// The keys as people read them, "Ctrl+K", in the language of the desktop; nil for what GTK does not
  /// read.
  public static func label(_ text: String) -> String? {
    var (key, modifiers): (guint, GdkModifierType) = (0, GdkModifierType(rawValue: 0))
    guard gtk_accelerator_parse(text, &key, &modifiers) != 0,
      let label = gtk_accelerator_get_label(key, modifiers)
    else { return nil }
    defer { g_free(label) }
    return String(cString: label)
  }

  /// How the keys are written; nil for those that no shortcut may have, such as a modifier alone or
  /// a plain letter that somebody wants to type.
  public static func text(_ key: Key, _ modifiers: Modifiers) -> String? {
    let mask = GdkModifierType(rawValue: modifiers.rawValue)
    let lower = gdk_keyval_to_lower(key.rawValue)
    guard gtk_accelerator_valid(lower, mask) != 0 else { return nil }
    let isFunction = (0xffbe...0xffd5).contains(key.rawValue)
    guard isFunction || !modifiers.subtracting(.shift).isEmpty,
      let name = gtk_accelerator_name(lower, mask)
    else { return nil }
    defer { g_free(name) }
    return String(cString: name)
  }
}

/// One press or release of a key.
public struct KeyEvent {
  public let key: Key
  public let modifiers: Modifiers
  /// Whether the key is let go; input methods see that too.
  public var isRelease: Bool {
    raw.map { gdk_event_get_event_type($0) == GDK_KEY_RELEASE } ?? false
  }
  /// The GdkEvent; nil for events that tests make up. Valid during the handler only.
  let raw: OpaquePointer?
  /// The controller that told of it.
  private let controller: OpaquePointer?

  init(
    key: Key, modifiers: Modifiers, raw: OpaquePointer? = nil, controller: OpaquePointer? = nil
  ) {
    self.key = key
    self.modifiers = modifiers
    self.raw = raw
    self.controller = controller
  }

  /// A GdkEvent of a key, as input methods get it.
  init(raw: OpaquePointer) {
    self.init(
      key: Key(rawValue: gdk_key_event_get_keyval(raw)),
      modifiers: Modifiers(rawValue: gdk_event_get_modifier_state(raw).rawValue)
        .intersection(.all),
      raw: raw)
  }

  /// An event that no device made. Input methods do not see it.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.init(key: key, modifiers: modifiers)
  }

  /// Hands the very same event to `widget`, as if it had had the focus. True when it was dealt with
  /// there. Only while the event is being handled.
  @discardableResult
  public func forward(to widget: Widget) -> Bool {
    guard let controller, raw != nil else { return false }
    return gtk_event_controller_key_forward(controller, widget.widget) != 0
  }
}

/// Watches keys before or after the widget sees them.
public final class KeyController: EventController {
  public init(_ phase: Phase = .bubble) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_event_controller_key_new()))
    self.phase = phase
  }

  /// Calls `body` for each key press; true stops it there.
  @discardableResult
  public func onPressed(_ body: @escaping (KeyEvent) -> Bool) -> SignalHandler {
    let controller: OpaquePointer = pointer()
    return onHandled("key-pressed") { arguments in
      body(
        KeyEvent(
          key: Key(rawValue: UInt32(truncatingIfNeeded: arguments.int(0))),
          modifiers: Modifiers(rawValue: arguments.flags(2)).intersection(.all),
          raw: gtk_event_controller_get_current_event(controller), controller: controller))
    }
  }

  /// Calls `body` for each key that is let go.
  public func onReleased(_ body: @escaping (Key) -> Void) {
    on("key-released") { body(Key(rawValue: UInt32(truncatingIfNeeded: $0.int(0)))) }
  }
}
