// SPDX-License-Identifier: MIT
import Gtk

/// Which paragraphs of a buffer are still to be looked at, kept right as paragraphs come and go.
@MainActor final class ParagraphFlags {
  enum Flag {
    case unchecked
    /// An answer about its words is on the way.
    case waiting
    case checked
  }

  private let buffer: TextBuffer
  private(set) var flags: [Flag] = []
  private var handlers: [SignalHandler] = []

  /// Called after each change of the text, with the scalars that came in.
  var onChange: (_ inserted: Int) -> Void = { _ in }

  init(_ buffer: TextBuffer) {
    self.buffer = buffer
    reset()
    handlers.append(
      buffer.onInsertedText { [weak self] in self?.changed(at: $0.lowerBound, inserted: $0.count) })
    handlers.append(buffer.onDeletedText { [weak self] in self?.changed(at: $0, inserted: 0) })
  }

  isolated deinit { handlers.forEach { $0.disconnect() } }

  subscript(_ index: Int) -> Flag {
    get { flags.indices.contains(index) ? flags[index] : .checked }
    set { if flags.indices.contains(index) { flags[index] = newValue } }
  }

  /// All are to be looked at again.
  func reset() { flags = Array(repeating: .unchecked, count: buffer.paragraphCount) }

  /// Those for which an answer has come.
  func answered() {
    for index in flags.indices where flags[index] == .waiting { flags[index] = .unchecked }
  }

  private func changed(at place: Int, inserted: Int) {
    let first = buffer.paragraph(at: place)
    let difference = buffer.paragraphCount - flags.count
    if difference > 0, flags.indices.contains(first) {
      flags.insert(contentsOf: repeatElement(.unchecked, count: difference), at: first + 1)
    } else if difference < 0, flags.indices.contains(first - difference) {
      flags.removeSubrange(first + 1...first - difference)
    }
    self[first] = .unchecked
    if flags.count != buffer.paragraphCount { reset() }
    onChange(inserted)
  }
}
