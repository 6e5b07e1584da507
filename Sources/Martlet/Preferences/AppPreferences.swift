// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// What the user has chosen: the settings of the schema `im.martlet.Martlet`, by name and type.
///
/// Where the schema is not installed (a program run from its build folder) changes live as long as
/// the process.
final class AppPreferences {
  /// A setting that is on or off. The raw value is its key in the schema.
  enum Toggle: String, CaseIterable {
    case sendWithControlEnter = "send-with-ctrl-enter"
    case showFormattingBar = "show-formatting-bar"
    case checkSpelling = "check-spelling"
    case notify = "notify"
    case notificationPreview = "notification-preview"
    case sendReceipts = "send-receipts"
    case sendTyping = "send-typing"
    case warnOfLinks = "warn-of-links"
    case keepRunning = "keep-running"
    case startAtLogin = "start-at-login"

    /// What holds where the schema is not installed; a test compares it with the schema.
    var standard: Bool { self != .sendWithControlEnter && self != .startAtLogin }
  }

  enum ColorScheme: String, CaseIterable {
    case system, light, dark
  }

  private let settings: Preferences?
  private var toggles: [Toggle: Bool] = [:]
  private var scheme = ColorScheme.system
  private var days = 0
  private var listeners: [(String, () -> Void)] = []

  private static let schemeKey = "color-scheme"
  private static let historyKey = "keep-history-days"

  /// - Parameter schema: Nil keeps everything in memory only, for demos and tests.
  init(schema: String?) { settings = schema.flatMap { Preferences.open(schema: $0) } }

  subscript(_ toggle: Toggle) -> Bool {
    get { settings?.bool(key: toggle.rawValue) ?? toggles[toggle] ?? toggle.standard }
    set {
      guard newValue != self[toggle] else { return }
      toggles[toggle] = newValue
      settings?.setBool(newValue, key: toggle.rawValue)
      if settings == nil { tell(toggle.rawValue) }
    }
  }

  var colorScheme: ColorScheme {
    get {
      settings.map { ColorScheme(rawValue: $0.text(key: Self.schemeKey)) ?? .system } ?? scheme
    }
    set {
      guard newValue != colorScheme else { return }
      scheme = newValue
      settings?.setText(newValue.rawValue, key: Self.schemeKey)
      if settings == nil { tell(Self.schemeKey) }
    }
  }

  /// Days for which messages are kept; 0 for good.
  var historyDays: Int {
    get { settings?.int(key: Self.historyKey) ?? days }
    set {
      days = newValue
      settings?.setInt(newValue, key: Self.historyKey)
      if settings == nil { tell(Self.historyKey) }
    }
  }

  /// Calls `body` now and after each change of the setting, from wherever it comes.
  func follow(_ toggle: Toggle, _ body: @escaping (Bool) -> Void) {
    listen(toggle.rawValue) { [weak self] in
      if let self { body(self[toggle]) }
    }
  }

  func followColorScheme(_ body: @escaping (ColorScheme) -> Void) {
    listen(Self.schemeKey) { [weak self] in
      if let self { body(colorScheme) }
    }
  }

  /// Calls `body` now and after each change of ``historyDays``.
  func followHistory(_ body: @escaping () -> Void) { listen(Self.historyKey, body) }

  private func listen(_ key: String, _ body: @escaping () -> Void) {
    body()
    if let settings { settings.onChanged(key: key, body) } else { listeners.append((key, body)) }
  }

  private func tell(_ key: String) {
    for listener in listeners where listener.0 == key { listener.1() }
  }
}
