// SPDX-License-Identifier: MIT
import CGtk

/// A call of a method of an exported object. It is answered once, now or later.
@MainActor public final class MethodCall {
  /// The unique name of the caller's connection, such as ":1.42".
  public let sender: String
  public let method: String
  /// A tuple of the types that the interface declares.
  public let parameters: Variant
  /// Nil once answered: GDBus takes the invocation with the answer.
  private var invocation: OpaquePointer?

  init(_ invocation: OpaquePointer, method: String, parameters: OpaquePointer) {
    self.invocation = invocation
    self.method = method
    self.parameters = Variant(g_variant_ref(parameters))
    sender = g_dbus_method_invocation_get_sender(invocation).map { String(cString: $0) } ?? ""
  }

  isolated deinit {
    fail("org.freedesktop.DBus.Error.Failed", "the call was not answered")
  }

  /// - Parameter result: A tuple of what the method returns; nil for nothing.
  public func reply(_ result: Variant? = nil) {
    guard let invocation else { return }
    self.invocation = nil
    g_dbus_method_invocation_return_value(invocation, result?.raw)
  }

  /// - Parameter name: The name of the error on D-Bus, "org.example.Error.Something".
  public func fail(_ name: String, _ message: String) {
    guard let invocation else { return }
    self.invocation = nil
    g_dbus_method_invocation_return_dbus_error(invocation, name, message)
  }
}

extension SessionBus {
  /// Offers an object to other programs for as long as the subscription is kept.
  ///
  /// - Parameters:
  ///   - interface: one interface in D-Bus introspection XML, inside `<node>`.
  ///   - property: the value of a property of the interface; nil answers with an error.
  ///   - called: a method of the interface, with parameters of its types: GDBus refuses others.
  /// - Returns: nil when the XML is not valid or something is at `path` already.
  public func export(
    _ path: String, interface: String, property: @escaping (String) -> Variant? = { _ in nil },
    called: @escaping (MethodCall) -> Void
  ) -> Subscription? {
    guard let node = g_dbus_node_info_new_for_xml(interface, nil) else { return nil }
    defer { g_dbus_node_info_unref(node) }
    guard let info = node.pointee.interfaces?.pointee else { return nil }
    let object = ExportedObject(property: property, called: called)
    // GDBus copies the table.
    var table = ExportedObject.table
    let id = g_dbus_connection_register_object(
      pointer(), path, info, &table, Unmanaged.passRetained(object).toOpaque(),
      { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, nil)
    guard id != 0 else { return nil }
    return Subscription { [self] in g_dbus_connection_unregister_object(pointer(), id) }
  }

  /// Sends a signal to whoever listens.
  public func emit(
    _ path: String, interface: String, signal: String, _ parameters: Variant? = nil
  ) {
    g_dbus_connection_emit_signal(
      pointer(), nil, path, interface, signal, parameters?.raw, nil)
  }

  /// Our name on the bus, such as ":1.42".
  public var uniqueName: String {
    g_dbus_connection_get_unique_name(pointer()).map { String(cString: $0) } ?? ""
  }
}

/// What the callbacks of GDBus, which come on the main thread, point to.
@MainActor private final class ExportedObject {
  let property: (String) -> Variant?
  let called: (MethodCall) -> Void

  init(property: @escaping (String) -> Variant?, called: @escaping (MethodCall) -> Void) {
    self.property = property
    self.called = called
  }

  static var table: GDBusInterfaceVTable {
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, parameters, invocation, data in
      guard let method, let parameters, let invocation, let data else { return }
      let object = Unmanaged<ExportedObject>.fromOpaque(data).takeUnretainedValue()
      object.called(
        MethodCall(invocation, method: String(cString: method), parameters: parameters))
    }
    table.get_property = { _, _, _, _, name, error, data in
      guard let name, let data else { return nil }
      let object = Unmanaged<ExportedObject>.fromOpaque(data).takeUnretainedValue()
      guard let value = object.property(String(cString: name)) else {
        // GDBus sends what is set here; without an error it would take the nil for a mistake.
        g_set_error_literal(
          error, g_dbus_error_quark(), gint(G_DBUS_ERROR_UNKNOWN_PROPERTY.rawValue),
          "no such property")
        return nil
      }
      return g_variant_ref(value.raw)
    }
    return table
  }
}
