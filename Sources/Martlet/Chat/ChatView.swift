// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk
import Observation

/// The chat screen: the messages of one conversation above the input bar.
@MainActor final class ChatView {
  var widget: Widget { bar.widget }
  /// Tells the user what went wrong, in a sentence.
  var onFault: (String) -> Void = { _ in }

  var tint: Color {
    didSet {
      bar.tint = tint
      list.tint = tint
    }
  }

  /// Solid lines and a contrast of 7 : 1, as the desktop asks for.
  var isHighContrast = false {
    didSet {
      bar.isHighContrast = isHighContrast
      list.isHighContrast = isHighContrast
    }
  }

  /// The conversation on the screen.
  private(set) var conversation: Conversation?
  let bar: InputBar
  let list = MessageList()
  let session: Session
  private let formatting: FormattingBar
  private let emoji: EmojiCompletion
  private let caret: GraphemeCaret
  private let spelling: SpellChecker
  private let typing = TypingStrip()
  let empty = EmptyConversation()
  private(set) lazy var dates = DatePopover(parent: list.widget)
  let finding: ConversationFind
  private var messages: StoreMessages?
  private var observation: Task<Void, Never>?
  /// What was seen last, until it is marked as read, and what does that.
  private var displayed: Message?
  private var marking: Task<Void, Never>?

  init(_ session: Session, tint: Color, preferences: AppPreferences) {
    self.session = session
    self.tint = tint
    list.tint = tint
    finding = ConversationFind(session.store, in: list)
    let content = Box(.vertical)
    content.append(finding.bar.widget)
    let messages = Overlay(child: list.widget)
    messages.add(empty.widget)
    messages.expandsVertically = true
    content.append(messages)
    content.append(typing.widget)
    let relay = Relay()
    bar = InputBar(tint: tint, onSend: { relay.send($0) }, content: content)
    formatting = FormattingBar(
      for: bar.textView, more: [.emoji(for: bar.textView), .dismissKeyboard])
    emoji = EmojiCompletion(bar.textView)
    caret = GraphemeCaret(bar.textView)
    spelling = SpellChecker(bar.textView)
    relay.send = { [weak self] in self?.send($0) }
    let columns = [finding.bar.column, typing.column, bar.column]
    for column in columns { column.limit = { [weak list] in list?.columnWidth ?? .max } }
    list.onColumnWidthChanged = { for column in columns { column.limitChanged() } }
    bar.addToolbar(formatting.toolbar.widget)
    bar.leading = makeAttachButton()
    bar.onChange = { [weak self] in self?.draftChanged() }
    bar.onLateChange = { [weak self] in self?.keep($1, of: $0) }
    list.onDisplayed = { [weak self] in self?.seen($0) }
    bar.describeMessage = { [weak self] in self?.describe($0) }
    finding.onFault = { [weak self] in self?.onFault(StoreFault($0).sentence) }
    finding.onClosed = { [weak self] in self?.bar.focus() }
    bar.onEditLast = { [weak self] in self?.editLast() }
    bar.onScrollPage = { [weak self] in self?.list.turnPage(forward: $0) }
    bar.keyboard = OnScreenKeyboard()
    formatting.toolbar.onDismissKeyboard { [weak self] in self?.bar.dismissKeyboard() }
    spelling.onChoice = { [weak self] in self?.keepSpelling($0) }
    follow(preferences)
  }

  isolated deinit { observation?.cancel() }

  /// What `InputBar` calls; it is made before the chat view is.
  private final class Relay {
    var send: (String) -> Void = { _ in }
  }

  private func makeAttachButton() -> Widget {
    let button = Button(icon: "list-add-symbolic", name: tr("Attach files"))
    button.hasFrame = false
    button.addStyle("circular")
    button.focusesOnClick = false
    button.onClicked { [weak self] in self?.chooseFiles() }
    return button
  }

  private func chooseFiles() {
    FileChooser.open(
      title: tr("Attach Files"), accept: tr("_Attach"), over: widget.window
    ) { [weak self] paths in self?.bar.attach(files: paths) }
  }

  // MARK: Conversation

  /// Shows a conversation at the place where it was left, else at the first message that was not
  /// read, else at the end. To open the one that is open does nothing.
  func open(_ id: ConversationID) throws(StoreError) {
    guard id != conversation?.id else { return }
    let opened = try session.conversation(id)
    let reader = session.reader
    let read = try reader.readPosition(in: id)
    let unread = try reader.firstIncoming(after: read, in: id)
    let anchor = try reader.scrollAnchor(in: id)
    finding.close(returns: false)
    leave()
    passBy()
    dates.close()

    conversation = opened
    let messages = StoreMessages(id, store: session.store, reader: reader)
    messages.onFault = { [weak self] in self?.onFault(StoreFault($0).sentence) }
    self.messages = messages
    list.isRoom = opened.summary.kind == .room
    list.actions = actions(in: opened)
    let account = opened.summary.account
    list.picture = { [session] in
      session.accounts.picture(of: $0, on: account, side: $1)
    }
    list.show(messages, at: anchor, firstUnread: unread?.id)
    empty.show(opened.summary.lastMessage == nil ? opened.summary : nil)
    bar.open(id, draft: opened.draft)
    // What was said is only what the language is guessed from; without it there is a guess, too.
    let recent = (try? reader.latest(20, in: id)) ?? []
    let language = try? reader.spellingLanguage(in: id)
    spelling.open(choice: language, recent: recent.map(\.body))
    observe(opened)
  }

