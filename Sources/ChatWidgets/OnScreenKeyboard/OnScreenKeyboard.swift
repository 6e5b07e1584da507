// SPDX-License-Identifier: MIT
import Gtk

/// The on-screen keyboard of the desktop: `sm.puri.OSK0` on the session bus, as squeekboard and
/// phosh have it.
///
/// It comes and goes with the focus by itself, and the compositor gives the windows what room is
/// left; this tells whether it is there, and hides it when the user is done with it.
///
/// It lives as long as it is kept. Where there is no such keyboard, it is never visible and nothing
/// happens.
@MainActor public final class OnScreenKeyboard {
  /// Whether it covers a part of the screen.
  public private(set) var isVisible = false {
    didSet { if isVisible != oldValue { onChange() } }
  }

  /// Whether there is such a keyboard at all.
  public private(set) var isAvailable = false

  /// Called when ``isVisible`` has changed.
  public var onChange: () -> Void = {}

  private var bus: SessionBus?
  private var owner: Subscription?
  private var changes: Subscription?

  private static let name = "sm.puri.OSK0"
  private static let path = "/sm/puri/OSK0"
  private static let properties = "org.freedesktop.DBus.Properties"

  public init() {
    SessionBus.connect { [weak self] bus in
      guard let self, let bus else { return }
      self.bus = bus
      follow(bus)
    }
  }

  private func follow(_ bus: SessionBus) {
    changes = bus.onSignal(
      sender: Self.name, path: Self.path, interface: Self.properties, member: "PropertiesChanged"
    ) { [weak self] parameters in
      guard parameters[0]?.string == Self.name, let visible = parameters[1]?["Visible"]?.unwrapped
      else { return }
      self?.isVisible = visible.bool ?? false
    }
    owner = bus.watch(Self.name) { [weak self] isThere in
      guard let self else { return }
      isAvailable = isThere
      if isThere { read() } else { isVisible = false }
    }
  }

  private func read() {
    bus?.call(
      Self.name, path: Self.path, interface: Self.properties, method: "Get",
      Variant(tuple: [Variant(Self.name), Variant("Visible")]), starts: false
    ) { [weak self] answer in
      guard case .success(let reply) = answer, let visible = reply[0]?.unwrapped.bool else {
        return
      }
      self?.isVisible = visible
    }
  }

  public func show() { ask(for: true) }
  public func hide() { ask(for: false) }

  private func ask(for visible: Bool) {
    guard isAvailable, let bus else { return }
    // A keyboard that does not answer is no fault that could be told: it stays where it is.
    bus.call(
      Self.name, path: Self.path, interface: Self.name, method: "SetVisible",
      Variant(tuple: [Variant(visible)]), starts: false
    ) { _ in }
  }
}
