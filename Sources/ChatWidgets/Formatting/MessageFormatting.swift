// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// Styles what is written in a text view, as XEP-0393 says, and lets keys and buttons switch styles.
///
/// The text keeps its directives (`*bold*`), dimmed, and is shown as it will be read, while it is
/// typed. To switch a style twice gives back the text exactly; each time is one step of undo.
///
/// ```swift
/// let formatting = MessageFormatting(bar.textView)
/// formatting.onActiveChanged = { active in … }
/// formatting.toggle(.strong)
/// ```
///
/// It follows the view to each buffer that is put into it. It lives as long as it is kept.
@MainActor public final class MessageFormatting {
  private let view: TextView
  private var styling: LiveStyling
  private var buffer: TextBuffer
  private let shortcuts = ShortcutController()
  private var viewHandlers: [SignalHandler] = []
  private var bufferHandlers: [SignalHandler] = []
  private var themeHandlers: [SignalHandler] = []
  private var update: Scheduled?
  /// The last switch, as long as nothing else has happened since.
  private var last: Switch?

  private struct Switch {
    var style: MessageStyle
    var back: StylingEdit
    var selection: Range<Int>
  }

  /// The styles that all of the selection has, or that what is typed at the caret will have.
  public private(set) var active: Set<MessageStyle> = []

  /// Called when ``active`` has changed.
  public var onActiveChanged: (Set<MessageStyle>) -> Void = { _ in }

  public init(_ view: TextView) {
    self.view = view
    buffer = view.buffer
    styling = LiveStyling(buffer, foreground: view.foreground)
    follow()
    viewHandlers = [view.on("notify::buffer") { [weak self] _ in self?.bufferChanged() }]
    for style in MessageStyle.allCases {
      shortcuts.add(style.shortcut) { [weak self] in
        self?.toggle(style)
        return self != nil
      }
    }
    view.addController(shortcuts)
    themeHandlers = ["gtk-theme-name", "gtk-application-prefer-dark-theme"].compactMap { property in
      Settings.default?.on("notify::\(property)") { [weak self] _ in self?.themeChanged() }
    }
    view.onMap { [weak self] in self?.themeChanged() }
  }

  isolated deinit {
    view.removeController(shortcuts)
    (viewHandlers + bufferHandlers + themeHandlers).forEach { $0.disconnect() }
    update?.cancel()
  }

  private func bufferChanged() {
    bufferHandlers.forEach { $0.disconnect() }
    buffer = view.buffer
    styling = LiveStyling(buffer, foreground: view.foreground)
    follow()
    last = nil
    updateActive()
  }

  private func follow() {
    styling.onChange = { [weak self] in
      self?.last = nil
      self?.scheduleUpdate()
    }
    bufferHandlers = [buffer.onSelectionMoved { [weak self] in self?.scheduleUpdate() }]
  }

  private func themeChanged() {
    // The view has its new colours once its style was computed again.
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      styling.setColors(foreground: view.foreground)
    }
  }

  // MARK: State

  /// A key must not wait for the buttons of a toolbar.
  private func scheduleUpdate() {
    guard update?.isPending != true else { return }
    update = MainLoop.afterPainting { [weak self] in self?.updateActive() }
  }

  private func updateActive() {
    let new = selectedParagraphs.editor.active
    guard new != active else { return }
    active = new
    onActiveChanged(new)
  }

  /// The paragraphs that the selection touches.
  private var selectedParagraphs: (editor: StylingEditor, start: Int) {
    let selection = buffer.selectedRange
    let first = buffer.paragraph(at: selection.lowerBound)
    let start = buffer.paragraphRange(first).lowerBound
    let end = buffer.paragraphRange(buffer.paragraph(at: selection.upperBound)).upperBound
    return (
      editor(start..<end, selection: selection, context: styling.context(above: first)), start
    )
  }

  private func editor(
    _ range: Range<Int>, selection: Range<Int>, context: StylingContext
  ) -> StylingEditor {
    let text = buffer.text(in: range)
    let local = selection.lowerBound - range.lowerBound..<selection.upperBound - range.lowerBound
    return StylingEditor(text, context: context, selection: ScalarOffsets(text).bytes(local))
  }

  // MARK: Switching

  /// Switches `style` for the selection, the word at the caret, or what is typed next. Beeps where
  /// that cannot be written.
  public func toggle(_ style: MessageStyle) {
    guard view.isEditable else { return view.errorBell() }
    view.resetInputMethod()
    let text = buffer.text
    let offsets = ScalarOffsets(text)
    let selection = buffer.selectedRange
    let edit: StylingEdit
    let back: StylingEdit
    if let last, last.style == style, last.selection == selection {
      edit = last.back
      back = edit.inverse(of: text, selection: offsets.bytes(selection))
    } else {
      let editor = StylingEditor(text, selection: offsets.bytes(selection))
      guard let new = editor.toggling(style) else { return view.errorBell() }
      edit = new
      back = edit.inverse(of: text, selection: offsets.bytes(selection))
    }
    apply(edit, offsets)
    last = Switch(style: style, back: back, selection: buffer.selectedRange)
    view.scrollToCaret()
    updateActive()
  }

  private func apply(_ edit: StylingEdit, _ offsets: ScalarOffsets) {
    let buffer = buffer
    if !edit.replacements.isEmpty {
      buffer.undoStep {
        for replacement in edit.replacements.reversed() {
          let range = offsets.scalars(replacement.range)
          if !range.isEmpty { buffer.delete(range) }
          if !replacement.text.isEmpty { buffer.insert(replacement.text, at: range.lowerBound) }
        }
      }
    }
    let selection = ScalarOffsets(buffer.text).scalars(edit.selection)
    buffer.selection = (anchor: selection.lowerBound, caret: selection.upperBound)
  }
}
