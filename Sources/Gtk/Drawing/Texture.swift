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

// MARK: - Pictures that came over the network

extension Texture {
  /// How a picture is brought to a size; none is ever made larger.
  public nonisolated enum Fit: Sendable {
    /// The whole picture: its longer side has at most the pixels.
    case whole
    /// The square in its middle: each side has at most the pixels.
    case square
  }

  /// Bytes that its pixels take.
  public var size: Int { 4 * width * height }

  /// Decodes a picture away from the main thread, scaled down to `side` pixels. Nil for what is no
  /// picture, or one of more than `pixelLimit` pixels: a few bytes can stand for gigabytes of them.
  public static func decode(
    _ bytes: [UInt8], side: Int, fit: Fit = .whole, pixelLimit: Int = 4096 * 4096
  ) async -> Texture? {
    let decoded = await DecodedPicture.decode(
      bytes, side: side, fit: fit, pixelLimit: pixelLimit)
    guard let pixels = decoded?.take() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    return gdk_texture_new_for_pixbuf(pixels).map {
      Texture(adopting: UnsafeMutableRawPointer($0))
    }
  }
}

/// Pixels on their way from the thread that decoded them to the main thread. One side has it at a
/// time.
nonisolated struct DecodedPicture: @unchecked Sendable {
  private let pixels: OpaquePointer

  /// The pixels, with the reference to them.
  func take() -> OpaquePointer { pixels }

  @concurrent static func decode(
    _ bytes: [UInt8], side: Int, fit: Texture.Fit = .whole, pixelLimit: Int = 8_192 * 8_192
  ) async -> DecodedPicture? {
    guard let loader = gdk_pixbuf_loader_new() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let limits = Limits(side: side, fit: fit, pixels: pixelLimit)
    let prepared:
      @convention(c) (
        UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, UnsafeMutableRawPointer
      ) -> Void = { loader, width, height, data in
        let limits = Unmanaged<Limits>.fromOpaque(data).takeUnretainedValue()
        let size = limits.size(forWidth: Int(width), height: Int(height))
        gdk_pixbuf_loader_set_size(loader, gint(clamping: size.width), gint(clamping: size.height))
      }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared",
      unsafeBitCast(prepared, to: GCallback.self), Unmanaged.passUnretained(limits).toOpaque(), nil,
      GConnectFlags(rawValue: 0))
    let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
    // A loader is to be closed in any case.
    let isWhole = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isWritten, isWhole, !limits.areExceeded,
      let pixels = gdk_pixbuf_loader_get_pixbuf(loader)
    else { return nil }
    return withExtendedLifetime(limits) {
      if fit == .square, let square = square(in: pixels) { return DecodedPicture(pixels: square) }
      g_object_ref(UnsafeMutableRawPointer(pixels))
      return DecodedPicture(pixels: pixels)
    }
  }

  /// The middle of a picture, with pixels of its own; nil for what is square already.
  private static func square(in pixels: OpaquePointer) -> OpaquePointer? {
    let (width, height) = (gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels))
    let side = min(width, height)
    guard width != height,
      let part = gdk_pixbuf_new_subpixbuf(
        pixels, (width - side) / 2, (height - side) / 2, side, side)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(part)) }
    return gdk_pixbuf_copy(part)
  }

  private final class Limits {
    private let side: Int
    private let fit: Texture.Fit
    private let pixels: Int
    private(set) var areExceeded = false
    /// A strip is not scaled by its shorter side alone: it would be this many times longer at most.
    private static let longest = 8

    init(side: Int, fit: Texture.Fit, pixels: Int) {
      self.side = side
      self.fit = fit
      self.pixels = pixels
    }

    /// The size to decode to; nothing for what is too large, which ends the decoding.
    func size(forWidth width: Int, height: Int) -> (width: Int, height: Int) {
      let (area, overflows) = width.multipliedReportingOverflow(by: height)
      guard width > 0, height > 0, !overflows, area <= pixels else {
        areExceeded = true
        return (0, 0)
      }
      let (shorter, longer) = (min(width, height), max(width, height))
      let (from, to) =
        switch fit {
        case .whole: (longer, side)
        case .square where longer / shorter < Self.longest: (shorter, side)
        case .square: (longer, side * Self.longest)
        }
      guard from > to else { return (width, height) }
      return (max(width * to / from, 1), max(height * to / from, 1))
    }
  }
}

extension Snapshot {
  /// Draws a texture, scaled to fill `rectangle`.
  public func draw(_ texture: Texture, in rectangle: Rectangle) {
    var bounds = rectangle.graphene
    gtk_snapshot_append_texture(raw, texture.pointer(), &bounds)
  }

  /// Draws the middle of a texture as a disc that fills the square `box`.
  public func draw(_ texture: Texture, asDiscIn box: Rectangle) {
    let shorter = max(min(texture.width, texture.height), 1)
    let (width, height) = (
      box.width * texture.width / shorter, box.height * texture.height / shorter
    )
    let whole = Rectangle(
      x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width: width,
      height: height)
    clipped(to: box, radius: Double(box.width) / 2) { draw(texture, in: whole) }
  }
}
