// SPDX-License-Identifier: MIT
import CGtk

/// A GVariant: an immutable typed value, as D-Bus and settings carry them.
///
/// Reading checks the type: what another process sent may be anything.
@MainActor public final class Variant {
  let raw: OpaquePointer

  /// Sinks a floating reference or takes over a full one.
  init(_ raw: OpaquePointer) { self.raw = g_variant_take_ref(raw) }

  isolated deinit { g_variant_unref(raw) }

  public convenience init(_ bool: Bool) { self.init(g_variant_new_boolean(bool ? 1 : 0)) }
  public convenience init(_ text: String) { self.init(g_variant_new_string(text)) }
  public convenience init(_ number: UInt32) { self.init(g_variant_new_uint32(number)) }
  public convenience init(_ number: Double) { self.init(g_variant_new_double(number)) }
  public convenience init(_ number: Int32) { self.init(g_variant_new_int32(number)) }

  public convenience init(strings: [String]) {
    let items: [OpaquePointer?] = strings.map { g_variant_new_string($0) }
    self.init(g_variant_new_array(martlet_variant_type_string(), items, gsize(items.count)))
  }

  public convenience init(tuple: [Variant]) {
    // An array is let go of after its last use, and its elements with it, before C has seen them.
    let items: [OpaquePointer?] = tuple.map(\.raw)
    self.init(g_variant_new_tuple(items, gsize(items.count)))
    withExtendedLifetime(tuple) {}
  }

  public convenience init(objectPath: String) {
    self.init(
      g_variant_new_object_path(g_variant_is_object_path(objectPath) != 0 ? objectPath : "/"))
  }

  /// An array; `type` is that of its elements, in D-Bus notation, which all must have.
  public convenience init(array: [Variant], of type: String) {
    let items: [OpaquePointer?] = array.map(\.raw)
    // GLib hands back the pointer it was given, so the text must outlive the type.
    let raw = type.withCString {
      g_variant_new_array(g_variant_type_checked_($0), items, gsize(items.count))
    }
    guard let raw else { preconditionFailure("GLib makes values or aborts") }
    self.init(raw)
    withExtendedLifetime(array) {}
  }

  /// A variant of type "v" that holds `value`.
  public convenience init(boxing value: Variant) {
    self.init(g_variant_new_variant(value.raw))
  }

  /// A dictionary a{sv}.
  public convenience init(options: [String: Variant]) {
    // Each entry takes a reference of its own to its value.
    let items: [OpaquePointer?] = options.map {
      g_variant_new_dict_entry(g_variant_new_string($0.key), g_variant_new_variant($0.value.raw))
    }
    self.init(g_variant_new_array(martlet_variant_type_vardict_entry(), items, gsize(items.count)))
  }

  /// Its type in D-Bus notation, such as "(ddd)".
  public var type: String {
    g_variant_get_type_string(raw).map { String(cString: $0) } ?? ""
  }

  public var bool: Bool? { type == "b" ? g_variant_get_boolean(raw) != 0 : nil }
  public var uint32: UInt32? { type == "u" ? g_variant_get_uint32(raw) : nil }
  public var int32: Int32? { type == "i" ? g_variant_get_int32(raw) : nil }
  public var double: Double? { type == "d" ? g_variant_get_double(raw) : nil }

  public var string: String? {
    guard ["s", "o", "g"].contains(type), let text = g_variant_get_string(raw, nil) else {
      return nil
    }
    return String(cString: text)
  }

  /// The texts of an array "as".
  public var strings: [String]? {
    guard type == "as" else { return nil }
    return (0..<count).compactMap { self[$0]?.string }
  }

  /// What a variant of type "v" holds, unwrapped to the end; itself for other types.
  public var unwrapped: Variant {
    var value = self
    while value.type == "v" { value = Variant(g_variant_get_variant(value.raw)) }
    return value
  }

  /// Items of a tuple or an array; 0 for other types.
  public var count: Int {
    g_variant_is_container(raw) != 0 ? Int(g_variant_n_children(raw)) : 0
  }

  public subscript(_ index: Int) -> Variant? {
    guard index >= 0, index < count else { return nil }
    return Variant(g_variant_get_child_value(raw, gsize(index)))
  }

  /// The value for `key` of a dictionary a{sv}.
  public subscript(_ key: String) -> Variant? {
    guard type == "a{sv}", let value = g_variant_lookup_value(raw, key, nil) else { return nil }
    return Variant(value)
  }
}
