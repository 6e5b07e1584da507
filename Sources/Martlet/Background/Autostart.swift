// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Gtk

/// Starting at log-in: by the portal where there is one, else by one file in the folder for that
/// (Desktop Application Autostart Specification 0.5).
final class Autostart {
  private static let portal = "org.freedesktop.portal.Desktop"
  private static let interface = "org.freedesktop.portal.Background"

  private let bus: SessionBus
  /// `$XDG_CONFIG_HOME/autostart`.
  private let folder: String
  private var response: Subscription?

  private var file: String { folder + "/\(MartletApplication.id).desktop" }

  init(_ bus: SessionBus, folder: String) {
    self.bus = bus
    self.folder = folder
  }

  /// Turns it on or off; `done` hears what holds then.
  func set(_ isOn: Bool, _ done: @escaping (_ isOn: Bool) -> Void) {
    // The answer comes as a signal of an object whose path is known before it exists, so that it
    // cannot be missed (org.freedesktop.portal.Request).
    let token = "martlet\(UInt32.random(in: 0 ... .max))"
    let sender = bus.uniqueName.dropFirst().replacing(".", with: "_")
    response = bus.onSignal(
      sender: Self.portal, path: "/org/freedesktop/portal/desktop/request/\(sender)/\(token)",
      interface: "org.freedesktop.portal.Request", member: "Response"
    ) { [weak self] answer in
      self?.response = nil
      let isGranted = answer[0]?.uint32 == 0
      done(isGranted ? answer[1]?["autostart"]?.bool ?? isOn : false)
    }
    let options: [String: Variant] = [
      "handle_token": Variant(token), "autostart": Variant(isOn),
      "reason": Variant(tr("Martlet receives messages while it has no window.")),
      "commandline": Variant(strings: ["martlet", "--background"]),
    ]
    bus.call(
      Self.portal, path: "/org/freedesktop/portal/desktop", interface: Self.interface,
      method: "RequestBackground", Variant(tuple: [Variant(""), Variant(options: options)])
    ) { [weak self] result in
      guard let self, case .failure = result else { return }
      response = nil
      done(setFile(isOn))
    }
  }

  /// Returns what holds then.
  private func setFile(_ isOn: Bool) -> Bool {
    guard isOn else {
      let isOurs = KeyFile(path: file).string("Desktop Entry", "X-Martlet-Autostart") == "true"
      if isOurs { unlink(file) }
      return false
    }
    Folders.make(folder)
    let entry = KeyFile()
    let group = "Desktop Entry"
    entry.set(group, "Type", to: "Application")
    entry.set(group, "Name", to: "Martlet")
    entry.set(group, "Exec", to: "martlet --background")
    entry.set(group, "Icon", to: MartletApplication.id)
    entry.set(group, "X-Martlet-Autostart", to: "true")
    return (try? entry.save(to: file)) != nil
  }
}
