// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The chip of one emoji below a bubble (XEP-0444): the emoji, how many, and who.
struct BubbleReaction: Hashable {
  var emoji: String
  var label: String
  /// Whether I am among those.
  var isMine: Bool
  /// Who, for the tooltip and assistive technologies.
  var names: String

  /// More kinds than this are no reactions that somebody reads.
  private static let limit = 24
  /// More names than this are counted.
  private static let nameLimit = 12

  init(_ reaction: Reaction, _ texts: MessageListTexts) {
    emoji = reaction.emoji
    let shown = SafeText.line(reaction.emoji, limit: 4)
    label = reaction.senders.count > 1 ? "\(shown) \(reaction.senders.count)" : shown
    isMine = reaction.senders.contains(.me)
    // I come first.
    let senders = (isMine ? [.me] : []) + reaction.senders.filter { !$0.isMe }
    var names = senders.prefix(Self.nameLimit).map { sender in
      switch sender {
      case .me: texts.you
      case .other(let address, let name): SafeText.line(name.isEmpty ? address : name)
      }
    }
    let more = senders.count - names.count
    if more > 0 { names.append(trn("%s more", "%s more", more).filling("\(more)")) }
    self.names = names.joined(separator: ", ")
  }

  static func all(of message: Message, _ texts: MessageListTexts) -> [BubbleReaction] {
    message.reactions.prefix(limit).map { BubbleReaction($0, texts) }
  }
}

/// Chips laid out.
struct ReactionLayout {
  let chips: [(reaction: BubbleReaction, text: TextLayout)]
  private let metrics: BubbleMetrics

  init(
    _ reactions: [BubbleReaction], _ metrics: BubbleMetrics,
    _ line: (String, TextAttributes.Style) -> TextLayout
  ) {
    self.metrics = metrics
    chips = reactions.map { ($0, line($0.label, .tabularFigures)) }
  }

  /// The width of each, in pixels.
  var widths: [Int] {
    chips.map { max($0.text.size.width + 2 * metrics.chipPaddingX, metrics.chipWidth) }
  }

  var height: Int {
    (chips.map { $0.text.size.height }.max() ?? 0) + 2 * metrics.chipPaddingY
  }

  /// - Parameter ground: what the list stands on; a chip covers the edge of the bubble.
  func draw(
    _ snapshot: Snapshot, in places: [Rectangle], _ style: ListStyle, foreground: Color,
    ground: Color
  ) {
    let accent = style.accentText(on: foreground)
    for (chip, place) in zip(chips, places) {
      let radius = Double(place.height) / 2
      snapshot.fill(place, radius: radius, ground)
      if chip.reaction.isMine { snapshot.fill(place, radius: radius, accent.opacity(Self.tint)) }
      let border = chip.reaction.isMine ? accent : foreground.opacity(Self.hairline)
      snapshot.stroke(place, radius: radius, width: 1, style.isHighContrast ? foreground : border)
      if chip.reaction.isMine, style.isHighContrast {
        snapshot.stroke(place, radius: radius, width: 3, foreground)
      }
      let size = chip.text.size
      snapshot.translated(
        x: Double(place.x + (place.width - size.width) / 2),
        y: Double(place.y + (place.height - size.height) / 2)
      ) { snapshot.draw(chip.text, foreground) }
    }
  }

  private static let tint = 0.16
  private static let hairline = 0.18
}
