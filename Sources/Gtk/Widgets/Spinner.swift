// SPDX-License-Identifier: MIT
import CGtk

/// A wheel that turns while something is going on whose end is not known.
public final class Spinner: Widget {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_spinner_new())) }

  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(pointer()) != 0 }
    set { gtk_spinner_set_spinning(pointer(), newValue ? 1 : 0) }
  }
}
