// SPDX-License-Identifier: MIT
import CGtk

/// Takes files that are dragged onto a widget.
public final class FileDropTarget: EventController {
  /// - Parameter phase: `.capture` comes before children that take what the files are named.
  public init(_ phase: Phase = .capture) {
    super.init(
      adopting: UnsafeMutableRawPointer(
        gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)))
    self.phase = phase
  }

  /// Calls `body` with the paths of the files on this machine; false when they are not wanted.
  public func onDrop(_ body: @escaping ([String]) -> Bool) {
    onHandled("drop") { arguments in
      guard let value = arguments.value(0) else { return false }
      return body(FileList.paths(value))
    }
  }

  /// Calls `body` when files come over the widget and when they leave it or are dropped.
  public func onHover(_ body: @escaping (_ isOver: Bool) -> Void) {
    on("notify::current-drop") { [raw] _ in
      body(gtk_drop_target_get_current_drop(OpaquePointer(raw)) != nil)
    }
  }
}
