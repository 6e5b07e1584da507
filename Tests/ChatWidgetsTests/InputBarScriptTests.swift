// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// Random editing against a model of plain strings: text, drafts and sent messages are the model's
/// after every step.
final class InputBarScriptTests: XCTestCase {
  func testRandomScriptsEndAsThePlainModel() throws {
    try withGtk {
      for seed in 1...300 {
        let script = EditScript(seed: UInt64(seed))
        for step in 0..<60 {
          let operation = script.step()
          guard let difference = script.difference else { continue }
          return XCTFail("seed \(seed), step \(step), \(operation): \(difference)")
        }
      }
    }
  }
}

/// What the field should hold, as simply as it can be said.
private struct PlainModel {
  struct Text {
    var current = ""
    var past: [String] = []
    var future: [String] = []

    mutating func change(to text: String) {
      past.append(current)
      future = []
      current = text
    }

    mutating func undo() {
      guard let last = past.popLast() else { return }
      future.append(current)
      current = last
    }

    mutating func redo() {
      guard let next = future.popLast() else { return }
      past.append(current)
      current = next
    }
  }

  var texts: [ConversationID: Text] = [:]
  var open = ConversationID(rawValue: 1)
  var sent: [String] = []

  var text: Text {
    get { texts[open] ?? Text() }
    set { texts[open] = newValue }
  }
}

/// Does the same to an input bar and to the model.
@MainActor private final class EditScript {
  private var model = PlainModel()
  private var random: SeededGenerator
  private var bar: InputBar
  private var sent: [String] = []
  /// What a store would have: whatever the bar last said of each conversation.
  private var saved: [ConversationID: Draft] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    bar = InputBar(onSend: { _ in }, content: Box(.vertical))
    bar = makeBar()
  }

  private func makeBar() -> InputBar {
    let bar = InputBar(onSend: { [weak self] in self?.sent.append($0) }, content: Box(.vertical))
    bar.onChange = { [weak self] in self?.save() }
    bar.open(model.open, draft: saved[model.open] ?? Draft())
    return bar
  }

  private func save() {
    guard let conversation = bar.conversation else { return }
    saved[conversation] = bar.draft
  }

  private static let pieces = [
    " word", " two words", "\nnext", " 😀", " 👩‍👩‍👧", " 日本語", " שלום", " é", "\n\n- item", " x",
  ]

  func step() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: return insert("type") { bar.type($0) }
    case 6..<8: return insert("paste") { bar.insert(pasted: $0, into: bar.composed) }
    case 8..<10: return replaceSelection()
    case 10..<13:
      bar.textView.buffer.undo()
      model.text.undo()
      return "undo"
    case 13..<15:
      bar.textView.buffer.redo()
      model.text.redo()
      return "redo"
    case 15..<17: return switchConversation()
    case 17..<19: return send()
    default: return crash()
    }
  }

  private func insert(_ name: String, _ body: (String) -> Void) -> String {
    let piece = Self.pieces.randomElement(using: &random) ?? ""
    let scalars = Array(model.text.current.unicodeScalars)
    let place = Int.random(in: 0...scalars.count, using: &random)
    bar.placeCaret(place)
    body(piece)
    model.text.change(to: Self.join(scalars[..<place], piece, scalars[place...]))
    return "\(name) \(piece.debugDescription) at \(place)"
  }

  private func replaceSelection() -> String {
    let piece = Self.pieces.randomElement(using: &random) ?? ""
    let scalars = Array(model.text.current.unicodeScalars)
    guard scalars.count > 1 else { return "nothing to select" }
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = Int.random(in: start + 1...scalars.count, using: &random)
    bar.textView.buffer.selection = (anchor: start, caret: end)
    bar.insert(pasted: piece, into: bar.composed)
    model.text.change(to: Self.join(scalars[..<start], piece, scalars[end...]))
    return "replace \(start)..<\(end) by \(piece.debugDescription)"
  }

  private func switchConversation() -> String {
    let id = ConversationID(rawValue: Int64.random(in: 1...4, using: &random))
    bar.open(id, draft: saved[id] ?? Draft())
    model.open = id
    return "switch to \(id.rawValue)"
  }

  private func send() -> String {
    bar.sendAction.activate()
    guard let text = SendableText(model.text.current) else { return "send nothing" }
    model.sent.append(text.string)
    model.text.change(to: "")
    return "send"
  }

  /// A new program with what was saved; only the undo history is gone.
  private func crash() -> String {
    bar = makeBar()
    for id in model.texts.keys {
      model.texts[id] = PlainModel.Text(current: model.texts[id]?.current ?? "")
    }
    return "crash"
  }

  private static func join(
    _ before: ArraySlice<Unicode.Scalar>, _ piece: String, _ after: ArraySlice<Unicode.Scalar>
  ) -> String {
    var scalars = String.UnicodeScalarView(before)
    scalars.append(contentsOf: piece.unicodeScalars)
    scalars.append(contentsOf: after)
    return String(scalars)
  }

  /// Where bar and model differ; nil where they do not.
  var difference: String? {
    if bar.text != model.text.current {
      return "text \(bar.text.debugDescription), not \(model.text.current.debugDescription)"
    }
    if sent != model.sent { return "sent \(sent), not \(model.sent)" }
    for (id, text) in model.texts where (saved[id]?.text ?? "") != text.current {
      return "draft of \(id.rawValue) \(saved[id]?.text ?? ""), not \(text.current)"
    }
    if bar.isSendEnabled != SendableText.isSendable(model.text.current) { return "send enabled" }
    return nil
  }
}

/// splitmix64: the same script for the same seed, on every machine.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
