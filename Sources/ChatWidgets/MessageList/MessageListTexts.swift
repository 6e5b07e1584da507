// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

/// The words of a message list in the user's language. Each can be replaced.
public struct MessageListTexts {
  public var time: (Timestamp) -> String = { DateText.format($0.seconds, tr("%H:%M")) }
  /// "Today", "Yesterday", the weekday within a week, else the date.
  public var day: (Day) -> String = { Self.name(of: $0, today: Day(.now)) }
  /// Date and time, as short as the locale has them.
  public var moment: (Timestamp) -> String = { DateText.format($0.seconds, "%c") }
  /// Date and time in full, to the second and with the zone that they are told in.
  public var exactMoment: (Timestamp) -> String = {
    // TRANSLATORS: A date and time in full, such as "Monday, 30 November 2026, 22:06:15 UTC".
    DateText.format($0.seconds, tr("%A, %-d %B %Y, %H:%M:%S %Z"))
  }
  /// The line before the first message that was not read.
  public var unread = tr("New messages")
  public var gap = tr("Older messages were not fetched yet")
  public var edited = tr("Edited")
  public var retracted = tr("This message was deleted")
  public var you = tr("You")
  /// Stands for the text of an answered message when nobody knows it.
  public var quotedMessage = tr("A message")

  public init() {}

  /// What a screen reader says for a message.
  public var spoken: (_ sender: Sender, _ text: String, _ isRoom: Bool) -> String = {
    sender, text, isRoom in
    switch sender {
    case .me: tr("You said, %s").filling(text)
    case .other(_, let name):
      isRoom && !name.isEmpty
        ? tr("%s said, %s").filling(name, text) : tr("They said, %s").filling(text)
    }
  }

  /// What it says after that: time and state.
  public var spokenDetails: (Message) -> String = { message in
    var parts = [DateText.format(message.time.seconds, tr("%H:%M"))]
    if message.sender.isMe { parts.append(Self.name(of: message.delivery)) }
    if message.edited != nil { parts.append(tr("edited")) }
    return parts.joined(separator: ", ")
  }

  /// What it says then: what is answered, and who has reacted.
  var spokenLayers: (BubbleQuote?, [BubbleReaction]) -> String = { quote, reactions in
    var parts: [String] = []
    if let quote { parts.append(tr("in reply to %s: %s").filling(quote.author, quote.excerpt)) }
    for reaction in reactions {
      parts.append(tr("%s from %s").filling(reaction.emoji, reaction.names))
    }
    return parts.joined(separator: ", ")
  }

  public var state: (Delivery) -> String = { Self.name(of: $0) }

  private static func name(of delivery: Delivery) -> String {
    switch delivery {
    case .queued: tr("waiting to be sent")
    case .sent: tr("sent")
    case .delivered: tr("delivered")
    case .read: tr("read")
    case .failed(let reason): tr("not sent: %s").filling(reason.sentence)
    case .received: tr("received")
    }
  }

  static func name(of day: Day, today: Day) -> String {
    // Noon: a day's own number is the same in every zone.
    let noon = Int64(day.number) * 86_400 + 43_200
    switch today.number - day.number {
    case 0: return tr("Today")
    case 1: return tr("Yesterday")
    case 2...6: return DateText.formatUTC(noon, "%A")
    default:
      return day.date.year == today.date.year
        ? DateText.formatUTC(noon, tr("%A, %-d %B")) : DateText.formatUTC(noon, tr("%-d %B %Y"))
    }
  }
}
