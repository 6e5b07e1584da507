// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Synchronization

@testable import ChatXMPP
@testable import Martlet

/// A service that says what a test tells it to say.
final class ScriptedService: AccountService {
  let account: AccountID
  private struct State {
    var calls: [String] = []
    var listener: AsyncStream<AccountEvent>.Continuation?
    var configuration: StreamConfiguration?
    var pictures: [JID: RemotePicture] = [:]
    var typing: AsyncStream<TypingNotice>.Continuation?
    var blocked: [JID] = []
    var takesPictures = true
    var canReport = false
    var reports: [BlockReport?] = []
    var answer: RequestFailure?
  }
  private let state = Mutex(State())

  init(_ account: AccountID, _ configuration: StreamConfiguration) {
    self.account = account
    state.withLock { $0.configuration = configuration }
  }

  var calls: [String] { state.withLock { $0.calls } }
  var configuration: StreamConfiguration? { state.withLock { $0.configuration } }

  func say(_ event: AccountEvent) { _ = state.withLock { $0.listener }?.yield(event) }

  func say(_ notice: TypingNotice) { _ = state.withLock { $0.typing }?.yield(notice) }

  func typing() -> AsyncStream<TypingNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: TypingNotice.self)
    state.withLock { $0.typing = continuation }
    return stream
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  func start() async { note("start") }
  func stop() async { note("stop") }
  func connect(with configuration: StreamConfiguration) async {
    state.withLock { $0.configuration = configuration }
    note("connect")
  }
  func events() async -> AsyncStream<AccountEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: AccountEvent.self)
    state.withLock { $0.listener = continuation }
    return stream
  }
  func sendCorrection(of message: Message) async throws(StoreError) { note("correct") }
  func retract(_ message: Message) async throws(StoreError) { note("retract") }
  func react(with emoji: [String], to message: Message) async throws(StoreError) {
    note("react \(emoji.joined())")
  }
  func picture(of address: JID) async -> RemotePicture? {
    note("picture \(address)")
    return state.withLock { $0.pictures[address] }
  }
  func set(_ picture: RemotePicture?, of address: JID) {
    state.withLock { $0.pictures[address] = picture }
  }
  func setPicture(_ picture: OwnAvatar?) async throws(RequestFailure) {
    note("set picture \(picture.map { "\($0.width)" } ?? "none")")
    guard state.withLock({ $0.takesPictures }) else { throw .unsupported }
    guard let own = configuration?.address.bare else { return }
    state.withLock { state in
      state.pictures[own] = picture.map {
        RemotePicture(bytes: $0.png, mediaType: "image/png")
      }
    }
  }
  func setNickname(_ name: String) async throws(RequestFailure) {
    try refuse()
    note("nickname \(name)")
  }
  func refusePictures() { state.withLock { $0.takesPictures = false } }
  func changePassword(to password: String) async throws(RequestFailure) {
    if password == "weak" { throw .refused(condition: "not-acceptable", text: "") }
    note("password \(password)")
  }
  func deleteFromServer() async throws(RequestFailure) {
    try refuse()
    note("delete")
  }
  func subscriptionRequests() async -> [SubscriptionRequest] { [] }
  func acceptRequest(of address: JID, asksBack: Bool) async throws(RequestFailure) {
    note("accept \(address)")
  }
  func refuseRequest(of address: JID) async throws(RequestFailure) { note("refuse \(address)") }
  func addContact(
    _ address: JID, name: String, groups: [String], nickname: String, text: String
  ) async throws(RequestFailure) { note("add \(address) as \(nickname)") }
  func setContact(
    _ address: JID, name: String, groups: [String]
  ) async throws(RequestFailure) {
    try refuse()
    note("name \(address) \(name) \(groups.joined(separator: ","))")
  }
  func removeContact(_ address: JID) async throws(RequestFailure) { note("remove \(address)") }
  func block(_ address: JID, report: BlockReport?) async throws(RequestFailure) {
    try refuse()
    note("block \(address)")
    state.withLock { state in
      state.blocked.append(address)
      state.reports.append(report)
    }
  }
  func unblock(_ address: JID) async throws(RequestFailure) { note("unblock \(address)") }
  var canReport: Bool { get async { state.withLock { $0.canReport } } }
  func takeReports() { state.withLock { $0.canReport = true } }
  /// What was said with each block.
  var reports: [BlockReport?] { state.withLock { $0.reports } }
  /// Lets the next request end like this.
  func refuseNext(_ failure: RequestFailure) { state.withLock { $0.answer = failure } }
  private func refuse() throws(RequestFailure) {
    let answer = state.withLock { state in
      defer { state.answer = nil }
      return state.answer
    }
    if let answer { throw answer }
  }
  func blockList() async -> [JID] { state.withLock { $0.blocked } }
  func setPresence(_ availability: Presence.Availability, text: String) async {
    note("presence \(availability.rawValue) \(text)")
  }
  func setDisclosure(_ disclosure: Disclosure) async { note("disclose \(disclosure.typing)") }
  func networkChanged(isUp: Bool) async {}
  func machine(sleeps: Bool) async {}
  func setActive(_ isActive: Bool) async {}
  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery { .queued }
  func setComposing(_ composing: Bool, in conversation: ConversationID) async {}
  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async {}
}
