// SPDX-License-Identifier: MIT
import CGtk

/// Commands of the text view, and where its caret may stand.
extension TextView {
  /// Opens GTK's emoji chooser at the caret. What is picked replaces the selection.
  public func chooseEmoji() { martlet_emit(raw, "insert-emoji") }

  /// Backspace was pressed. When `body` returns true, GTK's own command does not happen.
  @discardableResult
  public func onBackspace(_ body: @escaping () -> Bool) -> SignalHandler {
    let view = raw
    return on("backspace") { _ in
      if body() { g_signal_stop_emission_by_name(view, "backspace") }
    }
  }

  /// Backspace, as the key does it.
  public func backspace() { martlet_emit(raw, "backspace") }

  /// Moves the caret as Right and Left do, which is by what is seen as one character.
  public func moveCaret(by steps: Int) { martlet_move_caret(pointer(), gint(clamping: steps)) }

  /// Delete, as the key does it.
  public func deleteForward() { martlet_delete_forward(pointer()) }

  /// Called when another buffer is shown.
  @discardableResult
  public func onBufferChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("notify::buffer") { _ in body() }
  }
}

extension TextBuffer {
  /// Whether a caret may stand at `offset`: not within a cluster of what is seen as one character
  /// (UAX #29), as the script has it.
  public func isCaretPosition(_ offset: Int) -> Bool {
    var place = iterator(offset)
    return gtk_text_iter_is_start(&place) != 0 || gtk_text_iter_is_end(&place) != 0
      || gtk_text_iter_is_cursor_position(&place) != 0
  }

  /// The next place behind `offset` where a caret may stand.
  public func caretPosition(after offset: Int) -> Int {
    var place = iterator(offset)
    gtk_text_iter_forward_cursor_position(&place)
    return Int(gtk_text_iter_get_offset(&place))
  }

  /// The next place before `offset` where a caret may stand.
  public func caretPosition(before offset: Int) -> Int {
    var place = iterator(offset)
    gtk_text_iter_backward_cursor_position(&place)
    return Int(gtk_text_iter_get_offset(&place))
  }

  /// The scalar behind `offset`; nil at the end.
  public func scalar(at offset: Int) -> Unicode.Scalar? {
    var place = iterator(offset)
    let code = gtk_text_iter_get_char(&place)
    return code == 0 ? nil : Unicode.Scalar(code)
  }
}
