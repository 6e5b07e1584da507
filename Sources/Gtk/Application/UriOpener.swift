// SPDX-License-Identifier: MIT
import CGtk

/// Opens addresses with the program that the user has chosen for them.
public enum UriOpener {
  /// Through the desktop portal where there is one. GTK tells the user when nothing can open it.
  public static func open(_ uri: String, over window: Window?) {
    let parent: UnsafeMutablePointer<GtkWindow>? = window?.pointer()
    gtk_show_uri(parent, uri, 0)
  }
}
