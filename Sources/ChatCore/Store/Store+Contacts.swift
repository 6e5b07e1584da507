// SPDX-License-Identifier: MIT

/// Somebody on an account's list of contacts.
public struct Contact: Hashable, Sendable {
  /// Who may see whose presence (RFC 6121 §2.1.2.5).
  public enum Subscription: String, Hashable, Sendable { case none, to, from, both }

  /// The bare address.
  public var address: String
  /// The name the user gave, empty when none.
  public var name: String
  public var subscription: Subscription
  /// We asked to see their presence and have no answer yet.
  public var isAsking: Bool
  public var groups: [String]

  public init(
    address: String, name: String = "", subscription: Subscription = .none,
    isAsking: Bool = false, groups: [String] = []
  ) {
    self.address = address
    self.name = name
    self.subscription = subscription
    self.isAsking = isAsking
    self.groups = groups
  }
}

extension StoreReader {
  /// The contacts of an account, by address.
  public func contacts(of account: AccountID) throws(StoreError) -> [Contact] {
    let query = try connection.prepare(
      """
      SELECT address, name, subscription, is_asking, groups FROM contact WHERE account = ?1
      ORDER BY address
      """)
    try query.bind(account)
    var contacts: [Contact] = []
    while try query.step() {
      contacts.append(
        Contact(
          address: query.text(0), name: query.text(1),
          subscription: Contact.Subscription(rawValue: query.text(2)) ?? .none,
          isAsking: query.bool(3),
          groups: query.text(4).split(separator: "\n").map(String.init)))
    }
    return contacts
  }
}

extension Store {
  /// Adds a contact or changes it.
  public func setContact(_ contact: Contact, of account: AccountID) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        """
        INSERT INTO contact (account, address, name, subscription, is_asking, groups)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (account, address) DO UPDATE SET
          name = excluded.name, subscription = excluded.subscription,
          is_asking = excluded.is_asking, groups = excluded.groups
        """, account, contact.address, contact.name, contact.subscription.rawValue,
        contact.isAsking, contact.groups.map(Self.oneLine).joined(separator: "\n"))
    }
  }

  public func removeContact(_ address: String, of account: AccountID) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "DELETE FROM contact WHERE account = ?1 AND address = ?2", account, address)
    }
  }

  /// Puts a whole list in the place of the one before.
  public func replaceContacts(
    _ contacts: [Contact], of account: AccountID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run("DELETE FROM contact WHERE account = ?1", account)
      for contact in contacts { try setContact(contact, of: account) }
    }
  }

  /// Groups are kept one a line, so none may hold a line break.
  private static func oneLine(_ group: String) -> String {
    String(group.map { $0.isNewline ? " " : $0 })
  }
}
