// SPDX-License-Identifier: MIT
import CGtk

/// A named or file image, drawn at the size of its text or at `pixelSize`.
///
/// A named one is drawn once, and then shown as those pixels until its look changes. What GTK's cairo
/// renderer has to do for a symbolic icon it does again for each frame of the window, even where the
/// frame changes a letter elsewhere: unpack the picture, and colour it pixel by pixel. The nine icons
/// of an input bar took longer than the letter.
public final class Image: Widget {
  public init(icon: String, pixelSize: Int? = nil) {
    super.init(adopting: StillImageClass.instantiate())
    setIcon(icon)
    if let pixelSize { setPixelSize(pixelSize) }
  }

  /// An image file; an unreadable one shows the "missing image" icon.
  public init(file path: String, pixelSize: Int? = nil) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_image_new_from_file(path)))
    if let pixelSize { setPixelSize(pixelSize) }
  }

  public func setIcon(_ name: String) { gtk_image_set_from_icon_name(pointer(), name) }
  public func setPixelSize(_ size: Int) {
    gtk_image_set_pixel_size(pointer(), gint(clamping: size))
  }
}

/// The GType of a GtkImage whose frame is its pixels.
private enum StillImageClass {
  private static let type: GType = {
    let parent = gtk_image_get_type()
    var query = GTypeQuery()
    g_type_query(parent, &query)
    return g_type_register_static_simple(
      parent, "MartletImage", query.class_size, setUp, query.instance_size, nil,
      GTypeFlags(rawValue: 0))
  }()

  static func instantiate() -> UnsafeMutableRawPointer {
    guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
      preconditionFailure("GObject makes instances or aborts")
    }
    return UnsafeMutableRawPointer(object)
  }

  private static let setUp: GClassInitFunc = { pointer, _ in
    let widget = pointer?.assumingMemoryBound(to: GtkWidgetClass.self)
    widget?.pointee.snapshot = { image, snapshot in
      guard let image, let snapshot else { return }
      let parent = g_type_class_peek(gtk_image_get_type())?
        .assumingMemoryBound(to: GtkWidgetClass.self)
      Snapshot(raw: snapshot).still(scale: Int(gtk_widget_get_scale_factor(image))) {
        parent?.pointee.snapshot?(image, $0.raw)
      }
    }
  }
}
