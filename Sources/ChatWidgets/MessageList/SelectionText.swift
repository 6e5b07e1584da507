// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Turns selected messages into text for the clipboard.
struct SelectionText {
  var texts: MessageListTexts
  /// Puts who and when before each message.
  var withNames: Bool

  /// - Parameters:
  ///   - messages: the selected ones and no others, in order.
  ///   - selection: how much of the first and the last is selected.
  func text(of messages: [Message], _ selection: ListSelection, fold: (MessageID) -> TextFold)
    -> String
  {
    messages.compactMap { message -> String? in
      guard let body = body(of: message, selection, fold(message.id)) else { return nil }
      guard withNames, message.kind == .text else { return body }
      return tr("[%s] %s: %s").filling(texts.moment(message.time), name(of: message), body)
    }.joined(separator: "\n")
  }

  private func name(of message: Message) -> String {
    if case .other(let address, let name) = message.sender {
      return name.isEmpty ? address : name
    }
    return texts.you
  }

  /// What is selected of the shown text; the whole message as it was written when that is all of it.
  private func body(
    of message: Message, _ selection: ListSelection, _ fold: TextFold
  ) -> String? {
    if message.kind == .gap || message.isRetracted { return nil }
    let shown = BubbleText(message.body, fold: fold)
    let length = shown.shown.utf8.count
    guard let bytes = selection.bytes(of: message.position, length: length) else { return nil }
    if bytes == 0..<length { return message.body }
    let utf8 = shown.shown.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    let end = utf8.index(start, offsetBy: bytes.count)
    return String(shown.shown[start..<end])
  }
}
