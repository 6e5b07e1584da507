// SPDX-License-Identifier: MIT
public import Gtk

extension InputBar {
  /// A key in the field, before the text view. True when it was dealt with.
  func handle(_ event: KeyEvent) -> Bool {
    if event.changesText { composed.willType() }
    guard
      let command = ComposerCommand(
        event, sendKey: sendKey, isEmpty: composed.buffer.isEmpty && preedit.isEmpty,
        hasTarget: composed.hasTarget)
    else { return false }
    // The input method first: Enter may accept a candidate, Up may choose one. This runs before
    // the text view would ask it.
    if textView.inputMethodTakes(event) { return true }
    switch command {
    case .send:
      if sendAction.isEnabled { sendAction.activate() }
    case .breakLine:
      type("\n")
    case .editLast: onEditLast()
    case .scrollPage(let down): onScrollPage(down)
    case .leaveTarget: leaveTarget()
    }
    return true
  }

  /// Types text at the caret, over the selection, as keys do.
  public func type(_ text: String) {
    composed.willType()
    textView.type(text)
  }

  /// Lets the user type wherever the focus is in `window`: a key that nothing else wants goes to the
  /// field, and the very same event to its input method, so that a first syllable is not broken.
  public func capturesTyping(in window: Window) {
    let keys = KeyController(.bubble)
    keys.onPressed { [weak self] event in
      guard let self, event.typesText, !textView.hasFocus, textView.isMapped else {
        return false
      }
      focus()
      return event.forward(to: textView)
    }
    window.addController(keys)
  }
}
