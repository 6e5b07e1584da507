// SPDX-License-Identifier: MIT

/// An account on this device. What it needs to sign in is kept elsewhere; passwords never here.
public struct Account: Identifiable, Hashable, Sendable {
  public let id: AccountID
  /// The bare address; empty for the local account.
  public var address: String
  /// The name that others see, empty when none was chosen.
  public var name: String
  /// Whether it is to be connected.
  public var isEnabled: Bool

  public init(id: AccountID, address: String, name: String, isEnabled: Bool) {
    self.id = id
    self.address = address
    self.name = name
    self.isEnabled = isEnabled
  }
}

extension StoreReader {
  /// All accounts, the local one first.
  public func accounts() throws(StoreError) -> [Account] {
    let query = try connection.prepare(
      "SELECT id, address, name, is_enabled FROM account ORDER BY id")
    var accounts: [Account] = []
    while try query.step() {
      accounts.append(
        Account(
          id: AccountID(rawValue: query.integer(0)), address: query.text(1), name: query.text(2),
          isEnabled: query.bool(3)))
    }
    return accounts
  }
}

extension Store {
  /// Adds an account, or finds the one with this address.
  @discardableResult
  public func addAccount(_ address: String, name: String = "") throws(StoreError) -> AccountID {
    try write { () throws(StoreError) in
      if let known = try connection.integer(
        "SELECT id FROM account WHERE address = ?1", address)
      {
        return AccountID(rawValue: known)
      }
      try connection.run("INSERT INTO account (address, name) VALUES (?1, ?2)", address, name)
      return AccountID(rawValue: connection.lastInsertedRow)
    }
  }

  /// Changes name and ``Account/isEnabled``. The address is what an account is.
  public func updateAccount(_ account: Account) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "UPDATE account SET name = ?2, is_enabled = ?3 WHERE id = ?1",
        account.id, account.name, account.isEnabled)
    }
  }

  /// Removes an account with all its conversations. The local one stays.
  public func removeAccount(_ account: AccountID) throws(StoreError) {
    try write { () throws(StoreError) in
      guard account != .local else { return }
      let query = try connection.prepare("SELECT id FROM conversation WHERE account = ?1")
      try query.bind(account)
      var conversations: [ConversationID] = []
      while try query.step() { conversations.append(ConversationID(rawValue: query.integer(0))) }
      for conversation in conversations { try deleteConversation(conversation) }
      try connection.run("DELETE FROM account WHERE id = ?1", account)
    }
  }
}
