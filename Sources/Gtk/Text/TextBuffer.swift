// SPDX-License-Identifier: MIT
import CGtk

/// The text of a text view, with undo. Offsets count Unicode scalars from the start.
public final class TextBuffer: Object {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_text_buffer_new(nil))) }
  override init(borrowing raw: UnsafeMutableRawPointer) { super.init(borrowing: raw) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { pointer() }

  /// The whole text. Setting it replaces the text and forgets undo; to keep undo, use
  /// ``replaceAll(with:)``.
  public var text: String {
    get { text(in: 0..<length) }
    set { gtk_text_buffer_set_text(buffer, newValue, gint(clamping: newValue.utf8.count)) }
  }

  public func text(in range: Range<Int>) -> String {
    var (start, end) = (iterator(range.lowerBound), iterator(range.upperBound))
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Unicode scalars in the text.
  public var length: Int { Int(gtk_text_buffer_get_char_count(buffer)) }
  public var isEmpty: Bool { length == 0 }

  /// Replaces everything as one step of undo.
  public func replaceAll(with text: String) {
    undoStep {
      delete(0..<length)
      insert(text, at: 0)
    }
  }

  public func insert(_ text: String, at offset: Int) {
    var place = iterator(offset)
    gtk_text_buffer_insert(buffer, &place, text, gint(clamping: text.utf8.count))
  }

  /// Replaces the selection, or inserts at the caret, as typing does.
  public func insertAtCaret(_ text: String) {
    userAction {
      _ = gtk_text_buffer_delete_selection(buffer, 1, 1)
      gtk_text_buffer_insert_at_cursor(buffer, text, gint(clamping: text.utf8.count))
    }
  }

  public func delete(_ range: Range<Int>) {
    var (start, end) = (iterator(range.lowerBound), iterator(range.upperBound))
    gtk_text_buffer_delete(buffer, &start, &end)
  }

  /// Replaces the selection, or inserts at the caret, as a step of undo of its own.
  public func insertBlock(_ text: String) { undoStep { insertAtCaret(text) } }

  /// Makes all changes in `body` one step of undo, which nothing typed before or after joins.
  ///
  /// A group of a single change is dissolved, and an insertion then joins the word typed before it
  /// (`gtk_text_history_end_user_action`, `action_chain`). Only a group of several stays apart, so a
  /// second change is added that does nothing.
  public func undoStep<R>(_ body: () throws -> R) rethrows -> R {
    try userAction {
      let result = try body()
      let place = caret
      insert(" ", at: place)
      delete(place..<place + 1)
      return result
    }
  }

  /// Groups all changes in `body` into one step of undo, which typing may join.
  public func userAction<R>(_ body: () throws -> R) rethrows -> R {
    gtk_text_buffer_begin_user_action(buffer)
    defer { gtk_text_buffer_end_user_action(buffer) }
    return try body()
  }

  /// Changes that undo does not see.
  public func withoutUndo<R>(_ body: () throws -> R) rethrows -> R {
    gtk_text_buffer_begin_irreversible_action(buffer)
    defer { gtk_text_buffer_end_irreversible_action(buffer) }
    return try body()
  }

  // MARK: Caret and selection

  public var caret: Int {
    get { offset(of: gtk_text_buffer_get_insert(buffer)) }
    set {
      var place = iterator(newValue)
      gtk_text_buffer_place_cursor(buffer, &place)
    }
  }

  /// The selection: `anchor` is where it began, `caret` where it goes; equal when nothing is selected.
  public var selection: (anchor: Int, caret: Int) {
    get { (offset(of: gtk_text_buffer_get_selection_bound(buffer)), caret) }
    set {
      var (caret, anchor) = (iterator(newValue.caret), iterator(newValue.anchor))
      gtk_text_buffer_select_range(buffer, &caret, &anchor)
    }
  }

  public var selectedRange: Range<Int> {
    let (anchor, caret) = selection
    return min(anchor, caret)..<max(anchor, caret)
  }

  private func offset(of mark: UnsafeMutablePointer<GtkTextMark>?) -> Int {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, mark)
    return Int(gtk_text_iter_get_offset(&iterator))
  }

  // MARK: Undo

  public var canUndo: Bool { gtk_text_buffer_get_can_undo(buffer) != 0 }
  public var canRedo: Bool { gtk_text_buffer_get_can_redo(buffer) != 0 }
  public func undo() { gtk_text_buffer_undo(buffer) }
  public func redo() { gtk_text_buffer_redo(buffer) }

  public var isUndoEnabled: Bool {
    get { gtk_text_buffer_get_enable_undo(buffer) != 0 }
    set { gtk_text_buffer_set_enable_undo(buffer, newValue ? 1 : 0) }
  }

  // MARK: Signals

  @discardableResult
  public func onChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("changed") { _ in body() }
  }

  /// The caret or the selection has moved.
  @discardableResult
  public func onCaretMoved(_ body: @escaping () -> Void) -> SignalHandler {
    on("notify::cursor-position") { _ in body() }
  }

  /// Called before `range` is deleted; true keeps it.
  @discardableResult
  public func onWillDelete(_ body: @escaping (Range<Int>) -> Bool) -> SignalHandler {
    // The buffer outlives its handlers, this handle perhaps not.
    let buffer = raw
    return on("delete-range") { arguments in
      guard let start = arguments.boxed(0)?.assumingMemoryBound(to: GtkTextIter.self),
        let end = arguments.boxed(1)?.assumingMemoryBound(to: GtkTextIter.self)
      else { return }
      let (a, b) = (Int(gtk_text_iter_get_offset(start)), Int(gtk_text_iter_get_offset(end)))
      if body(min(a, b)..<max(a, b)) { g_signal_stop_emission_by_name(buffer, "delete-range") }
    }
  }

  /// Called before and after each step that is taken back.
  public func onUndo(_ body: @escaping (_ isDone: Bool) -> Void) -> [SignalHandler] {
    [on("undo") { _ in body(false) }, on("undo", after: true) { _ in body(true) }]
  }

  /// Called before and after each step that is done again.
  public func onRedo(_ body: @escaping (_ isDone: Bool) -> Void) -> [SignalHandler] {
    [on("redo") { _ in body(false) }, on("redo", after: true) { _ in body(true) }]
  }

  /// Paragraphs in the text: one more than it has line breaks.
  public var paragraphCount: Int { Int(gtk_text_buffer_get_line_count(buffer)) }

  /// Begins a group of changes that undo takes as one step; ``endUserAction()`` ends it. For groups
  /// that span signals; elsewhere use ``userAction(_:)``.
  public func beginUserAction() { gtk_text_buffer_begin_user_action(buffer) }
  public func endUserAction() { gtk_text_buffer_end_user_action(buffer) }

  // MARK: Tags

  /// Makes a tag of this buffer; `name` must be new.
  public func makeTag(_ name: String) -> TextTag {
    let tag = TextTag(name)
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag.pointer())
    return tag
  }

  public func apply(_ tag: TextTag, to range: Range<Int>) {
    var (start, end) = (iterator(range.lowerBound), iterator(range.upperBound))
    gtk_text_buffer_apply_tag(buffer, tag.pointer(), &start, &end)
  }

  public func remove(_ tag: TextTag, from range: Range<Int>? = nil) {
    let range = range ?? 0..<length
    var (start, end) = (iterator(range.lowerBound), iterator(range.upperBound))
    gtk_text_buffer_remove_tag(buffer, tag.pointer(), &start, &end)
  }

  func iterator(_ offset: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, gint(clamping: offset))
    return iterator
  }
}
