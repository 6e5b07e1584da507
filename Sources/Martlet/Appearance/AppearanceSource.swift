// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Follows the desktop's appearance: the settings portal (`org.freedesktop.portal.Settings`,
/// version 1) where there is one, else the theme.
final class AppearanceSource {
  private(set) var appearance: Appearance {
    didSet { if appearance != oldValue { appearanceChanged() } }
  }

  /// Called after each change.
  var onChange: () -> Void = {}

  /// The colour of what is mine and of what can be done.
  var accent: Color {
    appearance.accent ?? themeAccent ?? Appearance.fallbackAccent
  }

  /// What the user has chosen for Martlet alone; nil follows the desktop.
  var preferredScheme: Appearance.Scheme? {
    didSet { if preferredScheme != oldValue { appearanceChanged() } }
  }

  private let settings = Settings.default
  /// The theme as the user has set it, for when no high contrast is asked for.
  private let userTheme: String
  private let userPrefersDark: Bool
  private var subscription: Subscription?
  private var bus: SessionBus?

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  /// - Parameter lastSeen: What to show until the desktop has answered.
  init(lastSeen: Appearance) {
    appearance = lastSeen
    userTheme = settings?.themeName ?? ""
    userPrefersDark = settings?.prefersDark ?? false
    apply()
  }

  /// Asks the desktop, and listens from then on.
  func start() {
    SessionBus.connect { [weak self] bus in
      guard let self, let bus else { return }
      self.bus = bus
      subscription = bus.onSignal(
        sender: Self.portal, path: Self.path, interface: Self.interface, member: "SettingChanged"
      ) { [weak self] parameters in
        guard parameters[0]?.string == Self.namespace, let key = parameters[1]?.string,
          let value = parameters[2]
        else { return }
        self?.appearance.apply(key: key, value: value)
      }
      readAll(from: bus)
    }
  }

  private func readAll(from bus: SessionBus) {
    bus.call(
      Self.portal, path: Self.path, interface: Self.interface, method: "ReadAll",
      Variant(tuple: [Variant(strings: [Self.namespace])])
    ) { [weak self] result in
      guard let self else { return }
      // With no portal the theme rules: forget what another session may have said.
      var answer = Appearance()
      if case .success(let reply) = result, let namespaces = reply[0] {
        for index in 0..<namespaces.count {
          guard let entry = namespaces[index], entry[0]?.string == Self.namespace,
            let values = entry[1]
          else { continue }
          for key in ["color-scheme", "contrast", "accent-color"] {
            if let value = values[key] { answer.apply(key: key, value: value) }
          }
        }
      }
      appearance = answer
    }
  }

  private func appearanceChanged() {
    apply()
    onChange()
  }

  private func apply() {
    guard let settings else { return }
    let dark =
      switch preferredScheme ?? appearance.scheme {
      case .dark: true
      case .light: false
      case .noPreference: userPrefersDark
      }
    if settings.prefersDark != dark { settings.prefersDark = dark }
    // Its dark half goes by the same name: GTK 4.8 takes "HighContrastInverse" for no theme of its
    // own.
    let theme = appearance.highContrast ? "HighContrast" : userTheme
    if settings.themeName != theme { settings.themeName = theme }
  }

  /// The theme's colour for what is selected.
  private var themeAccent: Color? { Label().namedColor("theme_selected_bg_color") }
}
