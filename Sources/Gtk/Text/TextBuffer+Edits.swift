// SPDX-License-Identifier: MIT
import CGtk

/// Where a buffer changes, and its paragraphs: for what follows the text as it is written.
extension TextBuffer {
  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { pointer() }

  // MARK: Edits

  /// Called after text was inserted, with the place where it now stands.
  @discardableResult
  public func onInsertedText(_ body: @escaping (Range<Int>) -> Void) -> SignalHandler {
    on("insert-text", after: true) { arguments in
      guard let end = arguments.boxed(0)?.assumingMemoryBound(to: GtkTextIter.self) else { return }
      let upper = Int(gtk_text_iter_get_offset(end))
      body(upper - arguments.scalarCount(text: 1, length: 2)..<upper)
    }
  }

  /// Called after text was deleted, with the place where it stood.
  @discardableResult
  public func onDeletedText(_ body: @escaping (_ at: Int) -> Void) -> SignalHandler {
    on("delete-range", after: true) { arguments in
      guard let place = arguments.boxed(0)?.assumingMemoryBound(to: GtkTextIter.self) else {
        return
      }
      body(Int(gtk_text_iter_get_offset(place)))
    }
  }

  /// Called when either end of the selection has moved.
  public func onSelectionMoved(_ body: @escaping () -> Void) -> SignalHandler {
    let buffer = buffer
    return on("mark-set") { arguments in
      guard let mark = arguments.object(1) else { return }
      let insert = UnsafeMutableRawPointer(gtk_text_buffer_get_insert(buffer))
      let bound = UnsafeMutableRawPointer(gtk_text_buffer_get_selection_bound(buffer))
      if mark == insert || mark == bound { body() }
    }
  }

  // MARK: Paragraphs

  /// The index of the paragraph that `offset` is in, from 0.
  public func paragraph(at offset: Int) -> Int {
    var place = iterator(offset)
    return Int(gtk_text_iter_get_line(&place))
  }

  /// The paragraph at `index` without its line break; empty and at the end when there is none.
  public func paragraphRange(_ index: Int) -> Range<Int> {
    guard index >= 0, index < paragraphCount else { return length..<length }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_line(buffer, &place, gint(clamping: index))
    let start = Int(gtk_text_iter_get_offset(&place))
    let end = start + Int(gtk_text_iter_get_chars_in_line(&place))
    guard index + 1 < paragraphCount else { return start..<end }
    // The break is of one character, or of a carriage return and a line feed.
    gtk_text_iter_set_line_offset(&place, gint(clamping: max(0, end - start - 2)))
    if gtk_text_iter_ends_line(&place) == 0 { gtk_text_iter_forward_to_line_end(&place) }
    return start..<Int(gtk_text_iter_get_offset(&place))
  }

  // MARK: Tags

  /// The tag with `name`, made if there is none.
  ///
  /// - Parameter setUp: Called with a tag that was made.
  public func tag(_ name: String, setUp: (TextTag) -> Void = { _ in }) -> TextTag {
    if let tag = existingTag(name) { return tag }
    let tag = makeTag(name)
    setUp(tag)
    return tag
  }

  public func existingTag(_ name: String) -> TextTag? {
    gtk_text_tag_table_lookup(gtk_text_buffer_get_tag_table(buffer), name).map {
      TextTag(borrowing: UnsafeMutableRawPointer($0))
    }
  }

  /// Whether the character at `offset` has `tag`.
  public func has(_ tag: TextTag, at offset: Int) -> Bool {
    var place = iterator(offset)
    return gtk_text_iter_has_tag(&place, tag.pointer()) != 0
  }
}

extension SignalArguments {
  /// The Unicode scalars in a text argument that is `length` bytes long by another argument.
  fileprivate func scalarCount(text: Int, length: Int) -> Int {
    guard let base = values.baseAddress, text + 1 < values.count,
      let bytes = g_value_get_string(base + text + 1)
    else { return 0 }
    let limit = int(length)
    return UnsafeBufferPointer(start: bytes, count: limit >= 0 ? limit : Int(strlen(bytes)))
      .count { UInt8(bitPattern: $0) & 0xc0 != 0x80 }
  }
}
