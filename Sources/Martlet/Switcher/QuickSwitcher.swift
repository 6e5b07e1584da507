// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Ctrl+K: a few letters of a name, Return, and the conversation is there.
final class QuickSwitcher {
  let window = Window()
  /// A conversation was chosen.
  var onChoose: (ConversationID) -> Void = { _ in }

  private let conversations: ConversationOrder
  private let entry = SearchEntry(placeholder: tr("Go to a conversation"))
  private let list = ConversationList()
  private let nothing = Label(tr("No conversation of this name"))

  /// More than these nobody reads; a few letters more say it better.
  private static let limit = 50

  init(_ conversations: ConversationOrder, tint: Color, over parent: Window) {
    self.conversations = conversations
    window.title = tr("Go to a conversation")
    window.setTransient(for: parent)
    window.isModal = true
    window.defaultSize = (420, 460)
    list.tint = tint
    list.widget.expandsVertically = true
    entry.margin(start: 12, end: 12, top: 12, bottom: 6)
    let column = Box(.vertical)
    nothing.addStyle("dim-label")
    nothing.margin(start: 12, end: 12, top: 12)
    // A screen reader speaks what changes in it.
    let status = Box(.vertical, role: .status)
    status.append(nothing)
    column.append(entry)
    column.append(status)
    column.append(list.widget)
    window.child = column
    entry.onChanged { [weak self] in self?.search() }
    entry.onActivate { [weak self] in self?.choose() }
    entry.onStop { [weak self] in self?.window.close() }
    list.onActivate = { [weak self] in self?.choose($0) }
    let keys = KeyController(.capture)
    keys.onPressed { [weak self] event in
      switch event.key {
      case .down: self?.move(by: 1)
      case .up: self?.move(by: -1)
      default: return false
      }
      return true
    }
    entry.addController(keys)
    search()
  }

  private func search() {
    let query = entry.text
    if query.isEmpty {
      list.show(conversations)
    } else {
      let found = conversations.summaries.compactMap { summary in
        FuzzyMatch(query, in: summary.title).map { (match: $0, summary: summary) }
      }
      // Of two that fit alike, the one where something happened last.
      let ranked = found.enumerated().sorted {
        $0.element.match == $1.element.match
          ? $0.offset < $1.offset : $0.element.match > $1.element.match
      }
      list.show(inThisOrder: ranked.prefix(Self.limit).map(\.element.summary))
    }
    list.selection = list.summaries.first?.id
    nothing.isVisible = list.summaries.isEmpty
  }

  private func move(by step: Int) {
    let summaries = list.summaries
    guard !summaries.isEmpty else { return }
    let current = summaries.firstIndex { $0.id == list.selection } ?? -1
    list.selection = summaries[min(max(0, current + step), summaries.count - 1)].id
  }

  private func choose() { if let id = list.selection { choose(id) } }

  private func choose(_ id: ConversationID) {
    onChoose(id)
    window.close()
  }
}
