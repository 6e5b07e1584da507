// SPDX-License-Identifier: MIT
import CGtk

/// The bus of the user's session.
public final class SessionBus: MessageBus {
  /// Connects, and calls `body` with the bus, or with nil where there is none.
  public static func connect(_ body: @escaping (SessionBus?) -> Void) {
    open(G_BUS_TYPE_SESSION) { body($0.map(SessionBus.init(adopting:))) }
  }
}
