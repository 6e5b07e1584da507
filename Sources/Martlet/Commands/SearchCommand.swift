// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// `martlet search`: reads beside a Martlet that runs, page by page.
extension ReadingCommands {
  private static let page = 200

  /// Writes the hits, one a line, the newest first. Returns how many there were.
  func search(
    _ command: Command.Search, to output: any TextOutput
  ) throws(ArchiveFault) -> Int {
    var search = MessageSearch(SearchQuery(command.words))
    var titles: [ConversationID: ConversationSummary] = [:]
    for summary in try summaries() { titles[summary.id] = summary }
    var found = 0
    var place: SearchHit.Place?
    while true {
      let limit = min(Self.page, (command.limit ?? .max) - found)
      let hits: [SearchHit]
      do throws(StoreError) {
        if place == nil {
          (hits, search) = try reader.firstHits(search, limit: limit)
        } else {
          hits = try reader.hits(search, olderThan: place, limit: limit)
        }
      } catch {
        throw .store(error)
      }
      for hit in hits {
        let conversation = titles[hit.message.conversation]
        let line =
          command.asJSON
          ? hit.json(in: conversation) : Self.line(hit.message, in: conversation)
        do throws(FileFailure) { try output.write(line + "\n") } catch { throw .file(error) }
      }
      found += hits.count
      place = hits.last?.place
      guard hits.count == limit, found < command.limit ?? .max else { return found }
    }
  }

  /// `2024-05-31 14:05  The Den  Ada: all of the text on one line`
  static func line(_ message: Message, in conversation: ConversationSummary?) -> String {
    let sender =
      switch message.sender {
      case .me: tr("Me")
      case .other(let address, let name): name.isEmpty ? address : name
      }
    let time = DateText.format(message.time.seconds, "%Y-%m-%d %H:%M")
    let place = conversation.map { $0.title.onOneLine } ?? ""
    return "\(time)  \(place)  \(sender.onOneLine): \(message.body.onOneLine)"
  }
}
