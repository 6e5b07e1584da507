// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Going to a day of the conversation.
extension ChatView {
  /// Asks for a day with a calendar, which begins with the one that is being read.
  func chooseDate() {
    guard let conversation else { return }
    dates.onChoose = { [weak self] in self?.go(toDay: Timestamp(microseconds: $0 * 1_000_000)) }
    dates.days = { [weak self, id = conversation.id] in await self?.days(of: $0, in: id) ?? [] }
    let read = list.anchor.flatMap { try? session.reader.message($0.message) }
    dates.open(at: (read?.time ?? .now).seconds)
  }

  /// Goes to the first message since the beginning of a day; to the end when there is none.
  func go(toDay start: Timestamp) {
    guard let conversation else { return }
    do throws(StoreError) {
      if let first = try session.reader.firstMessage(since: start, in: conversation.id) {
        list.jump(to: first.id)
      } else {
        list.scrollToEnd()
      }
    } catch {
      onFault(StoreFault(error).sentence)
    }
  }

  /// The days of a month on which there are messages, from 1.
  private func days(of month: Calendar.Month, in id: ConversationID) async -> Set<Int> {
    let bounds = month.dayStarts.map { Timestamp(microseconds: $0 * 1_000_000) }
    // A calendar without marks is still a calendar.
    let spans = try? await session.store.read { reader throws(StoreError) in
      try reader.spansWithMessages(between: bounds, in: id)
    }
    return Set((spans ?? []).map { $0 + 1 })
  }
}
