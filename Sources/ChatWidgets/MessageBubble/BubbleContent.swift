// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What one bubble shows and speaks: a value made from a message and its place in a group.
struct BubbleContent: Hashable {
  var message: MessageID
  var text: BubbleText
  var fold: TextFold
  var shape: BubbleGeometry.Shape
  /// Above the first bubble of a group of somebody else.
  var name: String?
  /// What the picture beside the bubble is made from: initials, and whom its colour belongs to.
  var avatar: Avatar?
  /// Time and "Edited"; empty within a group, where the last bubble tells.
  var meta: String
  var mark: DeliveryMark?
  /// Whether there is an earlier text.
  var isEdited: Bool
  /// What it answers.
  var quote: BubbleQuote?
  var reactions: [BubbleReaction]
  /// Why it was not sent.
  var failure: String?
  var isDimmed: Bool
  var spoken: String
  var spokenDetails: String

  struct Avatar: Hashable {
    var initials: String
    var key: String
    /// Stands in place of the initials.
    var picture: Texture?

    func hash(into hasher: inout Hasher) {
      hasher.combine(initials)
      hasher.combine(key)
    }
  }

  init(
    _ message: Message, _ group: TimelineRow.Group, _ style: ListStyle,
    fold: TextFold = .folded
  ) {
    self.message = message.id
    let texts = style.texts
    let body = message.isRetracted ? texts.retracted : message.body
    self.fold = fold
    text = BubbleText(body, fold: fold)
    isDimmed = message.isRetracted
    isEdited = message.edited != nil && !message.isRetracted
    quote = message.isRetracted ? nil : message.reply.map { BubbleQuote($0, texts) }
    reactions = BubbleReaction.all(of: message, texts)
    shape = BubbleGeometry.Shape()
    shape.isMine = message.sender.isMe
    shape.isGroupStart = group.isStart
    shape.isBare =
      !message.isRetracted && quote == nil && message.body.emojiCount(atMost: 3) != nil
    if case .other(let address, let remote) = message.sender {
      let sender = SafeText.line(remote)
      shape.hasAvatarColumn = style.showsAvatars
      if group.isStart {
        name = style.showsNames ? sender : nil
        if style.showsAvatars {
          avatar = Avatar(
            initials: Initials.of(sender), key: address, picture: style.picture(address))
        }
      }
    }
    shape.showsAvatar = avatar != nil
    mark = DeliveryMark(message.delivery)
    if case .failed(let reason) = message.delivery { failure = reason.sentence }
    // Within a group the last bubble speaks for all, unless there is something of its own to tell.
    let settled = mark != .queued && mark != .failed
    let tells = group.isEnd || !settled || message.edited != nil
    var parts: [String] = []
    if tells {
      if isEdited { parts.append(texts.edited) }
      parts.append(texts.time(message.time))
    } else {
      mark = nil
    }
    meta = parts.joined(separator: " · ")
    spoken = texts.spoken(message.sender, text.shown, style.isRoom)
    spokenDetails = [texts.spokenDetails(message), texts.spokenLayers(quote, reactions)]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// One or two letters that stand for a name until there is a picture.
nonisolated enum Initials {
  static func of(_ name: String) -> String {
    let words = name.split { $0.isWhitespace || $0 == "@" || $0 == "." || $0 == "_" || $0 == "-" }
    let letters = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let first = letters.first else { return name.first.map(String.init) ?? "?" }
    return first.uppercased()
  }
}
