// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets

/// What the menu and the buttons of a message do.
extension ChatView {
  /// Finds words in the conversation.
  func find() {
    if let conversation { finding.open(in: conversation.id) }
  }

  /// Goes to a message that a search in all conversations has found, with the words marked.
  func show(_ message: MessageID, foundBy search: MessageSearch) {
    finding.close(returns: false)
    list.finder = HitFinder(search)
    list.jump(to: message)
  }

  /// Takes the marks of such a search away. Those of finding in the conversation stay.
  func forgetSearch() {
    if !finding.bar.isShown { list.finder = nil }
  }

  /// Goes on to the next hit; without the bar, shows it.
  func stepFind(older: Bool) {
    if finding.bar.isShown { finding.step(older: older) } else { find() }
  }

  func actions(in conversation: Conversation) -> MessageActions {
    var actions = MessageActions()
    actions.deletesAll = conversation.summary.kind == .notes
    actions.retry = { [weak self] message in
      self?.change { () throws(StoreError) in try await conversation.retry(message.id) }
    }
    actions.delete = { [weak self] message in
      guard let store = self?.session.store else { return }
      self?.change { () throws(StoreError) in try await store.delete([message.id]) }
    }
    actions.reply = { [weak self] in self?.bar.reply(to: $0.id) }
    actions.react = { [weak self] message, emoji in
      self?.change { () throws(StoreError) in
        try await conversation.toggleReaction(emoji, to: message.id)
      }
    }
    if conversation.summary.kind != .notes {
      actions.retract = { [weak self] message in
        self?.change { () throws(StoreError) in try await conversation.retract(message.id) }
      }
    }
    actions.earlierTexts = { [weak self] message in
      let texts = (try? self?.session.reader.earlierTexts(of: message.id)) ?? []
      return texts.map { EarlierText(body: $0.body, time: $0.time) }
    }
    actions.edit = { [weak self] in self?.bar.edit($0.id, text: $0.body) }
    return actions
  }

  /// Up in an empty field.
  func editLast() {
    guard let conversation else { return }
    do throws(StoreError) {
      let recent = try session.reader.latest(Self.lookBack, in: conversation.id)
      guard let last = recent.last(where: \.isEditable) else { return }
      bar.edit(last.id, text: last.body)
    } catch {
      onFault(StoreFault(error).sentence)
    }
  }

  /// What lies further back is no slip that has just been noticed.
  private static let lookBack = 50

  /// The spelling language was chosen for this conversation; nil guesses.
  func keepSpelling(_ language: String?) {
    guard let conversation else { return }
    let store = session.store
    change { () throws(StoreError) in
      try await store.setSpellingLanguage(language, in: conversation.id)
    }
  }

  private func change(_ body: @escaping () async throws(StoreError) -> Void) {
    Task { [weak self] in
      do throws(StoreError) {
        try await body()
      } catch {
        self?.onFault(StoreFault(error).sentence)
      }
    }
  }
}
