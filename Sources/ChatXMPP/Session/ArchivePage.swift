// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// What items of the archive say, judged and read: texts by whom they are with, and what changes
/// other messages, both in the order of the archive. What says nothing that lasts is left out.
struct ArchivePage {
  /// The texts with one person.
  struct Talk {
    let peer: JID
    /// The peer as the store names who wrote.
    fileprivate let sender: Sender
    fileprivate(set) var texts: [IncomingMessage] = []
  }

  struct Change {
    var content: MessagePipeline.Content
    var verified: MessagePipeline.Verified
  }

  /// In the order in which they begin.
  private(set) var talks: [Talk] = []
  private(set) var changes: [Change] = []
  private var places: [JID: Int] = [:]
  private var last = 0

  init(_ items: some Sequence<Archive.Item>, of account: JID, _ writer: ChangeWriter) {
    /// The time of what has none.
    var neighbour: Timestamp?
    for item in items {
      guard
        let verified = MessagePipeline.verify(item, account: account)
          .map(MessagePipeline.decrypt), verified.peer != account
      else { continue }
      neighbour = verified.time ?? neighbour
      let content = MessagePipeline.read(verified)
      switch content {
      case .text(let text):
        let place = place(of: verified.peer, writer)
        let sender = verified.isMine ? .me : talks[place].sender
        talks[place].texts.append(
          writer.incoming(text, verified, from: sender, neighbour: neighbour ?? .now))
      case .nothing, .composing: break
      default: changes.append(Change(content: content, verified: verified))
      }
    }
  }

  /// The talk with `peer`, most often that of the message before.
  private mutating func place(of peer: JID, _ writer: ChangeWriter) -> Int {
    if last < talks.count, talks[last].peer == peer { return last }
    last = places[peer] ?? talks.count
    if last == talks.count {
      places[peer] = last
      talks.append(Talk(peer: peer, sender: writer.sender(peer)))
    }
    return last
  }
}
