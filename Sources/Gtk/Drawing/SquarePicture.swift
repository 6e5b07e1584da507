// SPDX-License-Identifier: MIT
import CGtk
import Glibc

/// A picture made for others to see: the middle of a file's picture as a small square PNG. Nothing
/// else of the file is in it, such as where it was taken.
public nonisolated struct SquarePicture: Equatable, Sendable {
  /// The file, a PNG.
  public let png: [UInt8]
  /// Pixels.
  public let side: Int

  public enum Fault: Error, Equatable, Sendable {
    /// It is not there, no plain file, or may not be read.
    case unreadable
    /// More bytes or pixels than are read.
    case tooLarge
    case noPicture
  }

  /// Reads a picture from a file, away from the main thread.
  ///
  /// - Parameters:
  ///   - side: In pixels; smaller pictures stay as small as they are.
  ///   - byteLimit: of the file.
  public static func read(
    _ path: String, side: Int, byteLimit: Int = 64 << 20
  ) async -> Result<SquarePicture, Fault> {
    do throws(Fault) {
      let bytes = try await contents(of: path, limit: byteLimit)
      // Enough for the middle of a picture that is three times as wide as it is high.
      guard let decoded = await DecodedPicture.decode(bytes, side: side * 3) else {
        throw .noPicture
      }
      return .success(try await make(decoded, side: side))
    } catch {
      return .failure(error)
    }
  }

  @concurrent private static func contents(
    of path: String, limit: Int
  ) async throws(Fault) -> [UInt8] {
    // Not to wait for somebody who writes into a pipe of that name.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, (facts.st_mode & S_IFMT) == S_IFREG else {
      throw .unreadable
    }
    guard facts.st_size <= limit else { throw .tooLarge }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      guard more > 0 else { throw .unreadable }
      count += more
    }
    return bytes
  }

  @concurrent private static func make(
    _ decoded: DecodedPicture, side: Int
  ) async throws(Fault) -> SquarePicture {
    let decoded = decoded.take()
    defer { g_object_unref(UnsafeMutableRawPointer(decoded)) }
    // Cameras turn nothing, they note how they were held.
    guard let upright = gdk_pixbuf_apply_embedded_orientation(decoded) else { throw .noPicture }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    let (width, height) = (gdk_pixbuf_get_width(upright), gdk_pixbuf_get_height(upright))
    let shorter = min(width, height)
    let target = min(shorter, gint(clamping: side))
    guard
      let middle = gdk_pixbuf_new_subpixbuf(
        upright, (width - shorter) / 2, (height - shorter) / 2, shorter, shorter)
    else { throw .noPicture }
    defer { g_object_unref(UnsafeMutableRawPointer(middle)) }
    guard let small = gdk_pixbuf_scale_simple(middle, target, target, GDK_INTERP_BILINEAR) else {
      throw .noPicture
    }
    defer { g_object_unref(UnsafeMutableRawPointer(small)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    // Without options it writes pixels only.
    guard gdk_pixbuf_save_to_bufferv(small, &buffer, &count, "png", nil, nil, nil) != 0, let buffer
    else { throw .noPicture }
    defer { g_free(buffer) }
    let png = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    return SquarePicture(png: png, side: Int(target))
  }
}
