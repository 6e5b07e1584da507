// SPDX-License-Identifier: MIT
import CGtk

/// The clipboard of the display that a widget is on. Nothing here blocks: what was copied lies with
/// another program, which may take its time.
public final class Clipboard: Object {
  public convenience init(of widget: Widget) {
    self.init(borrowing: UnsafeMutableRawPointer(gtk_widget_get_clipboard(widget.widget)))
  }

  /// The text that was last selected by the pointer, which the middle button pastes.
  public static func primary(of widget: Widget) -> Clipboard {
    Clipboard(borrowing: UnsafeMutableRawPointer(gtk_widget_get_primary_clipboard(widget.widget)))
  }

  /// In what forms what was copied can be had.
  public var offer: ContentOffer { ContentOffer(gdk_clipboard_get_formats(pointer())) }

  public func set(_ text: String) { gdk_clipboard_set_text(pointer(), text) }

  /// Offers several forms of one thing, by media type.
  public func set(_ contents: [(type: String, bytes: [UInt8])]) {
    var providers: [UnsafeMutablePointer<GdkContentProvider>?] = contents.map { content in
      let data = g_bytes_new(content.bytes, gsize(content.bytes.count))
      defer { g_bytes_unref(data) }
      return gdk_content_provider_new_for_bytes(content.type, data)
    }
    // The union takes over its parts.
    guard let union = gdk_content_provider_new_union(&providers, gsize(providers.count)) else {
      return
    }
    gdk_clipboard_set_content(pointer(), union)
    g_object_unref(UnsafeMutableRawPointer(union))
  }

  /// The text, or nil where there is none any more.
  public func readText(_ body: @escaping (String?) -> Void) {
    gdk_clipboard_read_text_async(
      pointer(), nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result,
          let text = gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil)
        else {
          body(nil)
          return
        }
        defer { g_free(text) }
        body(String(cString: text))
      })
  }

  /// The paths of copied files; empty where they are not on this machine.
  public func readFiles(_ body: @escaping ([String]) -> Void) {
    gdk_clipboard_read_value_async(
      pointer(), gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result,
          let value = gdk_clipboard_read_value_finish(OpaquePointer(source), result, nil)
        else {
          body([])
          return
        }
        body(FileList.paths(value))
      })
  }

  /// Writes what was copied into a file as it comes, in the form `type`. An existing file is replaced.
  public func save(
    _ type: String, to path: String, _ body: @escaping (Result<Void, GLibError>) -> Void
  ) {
    let types = strdup(type)
    defer { free(types) }
    var list: [UnsafePointer<CChar>?] = [UnsafePointer(types), nil]
    gdk_clipboard_read_async(
      pointer(), &list, G_PRIORITY_DEFAULT, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result else { return }
        var error: UnsafeMutablePointer<GError>?
        guard
          let stream = gdk_clipboard_read_finish(OpaquePointer(source), result, nil, &error)
        else {
          body(.failure(GLibError(taking: error)))
          return
        }
        LocalFile(path).write(from: UnsafeMutableRawPointer(stream), body)
      })
  }
}

/// In what forms something copied or dragged is offered.
public struct ContentOffer {
  public let hasText: Bool
  public let hasFiles: Bool
  /// The media type of the picture among them, the one that loses least first.
  public let imageType: String?

  init(_ formats: OpaquePointer?) {
    let all = gdk_content_formats_union_deserialize_gtypes(gdk_content_formats_ref(formats))
    defer { gdk_content_formats_unref(all) }
    hasText = gdk_content_formats_contain_gtype(all, martlet_type_string()) != 0
    hasFiles = gdk_content_formats_contain_gtype(all, gdk_file_list_get_type()) != 0
    imageType = ["image/png", "image/webp", "image/gif", "image/jpeg", "image/svg+xml"]
      .first { gdk_content_formats_contain_mime_type(all, $0) != 0 }
  }
}

/// GdkFileList.
enum FileList {
  /// The paths of its files that are on this machine.
  static func paths(_ value: UnsafePointer<GValue>) -> [String] {
    guard let list = g_value_get_boxed(value) else { return [] }
    let files = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(files) }
    var paths: [String] = []
    var node = files
    while let current = node {
      if let file = current.pointee.data, let path = g_file_get_path(OpaquePointer(file)) {
        paths.append(String(cString: path))
        g_free(path)
      }
      node = current.pointee.next
    }
    return paths
  }
}
