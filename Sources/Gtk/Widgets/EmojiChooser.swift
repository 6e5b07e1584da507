// SPDX-License-Identifier: MIT
import CGtk

/// GTK's popover with all emoji, in groups and to search in.
public final class EmojiChooser: Popover {
  public convenience init() {
    self.init(adopting: UnsafeMutableRawPointer(gtk_emoji_chooser_new()))
  }

  /// Called with the emoji that was chosen.
  public func onPicked(_ body: @escaping (String) -> Void) {
    on("emoji-picked") { arguments in
      if let emoji = arguments.string(0) { body(emoji) }
    }
  }
}