  /// Keeps what is known only here of the conversation on the screen, as it is now.
  private func leave() { Task.immediate { await save() } }

  /// Puts what is being typed, and the place in the list, on disk; returns when it is there.
  func save() async {
    guard let conversation else { return }
    let anchor = list.anchor
    await conversation.saveDraft()
    // The place in the list is worth no word when it cannot be kept.
    try? await session.store.setScrollAnchor(anchor, in: conversation.id)
  }

  /// Takes the place that is on the screen now: its window, and the focus.
  func start(in window: Window) {
    bar.capturesTyping(in: window)
    bar.focus()
  }

  // MARK: Sending

  private func send(_ text: String) {
    guard let conversation else { return }
    let sent = conversation.draft
    // At once up to the commit: the draft must be taken before the emptied field is reported.
    Task.immediate { [weak self] in
      do throws(SendError) {
        try await conversation.send(text)
      } catch {
        guard case .notStored(let reason) = error else { return }
        guard let self else { return }
        // Another conversation may be open by now; this one has it in its draft.
        if self.conversation === conversation { bar.restore(sent) }
        onFault(StoreFault(reason).sentence)
      }
    }
  }

  private func draftChanged() { conversation?.update(bar.draft) }

  /// Something arrived late for a conversation that is no longer on the screen.
  private func keep(_ draft: Draft, of id: ConversationID) {
    do throws(StoreError) {
      try session.conversation(id).update(draft)
    } catch {
      onFault(StoreFault(error).sentence)
    }
  }

  /// Who said the message that is answered or edited, and what.
  private func describe(_ id: MessageID) -> (name: String, text: String)? {
    guard let message = try? session.reader.message(id) else { return nil }
    switch message.sender {
    case .me: return (tr("You"), message.body)
    case .other(_, let name): return (SafeText.line(name), message.body)
    }
  }

  // MARK: Following

  private func follow(_ preferences: AppPreferences) {
    preferences.follow(.sendWithControlEnter) { [weak self] in
      self?.bar.sendKey = $0 ? .controlEnter : .enter
    }
    preferences.follow(.checkSpelling) { [weak self] in self?.spelling.isEnabled = $0 }
    preferences.follow(.showFormattingBar) { [weak self] in
      self?.formatting.toolbar.isShown = $0
    }
  }

  private func observe(_ conversation: Conversation) {
    observation?.cancel()
    observation = Task { [weak self] in
      let states = Observations {
        (conversation.typing, conversation.draftError, conversation.summary.lastMessage == nil)
      }
      for await (typing, draftError, isEmpty) in states {
        guard let self else { return }
        self.typing.show(typing)
        empty.show(isEmpty ? conversation.summary : nil)
        if let draftError { onFault(StoreFault(draftError).sentence) }
      }
    }
  }

  // MARK: Reading

  /// Somebody looks at the window, or has turned away from it.
  func setWatched(_ isWatched: Bool) {
    list.isWatched = isWatched
    // Whoever turns to another window may turn off the machine next.
    if !isWatched { leave() }
  }

  /// Takes what has been seen as read, once one has looked at it for a moment: whoever walks past a
  /// conversation in the list has not read it, and whoever scrolls through a hundred new messages need
  /// not tell the others of each.
  private func seen(_ message: Message) {
    // It is told of a little later, and another conversation may be open by now.
    guard message.conversation == conversation?.id else { return }
    displayed = message
    guard marking == nil else { return }
    marking = Task { [weak self] in
      repeat {
        do { try await MainLoopClock().sleep(for: Self.moment) } catch { return }
        guard let message = self?.displayed else { break }
        self?.displayed = nil
        await self?.markRead(message)
      } while !Task.isCancelled && self?.displayed != nil
      if !Task.isCancelled { self?.marking = nil }
    }
  }

  /// What was seen only just now has not been read.
  private func passBy() {
    marking?.cancel()
    (marking, displayed) = (nil, nil)
  }

  /// So long one looks at what one reads.
  static let moment: Duration = .milliseconds(300)

  private func markRead(_ message: Message) async {
    do throws(StoreError) {
      let id = message.conversation
      guard try session.reader.readPosition(in: id) < message.position else { return }
      try await session.conversation(id).markRead(upTo: message)
    } catch {
      onFault(StoreFault(error).sentence)
    }
  }
}
