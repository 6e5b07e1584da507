// SPDX-License-Identifier: MIT
import CGtk

/// The arguments of one emission: index 0 is the first after the emitting object.
public struct SignalArguments {
  let values: UnsafeBufferPointer<GValue>

  public var count: Int { values.count - 1 }

  /// The argument itself. For a signal whose argument is a GValue, that one.
  func value(_ index: Int) -> UnsafePointer<GValue>? {
    guard let base = values.baseAddress, index + 1 < values.count else { return nil }
    let value = base + index + 1
    guard martlet_value_type(value) == g_value_get_type() else { return value }
    return g_value_get_boxed(value).map { UnsafePointer($0.assumingMemoryBound(to: GValue.self)) }
  }

  public func int(_ index: Int) -> Int {
    guard let value = value(index) else { return 0 }
    return martlet_value_type(value) == martlet_type_uint()
      ? Int(g_value_get_uint(value)) : Int(g_value_get_int(value))
  }

  public func double(_ index: Int) -> Double { value(index).map { g_value_get_double($0) } ?? 0 }

  public func bool(_ index: Int) -> Bool {
    value(index).map { g_value_get_boolean($0) != 0 } ?? false
  }

  public func string(_ index: Int) -> String? {
    value(index).flatMap { g_value_get_string($0) }.map { String(cString: $0) }
  }

  /// The bits of a flags argument, such as modifiers.
  public func flags(_ index: Int) -> UInt32 { value(index).map { g_value_get_flags($0) } ?? 0 }

  public func enumeration(_ index: Int) -> Int32 { value(index).map { g_value_get_enum($0) } ?? 0 }

  /// An object argument; nil where the signal passes NULL.
  public func object(_ index: Int) -> UnsafeMutableRawPointer? {
    value(index).flatMap { g_value_get_object($0) }
  }

  /// A boxed argument, valid during the emission only.
  public func boxed(_ index: Int) -> UnsafeMutableRawPointer? {
    value(index).flatMap { g_value_get_boxed($0) }
  }

  /// An argument that is a plain pointer, valid during the emission only.
  func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    value(index).flatMap { g_value_get_pointer($0) }
  }

  public func variant(_ index: Int) -> OpaquePointer? {
    value(index).flatMap { g_value_get_variant($0) }
  }
}

/// A connected handler. Dropping it changes nothing; the connection lives as long as the object.
public struct SignalHandler {
  let instance: UnsafeMutableRawPointer
  let id: gulong

  /// Disconnects the handler. Call it only while the object lives.
  public func disconnect() {
    if g_signal_handler_is_connected(instance, id) != 0 {
      g_signal_handler_disconnect(instance, id)
    }
  }

  /// Runs `body` without this handler being called.
  public func whileBlocked<R>(_ body: () throws -> R) rethrows -> R {
    g_signal_handler_block(instance, id)
    defer { g_signal_handler_unblock(instance, id) }
    return try body()
  }
}

extension Object {
  /// Connects `body` to a signal; "notify::property" works as well.
  ///
  /// `body` is freed when it is disconnected or the object is finalized. Capture controllers
  /// weakly: the object outlives its handlers, and a strong capture of its owner is a cycle.
  @discardableResult
  public final func on(
    _ signal: String, after: Bool = false, _ body: @escaping (SignalArguments) -> Void
  ) -> SignalHandler {
    connect(signal, after: after) {
      body($0)
      return false
    }
  }

  /// Connects a handler whose result tells whether it has handled the emission.
  @discardableResult
  public final func onHandled(
    _ signal: String, after: Bool = false, _ body: @escaping (SignalArguments) -> Bool
  ) -> SignalHandler {
    connect(signal, after: after, body)
  }

  /// Emits a signal that returns nothing.
  public final func emit(_ signal: String, _ arguments: [PropertyValue] = []) {
    let id = g_signal_lookup(signal, martlet_instance_type(raw))
    guard id != 0 else { return }
    var values = [GValue()]
    g_value_init(&values[0], martlet_type_object())
    g_value_set_object(&values[0], raw)
    for argument in arguments {
      argument.withGValue { value in
        var copy = GValue()
        g_value_init(&copy, martlet_value_type(value))
        g_value_copy(value, &copy)
        values.append(copy)
      }
    }
    g_signal_emitv(values, id, 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }

  /// Emits a signal that has one text as its argument.
  public final func emit(_ signal: String, _ text: String) { martlet_emit_text(raw, signal, text) }

  private func connect(
    _ signal: String, after: Bool, _ body: @escaping (SignalArguments) -> Bool
  ) -> SignalHandler {
    let closure = g_closure_new_simple(
      guint(MemoryLayout<GClosure>.size), Unmanaged.passRetained(ClosureBody(body)).toOpaque())
    g_closure_add_finalize_notifier(closure, closure?.pointee.data) { data, _ in
      if let data { Unmanaged<ClosureBody>.fromOpaque(data).release() }
    }
    // One marshal for every signature: the arguments come as GValues, so no function pointer is
    // ever cast (357 ns an emission against 323 ns for a trampoline of the right signature).
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
      guard let data = closure?.pointee.data else { return }
      let body = Unmanaged<ClosureBody>.fromOpaque(data).takeUnretainedValue()
      let handled = body.call(
        SignalArguments(values: UnsafeBufferPointer(start: values, count: Int(count))))
      if let result, martlet_value_type(result) == martlet_type_boolean() {
        g_value_set_boolean(result, handled ? 1 : 0)
      }
    }
    let id = g_signal_connect_closure(raw, signal, closure, after ? 1 : 0)
    return SignalHandler(instance: raw, id: id)
  }
}

@MainActor private final class ClosureBody {
  let call: (SignalArguments) -> Bool

  init(_ call: @escaping (SignalArguments) -> Bool) {
    self.call = call
    LiveObjects.closures += 1
  }

  isolated deinit { LiveObjects.closures -= 1 }
}
