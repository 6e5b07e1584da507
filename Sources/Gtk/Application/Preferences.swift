// SPDX-License-Identifier: MIT
import CGtk

/// The settings of a GSettings schema.
public final class Preferences: Object {
  /// Nil where the schema is not installed; a program that runs from its build folder then uses its
  /// defaults. (GSettings itself would end the process.)
  public static func open(schema: String) -> Preferences? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    guard let settings = g_settings_new_full(found, nil, nil) else { return nil }
    return Preferences(adopting: UnsafeMutableRawPointer(settings))
  }

  private var settings: UnsafeMutablePointer<GSettings> { pointer() }

  public func bool(key: String) -> Bool { g_settings_get_boolean(settings, key) != 0 }
  public func setBool(_ value: Bool, key: String) {
    g_settings_set_boolean(settings, key, value ? 1 : 0)
  }

  public func int(key: String) -> Int { Int(g_settings_get_int(settings, key)) }
  public func setInt(_ value: Int, key: String) {
    g_settings_set_int(settings, key, gint(clamping: value))
  }

  public func text(key: String) -> String {
    guard let text = g_settings_get_string(settings, key) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
  public func setText(_ value: String, key: String) { g_settings_set_string(settings, key, value) }

  @discardableResult
  public func onChanged(key: String, _ body: @escaping () -> Void) -> SignalHandler {
    on("changed::\(key)") { _ in body() }
  }
}
