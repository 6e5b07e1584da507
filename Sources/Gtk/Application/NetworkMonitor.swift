// SPDX-License-Identifier: MIT
import CGtk

/// Whether the system has a network, and when that changes.
public final class NetworkMonitor: Object {
  public init() {
    // GLib owns the one it hands out.
    super.init(borrowing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
  }

  public var hasNetwork: Bool { g_network_monitor_get_network_available(pointer()) != 0 }

  /// Called when a network has come, gone or changed; the machine may have another address then.
  @discardableResult
  public func onChanged(_ body: @escaping (_ hasNetwork: Bool) -> Void) -> SignalHandler {
    on("network-changed") { [weak self] _ in
      if let self { body(hasNetwork) }
    }
  }
}
