// SPDX-License-Identifier: MIT
import CGtk

/// The bus of the machine, on which the services of the system are.
public final class SystemBus: MessageBus {
  /// Connects, and calls `body` with the bus, or with nil where there is none.
  public static func connect(_ body: @escaping (SystemBus?) -> Void) {
    open(G_BUS_TYPE_SYSTEM) { connection in
      let bus = connection.map(SystemBus.init(adopting:))
      // GLib would end the program together with the bus; there is no need for either.
      if let bus { g_dbus_connection_set_exit_on_close(bus.pointer(), 0) }
      body(bus)
    }
  }
}
