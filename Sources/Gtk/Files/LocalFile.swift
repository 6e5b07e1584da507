// SPDX-License-Identifier: MIT
import CGtk

/// A file on this machine. Nothing here blocks.
public final class LocalFile: Object {
  public let path: String

  public init(_ path: String) {
    self.path = path
    super.init(adopting: UnsafeMutableRawPointer(g_file_new_for_path(path)))
  }

  public struct Facts: Equatable, Sendable {
    /// The name to show, in valid Unicode.
    public var name: String
    /// The media type (RFC 6838), guessed from the name and the first bytes.
    public var mediaType: String
    /// Bytes.
    public var size: Int64
    /// Whether it is a plain file, not a folder or a device.
    public var isRegular: Bool
  }

  /// Reads what the file is.
  public func readFacts(_ body: @escaping (Result<Facts, GLibError>) -> Void) {
    g_file_query_info_async(
      pointer(), "standard::display-name,standard::content-type,standard::size,standard::type",
      G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result else { return }
        var error: UnsafeMutablePointer<GError>?
        guard let info = g_file_query_info_finish(OpaquePointer(source), result, &error) else {
          body(.failure(GLibError(taking: error)))
          return
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        let name = g_file_info_get_display_name(info).map { String(cString: $0) }
        let type = g_file_info_get_content_type(info).flatMap { g_content_type_get_mime_type($0) }
        defer { g_free(type) }
        body(
          .success(
            Facts(
              name: name ?? "",
              mediaType: type.map { String(cString: $0) } ?? "application/octet-stream",
              size: Int64(g_file_info_get_size(info)),
              isRegular: g_file_info_get_file_type(info) == G_FILE_TYPE_REGULAR)))
      })
  }

  /// Puts `text` into the file, in place of what was there.
  public func write(_ text: String, _ body: @escaping (Result<Void, GLibError>) -> Void) {
    let bytes = text.withCString { g_bytes_new($0, gsize(text.utf8.count)) }
    defer { g_bytes_unref(bytes) }
    g_file_replace_contents_bytes_async(
      pointer(), bytes, nil, 0, G_FILE_CREATE_PRIVATE, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result else { return }
        var error: UnsafeMutablePointer<GError>?
        let done = g_file_replace_contents_finish(OpaquePointer(source), result, nil, &error) != 0
        body(done ? .success(()) : .failure(GLibError(taking: error)))
      })
  }

  /// Puts everything that a GInputStream gives into the file. Takes over the stream.
  func write(
    from stream: UnsafeMutableRawPointer, _ body: @escaping (Result<Void, GLibError>) -> Void
  ) {
    let stream = Object(adopting: stream)
    g_file_replace_async(
      pointer(), nil, 0, G_FILE_CREATE_PRIVATE, G_PRIORITY_DEFAULT, nil, AsyncReply.callback,
      AsyncReply.data { source, result in
        guard let source, let result else { return }
        var error: UnsafeMutablePointer<GError>?
        guard let file = g_file_replace_finish(OpaquePointer(source), result, &error) else {
          body(.failure(GLibError(taking: error)))
          return
        }
        let output = Object(adopting: UnsafeMutableRawPointer(file))
        g_output_stream_splice_async(
          output.pointer(), stream.pointer(),
          GOutputStreamSpliceFlags(
            rawValue: G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue
              | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue),
          G_PRIORITY_DEFAULT, nil, AsyncReply.callback,
          AsyncReply.data { source, result in
            guard let source, let result else { return }
            var error: UnsafeMutablePointer<GError>?
            let stream = source.assumingMemoryBound(to: GOutputStream.self)
            let count = g_output_stream_splice_finish(stream, result, &error)
            body(count >= 0 ? .success(()) : .failure(GLibError(taking: error)))
          })
      })
  }
}

extension GLibError {
  /// Whether there is no such file.
  public var isNotFound: Bool { isInputOutput(G_IO_ERROR_NOT_FOUND) }
  public var isPermissionDenied: Bool { isInputOutput(G_IO_ERROR_PERMISSION_DENIED) }

  private func isInputOutput(_ code: GIOErrorEnum) -> Bool {
    domain == g_quark_to_string(g_io_error_quark()).map { String(cString: $0) }
      && self.code == Int(code.rawValue)
  }
}

/// Folders and names that GLib knows.
public enum FileNames {
  /// Where a program may keep files that it can do without.
  public static var cacheFolder: String {
    g_get_user_cache_dir().map { String(cString: $0) } ?? "/tmp"
  }

  /// Makes a folder and its parents, readable by the user only. False when that is impossible.
  @discardableResult
  public static func makeFolder(_ path: String) -> Bool { g_mkdir_with_parents(path, 0o700) == 0 }

  public static func exists(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_EXISTS) != 0 }

  /// A size as people read it, such as "1.2 MB".
  public static func size(_ bytes: Int64) -> String {
    guard let text = g_format_size(guint64(max(0, bytes))) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
