// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// One account at work: gets its password, runs its service, and knows how it is doing.
///
/// To the conversations of the account it is their service, the same one for as long as the program
/// runs, while the service behind it comes and goes.
@MainActor @Observable final class AccountConnection: Identifiable {
  nonisolated let id: AccountID
  let address: JID
  private(set) var condition: AccountCondition
  /// Why the password in use is not kept, while that is so.
  private(set) var keepingFault: PasswordFault?
  /// Messages of the archive fetched so far, while it is being read.
  private(set) var caughtUp: Int?
  /// Who asks to see our presence, in the order of asking.
  private(set) var requests: [SubscriptionRequest] = []
  /// Grows with each change of the contacts or of who is blocked.
  private(set) var rosterRevision = 0
  /// The presence of contacts, by bare address.
  private(set) var presences: [JID: Presence] = [:]

  /// The names that contacts, and the user on another device, give themselves.
  private(set) var nicknames: [JID: String] = [:]

  /// The pictures of contacts.
  let pictures = AccountPictures()

  @ObservationIgnored private(set) var service: (any AccountService)?
  @ObservationIgnored private(set) var settings: AccountSettings
  @ObservationIgnored private let parts: AccountParts
  @ObservationIgnored private var password: String?
  /// The password came from the user and is to be kept once it has proved right.
  @ObservationIgnored private var isNewPassword = false
  @ObservationIgnored private(set) var disclosure = Disclosure()
  @ObservationIgnored private var status = OwnStatus()
  @ObservationIgnored private var isActive = true
  @ObservationIgnored private var beginning: Task<Void, Never>?
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var typingRelays: [AsyncStream<TypingNotice>.Continuation] = []
  @ObservationIgnored private var typingFollower: Task<Void, Never>?

  init(
    _ id: AccountID, address: JID, settings: AccountSettings, isEnabled: Bool,
    parts: AccountParts
  ) {
    self.id = id
    self.address = address
    self.settings = settings
    self.parts = parts
    condition = settings.isRemoved ? .removed : isEnabled ? .connecting : .disabled
    pictures.find = { [weak self] address in
      guard let service = self?.service else { return .unknown }
      return await service.picture(of: address).map { .picture($0) } ?? .none
    }
  }

  isolated deinit {
    beginning?.cancel()
    following?.cancel()
    typingFollower?.cancel()
  }

  var store: Store { parts.store }
  /// The name that the user gives himself on this account; empty for none.
  var nickname: String { nicknames[address] ?? "" }
  var isEnabled: Bool { condition != .disabled && condition != .removed }

  // MARK: Life

  /// Goes online with the password that is kept.
  func start() {
    guard beginning == nil, service == nil else { return }
    condition = .connecting
    beginning = Task { [weak self] in
      await self?.begin()
      self?.beginning = nil
    }
  }

  private func begin() async {
    if password == nil {
      switch await parts.passwords.password(of: address.description) {
      case .success(let kept): password = kept
      case .failure(let fault): return condition = .needsPassword(.unreadable(fault))
      }
    }
    guard !Task.isCancelled else { return }
    guard let password else { return condition = .needsPassword(.unknown) }
    await connect(password)
  }

  /// Goes online with a password that the user has given now. It is kept once it has proved right.
  func signIn(_ password: String) {
    beginning?.cancel()
    self.password = password
    isNewPassword = true
    condition = .connecting
    beginning = Task { [weak self] in
      await self?.connect(password)
      self?.beginning = nil
    }
  }

  /// Vouches for a certificate, and connects again.
  func trust(_ question: CertificateQuestion) {
    settings.pin = question.pin
    keepSettings()
    signInAgain()
  }

  /// Takes it that the server offers no better mechanism than this any more, and connects again.
  func accept(lesser mechanism: SASLMechanism) {
    settings.mechanismFloor = mechanism
    keepSettings()
    signInAgain()
  }

  /// Tries again now, after the user has done something about what kept it offline.
  func signInAgain() {
    guard let password else { return start() }
    condition = .connecting
    beginning = Task { [weak self] in
      await self?.connect(password)
      self?.beginning = nil
    }
  }

  private func connect(_ password: String) async {
    let configuration = settings.configuration(address: address, password: password)
    if let service { return await service.connect(with: configuration) }
    do throws(StoreError) {
      let service = try await parts.makeService(id, parts.store, configuration)
      guard !Task.isCancelled else { return }
      self.service = service
      await follow(service)
      await service.setDisclosure(disclosure)
      await service.setPresence(status.availability, text: status.text)
      await service.start()
      await service.setActive(isActive)
    } catch {
      condition = .failed(error)
    }
  }

  /// Goes offline; returns when that is done.
  func stop() async {
    beginning?.cancel()
    beginning = nil
    let service = service
    self.service = nil
    await service?.stop()
    following?.cancel()
    typingFollower?.cancel()
    presences = [:]
    requests = []
    caughtUp = nil
  }

