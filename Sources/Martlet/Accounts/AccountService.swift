// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP

/// What the app asks of the service of an account: `XMPPService`, or a stand-in in tests.
nonisolated protocol AccountService: MessageChangeService, PeopleService {
  /// Goes online and stays so.
  func start() async
  /// Goes offline in order; returns when that is done.
  func stop() async
  /// Connects again with these settings.
  func connect(with configuration: StreamConfiguration) async
  func events() async -> AsyncStream<AccountEvent>
  /// What contacts see of the user, from now on.
  func setPresence(_ availability: Presence.Availability, text: String) async
  func setDisclosure(_ disclosure: Disclosure) async
  func networkChanged(isUp: Bool) async
  func machine(sleeps: Bool) async
  func setActive(_ isActive: Bool) async
  /// Changes the password at the server; afterwards the new one is used.
  func changePassword(to password: String) async throws(RequestFailure)
  /// Deletes the account at the server, with all that is there.
  func deleteFromServer() async throws(RequestFailure)
}

nonisolated extension XMPPService: AccountService {
  func connect(with configuration: StreamConfiguration) async {
    await reconfigure { $0 = configuration }
  }
}

/// What accounts are made of.
struct AccountParts {
  let store: Store
  let passwords: any PasswordStore
  let makeService:
    @Sendable (AccountID, Store, StreamConfiguration) async throws(StoreError)
      -> any AccountService

  init(
    store: Store, passwords: any PasswordStore,
    makeService:
      @escaping @Sendable (AccountID, Store, StreamConfiguration) async throws(StoreError)
      -> any AccountService = { account, store, configuration throws(StoreError) in
        try await XMPPService(
          account: account, store: store, configuration: configuration,
          pictures: Folders.cache + "/pictures")
      }
  ) {
    self.store = store
    self.passwords = passwords
    self.makeService = makeService
  }
}
