// SPDX-License-Identifier: MIT
import CGtk

/// A picture in memory.
public final class Texture: Object {
  public var width: Int { Int(gdk_texture_get_width(pointer())) }
  public var height: Int { Int(gdk_texture_get_height(pointer())) }

  /// Reads an image file in the background, scaled down so that its longer side has at most `side`
  /// device pixels. `body` gets nil for what cannot be read.
  public static func load(
    _ path: String, side: Int, _ body: @escaping (Texture?) -> Void
  ) {
    let file = LocalFile(path)
    g_file_read_async(
      file.pointer(), G_PRIORITY_LOW, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result,
          let stream = g_file_read_finish(OpaquePointer(source), result, nil)
        else {
          body(nil)
          return
        }
        defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
        gdk_pixbuf_new_from_stream_at_scale_async(
          UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GInputStream.self),
          gint(clamping: side), gint(clamping: side), 1, nil, AsyncReply.callback,
          AsyncReply.data { _, result in
            guard let result, let pixels = gdk_pixbuf_new_from_stream_finish(result, nil) else {
              body(nil)
              return
            }
            defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
            body(
              gdk_texture_new_for_pixbuf(pixels).map {
                Texture(adopting: UnsafeMutableRawPointer($0))
              })
          })
      })
  }
}

extension Snapshot {
  /// Draws a texture, scaled to fill `rectangle`.
  public func draw(_ texture: Texture, in rectangle: Rectangle) {
    var bounds = rectangle.graphene
    gtk_snapshot_append_texture(raw, texture.pointer(), &bounds)
  }
}
