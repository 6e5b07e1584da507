// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk
import Observation

/// The chat screen: the messages of one conversation above the input bar.
final class ChatView {
  var widget: Widget { bar.widget }
  /// Tells the user what went wrong, in a sentence.
  var onFault: (String) -> Void = { _ in }

  var tint: Color {
    didSet {
      bar.tint = tint
      list.tint = tint
    }
  }

  let conversation: Conversation
  let bar: InputBar
  let list = MessageList()
  private let session: Session
  private let messages: StoreMessages
  private let typing = TypingStrip()
  private var observation: Task<Void, Never>?

  init(
    _ conversation: Conversation, session: Session, tint: Color, preferences: Preferences?
  ) throws(StoreError) {
    self.conversation = conversation
    self.session = session
    self.tint = tint
    messages = StoreMessages(conversation.id, store: session.store, reader: session.reader)
    list.tint = tint
    list.isRoom = conversation.summary.kind == .room
    let content = Box(.vertical)
    list.widget.expandsVertically = true
    content.append(list.widget)
    content.append(typing.widget)
    let relay = Relay()
    bar = InputBar(tint: tint, onSend: { relay.send($0) }, content: content)
    relay.send = { [weak self] in self?.send($0) }
    bar.onChange = { [weak self] in self?.draftChanged() }
    bar.open(conversation.id, draft: conversation.draft)
    messages.onFault = { [weak self] in self?.onFault(StoreFault($0).sentence) }
    try showMessages()
    follow(preferences)
  }

  isolated deinit { observation?.cancel() }

  /// Takes the place that is on the screen now: its window, and the focus.
  func start(in window: Window) {
    bar.capturesTyping(in: window)
    bar.focus()
  }

  /// Opens at the place where it was left, else at the first message that was not read, else at the
  /// end.
  private func showMessages() throws(StoreError) {
    let reader = session.reader
    let read = try reader.readPosition(in: conversation.id)
    let unread = try reader.firstIncoming(after: read, in: conversation.id)
    list.show(messages, firstUnread: unread?.id)
  }

  // MARK: Sending

  /// What `InputBar` calls; it is made before the chat view is.
  private final class Relay {
    var send: (String) -> Void = { _ in }
  }

  private func send(_ text: String) {
    let sent = conversation.draft
    // At once up to the commit: the draft must be taken before the emptied field is reported.
    Task.immediate { [conversation, weak self] in
      do throws(SendError) {
        try await conversation.send(text)
      } catch {
        guard case .notStored(let reason) = error else { return }
        self?.bar.restore(sent)
        self?.onFault(StoreFault(reason).sentence)
      }
    }
  }

  private func draftChanged() { conversation.update(bar.draft) }

  /// Puts what is being typed on disk.
  func saveDraft() { Task { [conversation] in await conversation.saveDraft() } }

  // MARK: Following

  private func follow(_ preferences: Preferences?) {
    let key = "send-with-ctrl-enter"
    let readSendKey: () -> Void = { [weak self] in
      self?.bar.sendKey = preferences?.bool(key: key) == true ? .controlEnter : .enter
    }
    readSendKey()
    preferences?.onChanged(key: key, readSendKey)
    observation = Task { [weak self, conversation] in
      for await state in Observations({ (conversation.typing, conversation.draftError) }) {
        guard let self else { return }
        typing.show(state.0)
        if let error = state.1 { onFault(StoreFault(error).sentence) }
      }
    }
  }
}
