// SPDX-License-Identifier: MIT
import CGtk

/// The desktop's own dialogs for files: the portal's where there is one, else GTK's.
public enum FileChooser {
  /// Asks for files that exist. `body` gets their paths, and nothing when the user gives up.
  ///
  /// - Parameter pictures: the name of a filter that leaves only pictures that can be read; nil shows
  ///   all files.
  public static func open(
    title: String, accept: String, over parent: Window?, multiple: Bool = true,
    pictures: String? = nil, _ body: @escaping ([String]) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(
      title, parent?.pointer(), GTK_FILE_CHOOSER_ACTION_OPEN, accept, nil)
    if let dialog, let pictures, let filter = gtk_file_filter_new() {
      gtk_file_filter_set_name(filter, pictures)
      gtk_file_filter_add_pixbuf_formats(filter)
      gtk_file_chooser_add_filter(dialog, filter)
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
    run(dialog, multiple: multiple, body)
  }

  /// Asks where to write a file. `body` gets the path, and nothing when the user gives up.
  public static func save(
    title: String, accept: String, name: String, over parent: Window?,
    _ body: @escaping ([String]) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(
      title, parent?.pointer(), GTK_FILE_CHOOSER_ACTION_SAVE, accept, nil)
    if let dialog { gtk_file_chooser_set_current_name(dialog, name) }
    run(dialog, multiple: false, body)
  }

  private static func run(
    _ dialog: OpaquePointer?, multiple: Bool,
    _ body: @escaping ([String]) -> Void
  ) {
    guard let dialog else { return body([]) }
    let object = Object(adopting: UnsafeMutableRawPointer(dialog))
    gtk_native_dialog_set_modal(object.pointer(), 1)
    gtk_file_chooser_set_select_multiple(object.pointer(), multiple ? 1 : 0)
    var kept: Object? = object
    object.on("response") { response in
      // The dialog is ours until it has answered.
      guard let dialog = kept else { return }
      kept = nil
      let accepted = response.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue)
      body(accepted ? paths(of: dialog) : [])
      gtk_native_dialog_destroy(dialog.pointer())
    }
    gtk_native_dialog_show(object.pointer())
  }

  private static func paths(of dialog: Object) -> [String] {
    guard let files = gtk_file_chooser_get_files(dialog.pointer()) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(files)) }
    return (0..<g_list_model_get_n_items(files)).compactMap { index in
      guard let file = g_list_model_get_item(files, index) else { return nil }
      defer { g_object_unref(file) }
      guard let path = g_file_get_path(OpaquePointer(file)) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
  }
}
