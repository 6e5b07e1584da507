// SPDX-License-Identifier: MIT
import CGtk

/// A connection to a bus (D-Bus). Nothing here blocks: each answer comes later, on the main thread.
public class MessageBus: Object {
  /// Connects, and calls `body` with a reference to the connection, or with nil where there is none.
  static func open(_ type: GBusType, _ body: @escaping (UnsafeMutableRawPointer?) -> Void) {
    let data = Unmanaged.passRetained(Once<UnsafeMutableRawPointer?>(body)).toOpaque()
    g_bus_get(
      type, nil,
      { _, result, data in
        guard let data else { return }
        let once = Unmanaged<Once<UnsafeMutableRawPointer?>>.fromOpaque(data).takeRetainedValue()
        once.body(g_bus_get_finish(result, nil).map { UnsafeMutableRawPointer($0) })
      }, data)
  }

  /// Calls a method. A service that does not run is started by the bus unless `starts` is false.
  public func call(
    _ name: String, path: String, interface: String, method: String, _ parameters: Variant? = nil,
    starts: Bool = true, timeout: Duration = .seconds(10),
    _ body: @escaping (Result<Variant, GLibError>) -> Void
  ) {
    let data = Unmanaged.passRetained(Once<Result<Variant, GLibError>>(body)).toOpaque()
    let milliseconds = timeout.components.seconds * 1000
    g_dbus_connection_call(
      pointer(), name, path, interface, method, parameters?.raw, nil,
      starts ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
      gint(clamping: milliseconds), nil,
      { source, result, data in
        guard let source, let data else { return }
        let once = Unmanaged<Once<Result<Variant, GLibError>>>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        let connection = OpaquePointer(source)
        if let reply = g_dbus_connection_call_finish(connection, result, &error) {
          once.body(.success(Variant(reply)))
        } else {
          once.body(.failure(GLibError(taking: error)))
        }
      }, data)
  }

  /// Calls `body` with the parameters of each signal that fits; nil fits everything.
  public func onSignal(
    sender: String?, path: String?, interface: String, member: String,
    _ body: @escaping (Variant) -> Void
  ) -> Subscription {
    let id = g_dbus_connection_signal_subscribe(
      pointer(), sender, interface, member, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        let listener = Unmanaged<Listener<Variant>>.fromOpaque(data).takeUnretainedValue()
        listener.body(Variant(g_variant_ref(parameters)))
      }, Unmanaged.passRetained(Listener(body)).toOpaque(), Listener<Variant>.destroy)
    return Subscription { [self] in g_dbus_connection_signal_unsubscribe(pointer(), id) }
  }

  /// Follows whether `name` has an owner: called at once and at each change.
  public func watch(_ name: String, _ body: @escaping (_ isThere: Bool) -> Void) -> Subscription {
    let id = g_bus_watch_name_on_connection(
      pointer(), name, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, _, data in
        guard let data else { return }
        Unmanaged<Listener<Bool>>.fromOpaque(data).takeUnretainedValue().body(true)
      },
      { _, _, data in
        guard let data else { return }
        Unmanaged<Listener<Bool>>.fromOpaque(data).takeUnretainedValue().body(false)
      }, Unmanaged.passRetained(Listener(body)).toOpaque(), Listener<Bool>.destroy)
    return Subscription { g_bus_unwatch_name(id) }
  }
}

/// Something that goes on until it is cancelled or let go of.
@MainActor public final class Subscription {
  private var end: (() -> Void)?

  public init(_ end: @escaping () -> Void) { self.end = end }

  public func cancel() {
    end?()
    end = nil
  }

  isolated deinit { cancel() }
}

private final class Once<Value> {
  let body: (Value) -> Void
  init(_ body: @escaping (Value) -> Void) { self.body = body }
}

private final class Listener<Value> {
  let body: (Value) -> Void
  init(_ body: @escaping (Value) -> Void) { self.body = body }

  static var destroy: GDestroyNotify {
    { data in
      if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
    }
  }
}
