// SPDX-License-Identifier: MIT
import CGtk

/// Files that are built into the program, as a GResource.
public enum ResourceBundle {
  /// Makes the files of a compiled GResource available. The bytes are copied. Returns false when
  /// they are no GResource.
  @discardableResult
  public static func register(_ bytes: [UInt8]) -> Bool {
    let data = g_bytes_new(bytes, gsize(bytes.count))
    defer { g_bytes_unref(data) }
    guard let resource = g_resource_new_from_data(data, nil) else { return false }
    g_resources_register(resource)
    g_resource_unref(resource)
    return true
  }

  /// Makes the icons below `path` of the registered files known by name. They lie in folders of the
  /// hicolor theme, such as `scalable/actions`.
  public static func addIcons(path: String) {
    guard let display = gdk_display_get_default() else { return }
    gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), path)
  }
}
