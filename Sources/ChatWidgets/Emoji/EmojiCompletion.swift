// SPDX-License-Identifier: MIT
public import Gtk

/// Completes `:smile` to 😄 in a text view, with a list beside the caret that leaves the focus in the
/// text.
///
/// Up and Down choose, Tab and Enter take, Right and Left change the tone of the skin, Escape closes.
/// A name that is closed with a second colon is replaced at once. Keys are used only while the list
/// is open. Nothing is completed in code.
///
/// It lives as long as it is kept.
@MainActor public final class EmojiCompletion {
  private let view: TextView
  private var buffer: TextBuffer
  private let popover: EmojiCompletionPopover
  private var index: EmojiIndex?
  private var query: ShortcodeQuery?
  /// Where the colon is that the user has closed the list for.
  private var dismissed: Int?
  private var isComposing = false
  /// Whether the last change was typed text: to move the caret opens nothing.
  private var hasTyped = false
  private var update: Scheduled?
  private var viewHandlers: [SignalHandler] = []
  private var bufferHandlers: [SignalHandler] = []
  /// Sees keys only while the list is open, or about to open.
  private let keys = KeyController(.none)

  /// More do not help to find one.
  static let rows = 6

  /// The tone that people have who were not given another.
  public var skinTone: SkinTone {
    get { popover.tone }
    set { popover.tone = newValue }
  }

  /// The user has chosen another ``skinTone``.
  public var onSkinToneChanged: (SkinTone) -> Void = { _ in }

  /// Whether the list is open.
  public var isOpen: Bool { popover.isOpen }

  public init(_ view: TextView) {
    self.view = view
    buffer = view.buffer
    popover = EmojiCompletionPopover(parent: view)
    popover.onPicked = { [weak self] in self?.take($0) }
    follow()
    viewHandlers.append(view.onBufferChanged { [weak self] in self?.follow() })
    viewHandlers.append(
      view.onPreeditChanged { [weak self] in
        self?.isComposing = !$0.isEmpty
        self?.popover.close()
      })
    viewHandlers.append(view.onFocusChanged { [weak self] in if !$0 { self?.popover.close() } })
    // The controller that was added last sees a key first: before those that send with Enter.
    keys.onPressed { [weak self] in self?.handle($0) ?? false }
    view.addController(keys)
  }

  isolated deinit {
    update?.cancel()
    view.removeController(keys)
    (viewHandlers + bufferHandlers).forEach { $0.disconnect() }
    popover.end()
  }

  private func follow() {
    bufferHandlers.forEach { $0.disconnect() }
    popover.close()
    buffer = view.buffer
    bufferHandlers = [
      buffer.onInsertedText { [weak self] _ in
        self?.hasTyped = true
        self?.schedule()
      },
      buffer.onDeletedText { [weak self] _ in self?.schedule() },
      buffer.onSelectionMoved { [weak self] in self?.schedule() },
    ]
  }

  // MARK: Query

  /// A key does not wait for it.
  private func schedule() {
    guard update?.isPending != true else { return }
    keys.phase = .capture
    update = MainLoop.afterPainting { [weak self] in self?.refresh() }
  }

  private func refresh() {
    defer { keys.phase = popover.isOpen ? .capture : .none }
    let typed = hasTyped
    hasTyped = false
    guard let query = currentQuery, typed || popover.isOpen else { return close() }
    let start = buffer.caret - query.length
    guard start != dismissed else { return close() }
    dismissed = nil
    let index = index ?? EmojiIndex.system()
    self.index = index
    self.query = query
    if query.isClosed {
      close()
      if let emoji = index.named(query.name) { replace(query, with: emoji.text(skinTone)) }
      return
    }
    let found = index.search(query.name, limit: Self.rows)
    guard !found.isEmpty, view.isMapped, view.hasFocus else { return close() }
    popover.open(found, at: view.caretRectangle)
  }

  private var currentQuery: ShortcodeQuery? {
    guard !isComposing, view.isEditable, buffer.selectedRange.isEmpty else { return nil }
    let caret = buffer.caret
    let start = buffer.paragraphRange(buffer.paragraph(at: caret)).lowerBound
    let reach = max(start, caret - ShortcodeQuery.mostLetters - 3)
    guard let query = ShortcodeQuery(before: buffer.text(in: reach..<caret)),
      !buffer.isCode(at: caret - query.length)
    else { return nil }
    return query
  }

  private func close() {
    query = nil
    popover.close()
  }

  // MARK: Taking

  func handle(_ event: KeyEvent) -> Bool {
    // Keys that come faster than idle time: what they are for depends on what was typed before.
    if update?.isPending == true {
      update?.cancel()
      refresh()
    }
    guard popover.isOpen, !isComposing,
      let command = EmojiCompletionCommand(event, isMirrored: view.isRightToLeft)
    else { return false }
    switch command {
    case .move(let steps): popover.move(by: steps)
    case .take:
      guard let emoji = popover.selected else { return false }
      take(emoji)
    case .tone(let steps):
      guard popover.selected?.hasTones == true else {
        close()
        return false
      }
      popover.tone = popover.tone.advanced(by: steps)
      onSkinToneChanged(popover.tone)
    case .close:
      dismissed = query.map { buffer.caret - $0.length }
      close()
    }
    return true
  }

  private func take(_ emoji: Emoji) {
    guard let query = currentQuery else { return close() }
    replace(query, with: emoji.text(skinTone))
  }

  /// One step of undo, which brings back what was typed.
  private func replace(_ query: ShortcodeQuery, with text: String) {
    let caret = buffer.caret
    close()
    buffer.undoStep {
      buffer.delete(caret - query.length..<caret)
      buffer.insert(text, at: buffer.caret)
    }
    hasTyped = false
    view.scrollToCaret()
  }
}

/// What a key does while the list is open.
enum EmojiCompletionCommand: Equatable {
  case move(Int)
  case take
  case tone(Int)
  case close

  init?(_ event: KeyEvent, isMirrored: Bool) {
    guard event.modifiers.isEmpty else { return nil }
    switch event.key {
    case .up, .keypadUp: self = .move(-1)
    case .down, .keypadDown: self = .move(1)
    case .tab: self = .take
    case let key where key.isEnter: self = .take
    case .escape: self = .close
    case .right: self = .tone(isMirrored ? -1 : 1)
    case .left: self = .tone(isMirrored ? 1 : -1)
    default: return nil
    }
  }
}
