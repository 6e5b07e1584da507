// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// The accounts of the user, side by side.
@MainActor @Observable final class Accounts {
  /// In the order in which they were added; also those that are off, and those of which only the
  /// conversations are left.
  private(set) var all: [AccountConnection] = []

  /// What contacts see of the user.
  private(set) var status: OwnStatus

  @ObservationIgnored private let parts: AccountParts
  @ObservationIgnored private var disclosure = Disclosure()
  @ObservationIgnored private var isActive = false
  @ObservationIgnored private var hasStarted = false
  @ObservationIgnored private var network: NetworkMonitor?
  @ObservationIgnored private var sleep: SleepMonitor?

  init(_ parts: AccountParts, reader: StoreReader) throws(StoreError) {
    self.parts = parts
    status = try OwnStatus(reader: reader)
    for account in try reader.accounts() where account.id != .local {
      // An address that is none was written by another program; it cannot be reached.
      guard let address = try? JID(account.address) else { continue }
      let settings = try AccountSettings(of: account.id, reader: reader)
      all.append(
        AccountConnection(
          account.id, address: address, settings: settings, isEnabled: account.isEnabled,
          parts: parts))
    }
    for connection in all { connection.show(status) }
  }

  /// Those that the user knows of: not what is only left of one.
  var present: [AccountConnection] { all.filter { $0.condition != .removed } }

  /// The picture of whom a conversation is with, for a place of `side` device pixels; nil while
  /// there is none.
  func picture(of address: String, on account: AccountID, side: Int) -> Texture? {
    guard let connection = self[account], let jid = try? JID(address) else { return nil }
    return connection.pictures[jid.bare, side]
  }

  /// Grows with every picture that has come or gone.
  var picturesRevision: Int { all.reduce(0) { $0 + $1.pictures.revision } }

  subscript(_ id: AccountID) -> AccountConnection? { all.first { $0.id == id } }

  // MARK: Life

  /// Goes online with all that are on. Called once the first frame is on the screen.
  func start() {
    guard !hasStarted else { return }
    hasStarted = true
    // Started in the background, nobody looks.
    for connection in all { connection.setActive(isActive) }
    for connection in all where connection.isEnabled { connection.start() }
    watchNetwork()
    // What looks connected after sleep may be long dead: it is tested at once.
    sleep = SleepMonitor { [weak self] sleeps in
      for connection in self?.all ?? [] { connection.machine(sleeps: sleeps) }
    }
  }

  private func watchNetwork() {
    let monitor = NetworkMonitor()
    monitor.onChanged { [weak self] hasNetwork in
      for connection in self?.all ?? [] { connection.networkChanged(isUp: hasNetwork) }
    }
    network = monitor
  }

  /// Goes offline with all; returns when that is done.
  func stop() async {
    let connections = all
    // Each may wait for its server's goodbye; nobody waits for another's.
    let ends = connections.map { connection in Task { await connection.stop() } }
    for end in ends { await end.value }
  }

  func disclose(_ disclosure: Disclosure) {
    guard disclosure != self.disclosure else { return }
    self.disclosure = disclosure
    for connection in all { connection.disclose(disclosure) }
  }

  /// Shows contacts another status, from now on and after a restart.
  func setStatus(_ status: OwnStatus) async throws(StoreError) {
    try await status.write(to: parts.store)
    self.status = status
    for connection in all { connection.show(status) }
  }

  func setActive(_ isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    for connection in all { connection.setActive(isActive) }
  }

  // MARK: Adding and removing

  /// Begins to sign in to an account that was not here before, or of which only conversations were
  /// left. ``remove(_:keepingHistory:)`` takes it back.
  ///
  /// - Parameter pin: The certificate that the user has vouched for already.
  func add(
    _ address: JID, password: String, pin: CertificatePin? = nil
  ) async throws(StoreError) -> AccountConnection {
    if let known = all.first(where: { $0.address == address }) {
      let account = Account(
        id: known.id, address: address.description, name: "", isEnabled: true)
      try await parts.store.updateAccount(account)
      known.restore(pin: pin)
      known.signIn(password)
      return known
    }
    let id = try await parts.store.addAccount(address.description)
    var settings = AccountSettings()
    settings.pin = pin
    try await settings.write(of: id, to: parts.store)
    let connection = AccountConnection(
      id, address: address, settings: settings, isEnabled: true, parts: parts)
    connection.disclose(disclosure)
    connection.show(status)
    connection.setActive(isActive)
    all.append(connection)
    connection.signIn(password)
    return connection
  }

  /// Whether an account with this address is in use.
  func has(_ address: JID) -> Bool { present.contains { $0.address == address } }

  func setEnabled(
    _ isEnabled: Bool, _ connection: AccountConnection
  ) async throws(StoreError) {
    try await parts.store.updateAccount(
      Account(
        id: connection.id, address: connection.address.description, name: "",
        isEnabled: isEnabled))
    if isEnabled { connection.start() } else { await connection.disable() }
  }

  /// Forgets the password of an account, and asks for it with the next start.
  func signOut(_ connection: AccountConnection) async {
    await connection.signOut(removed: false)
  }

  /// What an account keeps on this device.
  func use(of connection: AccountConnection) async throws(StoreError) -> AccountUse {
    let id = connection.id
    return try await parts.store.read { reader throws(StoreError) in try reader.use(of: id) }
  }

  /// Removes an account: with all that belongs to it, or but for its conversations.
  func remove(
    _ connection: AccountConnection, keepingHistory: Bool
  ) async throws(StoreError) {
    await connection.signOut(removed: true)
    guard keepingHistory else {
      try await parts.store.removeAccount(connection.id)
      all.removeAll { $0.id == connection.id }
      return
    }
    let (id, settings) = (connection.id, connection.settings)
    try await parts.store.updateAccount(
      Account(id: id, address: connection.address.description, name: "", isEnabled: false))
    try await parts.store.replaceContacts([], of: id)
    try await settings.write(of: id, to: parts.store)
  }
}
