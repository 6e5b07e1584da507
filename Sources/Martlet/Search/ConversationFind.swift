// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Ctrl+F: finds words in the conversation on the screen, and walks through the hits.
///
/// Searching is off the main thread, and what was asked before is given up when something else is
/// typed.
final class ConversationFind {
  let bar = FindBar()
  var onFault: (StoreError) -> Void = { _ in }
  /// The bar has gone; the focus belongs elsewhere.
  var onClosed: () -> Void = {}

  private let store: Store
  private let list: MessageList
  private let backlog: SearchBacklog
  private var conversation: ConversationID?
  /// Where the list was when finding began; nil is the end.
  private var origin: ScrollAnchor?
  private var search: MessageSearch?
  private var walk = HitWalk()
  private var searching: Task<Void, Never>?
  private var counting: Task<Void, Never>?
  private var following: Task<Void, Never>?

  /// Hits that are fetched at a time.
  private static let page = 100

  init(_ store: Store, in list: MessageList) {
    self.store = store
    self.list = list
    backlog = SearchBacklog(store)
    backlog.onChange = { [weak self] in self?.indexingChanged($0) }
    bar.onQuery = { [weak self] in self?.look(for: $0) }
    bar.onStep = { [weak self] in self?.step(older: $0) }
    bar.onLeave = { [weak self] in self?.close(returns: true) }
    bar.onClose = { [weak self] in self?.close(returns: false) }
  }

  isolated deinit { cancel() }

  private func cancel() {
    for task in [searching, counting, following] { task?.cancel() }
  }

  // MARK: Beginning and ending

  /// Shows the bar for a conversation, or puts the caret into it again.
  func open(in conversation: ConversationID) {
    self.conversation = conversation
    if !bar.isShown {
      origin = list.anchor
      // What a search in all conversations has marked.
      list.finder = nil
      follow(conversation)
      // What was looked for last is offered again.
      if !bar.query.isEmpty { look(for: bar.query) }
    }
    bar.show()
  }

  /// Ends finding.
  ///
  /// - Parameter returns: whether the list goes back to where it was.
  func close(returns: Bool) {
    guard bar.isShown else { return }
    cancel()
    bar.hide()
    forget()
    if returns { list.go(to: origin) }
    onClosed()
  }

  private func forget() {
    search = nil
    walk = HitWalk()
    list.finder = nil
    bar.status = .nothingAsked
  }

  // MARK: Looking

  private func look(for text: String, stayingAt message: MessageID? = nil) {
    guard let conversation else { return }
    searching?.cancel()
    counting?.cancel()
    let query = SearchQuery(text, isTyping: true)
    guard !query.isEmpty else { return forget() }
    backlog.look()
    let asked = MessageSearch(query, in: conversation)
    searching = Task { [weak self, store] in
      do throws(StoreError) {
        let (hits, search) = try await store.firstHits(asked, limit: Self.page)
        guard !Task.isCancelled, let self, bar.isShown else { return }
        show(hits, of: search, stayingAt: message)
      } catch {
        guard !Task.isCancelled else { return }
        self?.onFault(error)
      }
    }
  }

  private func show(_ hits: [SearchHit], of search: MessageSearch, stayingAt message: MessageID?) {
    self.search = search
    walk = HitWalk()
    walk.add(hits, limit: Self.page)
    walk.stay(at: message)
    list.finder = HitFinder(search)
    let isAnswerToNews = message != nil && walk.current == message
    showWalk(goes: !isAnswerToNews)
    if !walk.isWhole { count(search) }
  }

  private func count(_ search: MessageSearch) {
    counting = Task { [weak self, store] in
      do { try await MainLoopClock().sleep(for: SearchPage.countingPause) } catch { return }
      // A count is worth no word when it cannot be had: the hits are there.
      guard let total = try? await store.hitCount(search), !Task.isCancelled, let self else {
        return
      }
      walk.total = total
      showWalk(goes: false)
    }
  }

  /// New, changed and deleted messages may be hits, or no longer.
  private func follow(_ conversation: ConversationID) {
    following?.cancel()
    let changes = store.changes(in: conversation)
    following = Task { [weak self] in
      for await _ in changes {
        guard let self, !Task.isCancelled else { return }
        if search != nil { look(for: bar.query, stayingAt: walk.current) }
      }
    }
  }

  /// What has been indexed meanwhile can be found now.
  private func indexingChanged(_ isIndexing: Bool) {
    bar.isIndexing = isIndexing
    guard !isIndexing, bar.isShown, !bar.query.isEmpty else { return }
    look(for: bar.query, stayingAt: walk.current)
  }

  // MARK: Walking

  func step(older: Bool) {
    guard let search, walk.current != nil else { return }
    if walk.step(older: older) { return showWalk(goes: true) }
    // To the oldest, past the newest, is not gone: that may be a million hits away.
    guard older else { return }
    searching?.cancel()
    let end = walk.end
    searching = Task { [weak self, store] in
      do throws(StoreError) {
        let page = try await store.hits(search, olderThan: end, limit: Self.page)
        guard !Task.isCancelled, let self, self.search == search else { return }
        walk.add(page, limit: Self.page)
        if walk.step(older: true) { showWalk(goes: true) }
      } catch {
        guard !Task.isCancelled else { return }
        self?.onFault(error)
      }
    }
  }

  private func showWalk(goes: Bool) {
    guard let number = walk.number, let current = walk.current else {
      bar.status = .nothingFound
      return
    }
    bar.status = .hit(number, of: walk.total)
    if goes { list.jump(to: current, keepsPlace: false) }
  }
}
