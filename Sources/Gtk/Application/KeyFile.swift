// SPDX-License-Identifier: MIT
import CGtk

/// A small file of groups, keys and values (freedesktop Desktop Entry syntax), for state of the
/// window and the like.
@MainActor public final class KeyFile {
  private let raw: OpaquePointer

  public init() { raw = g_key_file_new() }

  /// Reads `path`; a file that is missing or unreadable is an empty one.
  public convenience init(path: String) {
    self.init()
    g_key_file_load_from_file(raw, path, G_KEY_FILE_NONE, nil)
  }

  isolated deinit { g_key_file_unref(raw) }

  public func int(_ group: String, _ key: String) -> Int? {
    var error: UnsafeMutablePointer<GError>?
    let value = g_key_file_get_integer(raw, group, key, &error)
    guard error == nil else {
      g_error_free(error)
      return nil
    }
    return Int(value)
  }

  public func string(_ group: String, _ key: String) -> String? {
    guard let text = g_key_file_get_string(raw, group, key, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  public func set(_ group: String, _ key: String, to value: Int) {
    g_key_file_set_integer(raw, group, key, gint(clamping: value))
  }

  public func set(_ group: String, _ key: String, to value: String) {
    g_key_file_set_string(raw, group, key, value)
  }

  public func remove(_ group: String, _ key: String) {
    g_key_file_remove_key(raw, group, key, nil)
  }

  /// Writes the file in one step: a crash leaves the old one or the new one, never half of it.
  public func save(to path: String) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    guard g_key_file_save_to_file(raw, path, &error) != 0 else { throw GLibError(taking: error) }
  }
}