  /// Goes offline until ``start()``.
  func disable() async {
    condition = .disabled
    await stop()
    condition = .disabled
  }

  /// Forgets how to sign in: the password, what the user vouched for and, with the account, how the
  /// server did it.
  func signOut(removed: Bool) async {
    await stop()
    password = nil
    settings.pin = nil
    // Whoever adds it again begins anew.
    if removed { settings.mechanismFloor = nil }
    settings.isRemoved = removed
    condition = removed ? .removed : .needsPassword(.unknown)
    await parts.passwords.forget(address.description)
  }

  /// Takes up again what was removed and kept its history.
  func restore(pin: CertificatePin?) {
    settings.isRemoved = false
    settings.pin = pin
    keepSettings()
  }

  /// The user knows that the password is not kept.
  func acknowledgeFault() { keepingFault = nil }

  // MARK: What the app tells

  func disclose(_ disclosure: Disclosure) {
    self.disclosure = disclosure
    Task { [service] in await service?.setDisclosure(disclosure) }
  }

  /// Shows contacts how the user is.
  func show(_ status: OwnStatus) {
    self.status = status
    Task { [service] in await service?.setPresence(status.availability, text: status.text) }
  }

  /// Somebody looks at the window, or no longer does.
  func setActive(_ isActive: Bool) {
    self.isActive = isActive
    Task { [service] in await service?.setActive(isActive) }
  }

  func networkChanged(isUp: Bool) {
    Task { [service] in await service?.networkChanged(isUp: isUp) }
  }

  func machine(sleeps: Bool) {
    Task { [service] in await service?.machine(sleeps: sleeps) }
  }

  // MARK: Following

  private func follow(_ service: any AccountService) async {
    let events = await service.events()
    following = Task { [weak self] in
      for await event in events { await self?.take(event) }
    }
    let notices = service.typing()
    typingFollower = Task { [weak self] in
      for await notice in notices {
        for relay in self?.typingRelays ?? [] { relay.yield(notice) }
      }
    }
  }

  private func take(_ event: AccountEvent) async {
    guard service != nil else { return }
    switch event {
    case .state(let state):
      condition = AccountCondition(state, now: .now)
      if condition == .online {
        pictures.askAgain()
        await keepPassword()
      }
      if condition != .online { presences = [:] }
    case .mechanismFloor(let mechanism):
      settings.mechanismFloor = mechanism
      keepSettings()
    case .subscriptionRequest, .subscriptionRequestsChanged: await updateRequests()
    case .rosterChanged, .blockListChanged: rosterRevision += 1
    case .avatarChanged(let address): pictures.changed(address)
    case .nickname(let address, let name): nicknames[address] = name
    case .presence(let address, let presence): presences[address] = presence
    case .catchingUp(let messages): caughtUp = messages
    }
  }

  /// Asks again who waits for an answer.
  func updateRequests() async { requests = await service?.subscriptionRequests() ?? [] }

  /// Tells who types to one more listener.
  func relayTyping(to listener: AsyncStream<TypingNotice>.Continuation) {
    typingRelays.append(listener)
  }

  /// Changes the password at the server, and keeps the new one.
  func changePassword(to new: String) async -> Result<Void, RequestFailure> {
    do throws(RequestFailure) {
      guard let service else { throw .disconnected }
      try await service.changePassword(to: new)
    } catch {
      return .failure(error)
    }
    password = new
    isNewPassword = true
    await keepPassword()
    return .success(())
  }

  /// Deletes the account at the server; ``Accounts/remove(_:keepingHistory:)`` is next.
  func deleteFromServer() async -> Result<Void, RequestFailure> {
    do throws(RequestFailure) {
      guard let service else { throw .disconnected }
      return .success(try await service.deleteFromServer())
    } catch {
      return .failure(error)
    }
  }

  /// Shows contacts another picture of the user; nil takes it away.
  func setPicture(_ picture: OwnAvatar?) async -> Result<Void, RequestFailure> {
    do throws(RequestFailure) {
      guard let service else { throw .disconnected }
      try await service.setPicture(picture)
    } catch {
      return .failure(error)
    }
    pictures.changed(address)
    return .success(())
  }

  /// Shows contacts another name of the user; empty takes it away.
  func setNickname(_ name: String) async -> Result<Void, RequestFailure> {
    do throws(RequestFailure) {
      guard let service else { throw .disconnected }
      try await service.setNickname(name)
    } catch {
      return .failure(error)
    }
    nicknames[address] = name
    return .success(())
  }

  private func keepPassword() async {
    guard isNewPassword, let password else { return }
    isNewPassword = false
    switch await parts.passwords.keep(password, of: address.description) {
    case .success: keepingFault = nil
    case .failure(let fault): keepingFault = fault
    }
  }

  private func keepSettings() {
    let (settings, store, id) = (settings, parts.store, id)
    // What cannot be kept is asked or seen again.
    Task { try? await settings.write(of: id, to: store) }
  }
}
