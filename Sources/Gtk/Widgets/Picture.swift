// SPDX-License-Identifier: MIT
import CGtk

/// A picture in its own size, or smaller where there is less room.
public final class Picture: Widget {
  /// - Parameter description: What is spoken for it.
  public init(description: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_picture_new()))
    gtk_picture_set_alternative_text(pointer(), description)
    setAccessibleLabel(description)
  }

  /// Nil shows nothing.
  public func show(_ texture: Texture?) {
    gtk_picture_set_paintable(pointer(), texture?.pointer())
  }
}
