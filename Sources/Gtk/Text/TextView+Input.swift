// SPDX-License-Identifier: MIT
import CGtk

/// What input methods and on-screen keyboards are told, and what they tell.
extension TextView {
  /// What an on-screen keyboard may help with.
  public struct InputHints: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let spellCheck = InputHints(rawValue: GTK_INPUT_HINT_SPELLCHECK.rawValue)
    public static let wordCompletion = InputHints(rawValue: GTK_INPUT_HINT_WORD_COMPLETION.rawValue)
    public static let uppercaseSentences = InputHints(
      rawValue: GTK_INPUT_HINT_UPPERCASE_SENTENCES.rawValue)
    public static let emoji = InputHints(rawValue: GTK_INPUT_HINT_EMOJI.rawValue)
  }

  public var inputHints: InputHints {
    get { InputHints(rawValue: gtk_text_view_get_input_hints(pointer()).rawValue) }
    set { gtk_text_view_set_input_hints(pointer(), GtkInputHints(rawValue: newValue.rawValue)) }
  }

  /// Tells that free text is typed, which is what lets a keyboard capitalise and complete.
  public func setFreeTextPurpose() {
    gtk_text_view_set_input_purpose(pointer(), GTK_INPUT_PURPOSE_FREE_FORM)
  }

  /// The input method by its module's name; nil for the user's.
  public var inputModule: String? {
    get { string("im-module") }
    set { set("im-module", to: .string(newValue)) }
  }

  /// What the input method has half composed has changed; it stands in the view, not in the buffer.
  @discardableResult
  public func onPreeditChanged(_ body: @escaping (String) -> Void) -> SignalHandler {
    on("preedit-changed") { body($0.string(0) ?? "") }
  }

  /// The user asks to paste. When `body` returns true, GTK's own paste does not happen.
  @discardableResult
  public func onPaste(_ body: @escaping () -> Bool) -> SignalHandler {
    let view = raw
    return on("paste-clipboard") { _ in
      if body() { g_signal_stop_emission_by_name(view, "paste-clipboard") }
    }
  }

  /// Asks to paste, as Ctrl+V does.
  public func pasteClipboard() { emit("paste-clipboard") }
}
