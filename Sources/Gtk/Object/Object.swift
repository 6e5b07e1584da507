// SPDX-License-Identifier: MIT
import CGtk

/// A strong reference to one GObject.
///
/// A handle owns one reference for as long as it lives. Several handles may stand for the same
/// GObject; they compare equal. Handles carry no state of their own, so nothing is lost when one
/// goes: what belongs to a widget lives in its GObject (see ``CustomWidget``).
///
/// `@MainActor` is written out on every class with an isolated deinitializer: the compiler forgets a
/// default isolation when it optimizes across modules (Swift 6.3.1).
///
/// This is the one place where pointers are cast: subclasses call GTK with ``pointer()-swift.method``,
/// which takes the type that the C function asks for.
@MainActor open class Object: Equatable {
  /// The GObject. Valid for as long as this handle lives.
  public final let raw: UnsafeMutableRawPointer

  /// Takes over the reference that a constructor returned, floating or full.
  public init(adopting raw: UnsafeMutableRawPointer) {
    self.raw = raw
    if g_object_is_floating(raw) != 0 { g_object_ref_sink(raw) }
    LiveObjects.count += 1
  }

  /// Adds a reference to an object that somebody else owns.
  public init(borrowing raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
    LiveObjects.count += 1
  }

  isolated deinit {
    LiveObjects.count -= 1
    g_object_unref(raw)
  }

  public static func == (a: Object, b: Object) -> Bool { a.raw == b.raw }

  /// The GObject as the C type that the context asks for.
  public final func pointer<T>() -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }

  /// The GObject as a pointer to a C type whose fields are private.
  public final func pointer() -> OpaquePointer { OpaquePointer(raw) }

  /// The name of its GType, such as "GtkLabel".
  public final var typeName: String {
    g_type_name(martlet_instance_type(raw)).map { String(cString: $0) } ?? ""
  }

  /// Calls `body` once when the GObject is finalized, whoever held it last.
  public final func whenFinalized(_ body: @escaping () -> Void) {
    g_object_weak_ref(
      pointer(),
      { data, _ in
        guard let data else { return }
        let box = Unmanaged<FinalizeNotice>.fromOpaque(data).takeRetainedValue()
        box.body()
      }, Unmanaged.passRetained(FinalizeNotice(body)).toOpaque())
  }

  private final class FinalizeNotice {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

extension Object {
  /// Sets a property by name; for those that have no typed setter.
  public final func set(_ property: String, to value: PropertyValue) {
    value.withGValue { g_object_set_property(pointer(), property, $0) }
  }

  /// Reads a property by name.
  public final func bool(_ property: String) -> Bool {
    withProperty(property, type: martlet_type_boolean()) { g_value_get_boolean($0) != 0 }
  }

  public final func int(_ property: String) -> Int {
    withProperty(property, type: martlet_type_int()) { Int(g_value_get_int($0)) }
  }

  public final func double(_ property: String) -> Double {
    withProperty(property, type: martlet_type_double()) { g_value_get_double($0) }
  }

  public final func string(_ property: String) -> String? {
    withProperty(property, type: martlet_type_string()) {
      g_value_get_string($0).map { String(cString: $0) }
    }
  }

  private func withProperty<R>(
    _ name: String, type: GType, _ read: (UnsafePointer<GValue>) -> R
  ) -> R {
    var value = GValue()
    g_value_init(&value, type)
    g_object_get_property(pointer(), name, &value)
    defer { g_value_unset(&value) }
    return read(&value)
  }
}

/// Counts handles and Swift state that live, so that a test can open and close everything and end
/// where it began.
public enum LiveObjects {
  static var count = 0
  static var states = 0
  static var closures = 0

  /// Handles, states of custom widgets, and signal closures alive now.
  public static var snapshot: (handles: Int, states: Int, closures: Int) {
    (count, states, closures)
  }
}
