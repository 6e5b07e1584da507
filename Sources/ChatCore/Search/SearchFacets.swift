// SPDX-License-Identifier: MIT

extension SearchPlan {
  /// What is asked besides words, resolved to rows of the database.
  struct Facets {
    /// Nil: any.
    private var conversations: [Int64]?
    private var senders: [Int64]?
    /// Whether messages of mine are among those asked for.
    private var includesMe = false
    private var hasLink = false

    /// Nil when there is no such conversation or sender.
    init?(_ search: MessageSearch, reader: StoreReader) throws(StoreError) {
      let query = search.query
      hasLink = query.hasLink
      if let conversation = search.conversation { conversations = [conversation.rawValue] }
      if !query.conversations.isEmpty {
        let named = try reader.conversations(named: query.conversations)
        conversations = conversations.map { $0.filter(named.contains) } ?? Array(named)
        if conversations?.isEmpty == true { return nil }
      }
      if !query.senders.isEmpty {
        includesMe = query.senders.contains { $0.lowercased() == "me" }
        let named = try reader.senders(named: query.senders)
        senders = named
        if named.isEmpty, !includesMe { return nil }
      }
    }

    /// Parts of an expression for the index of words, which has the facets as words.
    ///
    /// - Parameter isAlone: there is nothing else to look for.
    func expressions(isAlone: Bool) -> [String] {
      var parts: [[String]] = []
      if let conversations { parts.append(conversations.map { "c\($0)" }) }
      if let senders { parts.append(senders.map { "s\($0)" } + (includesMe ? ["me"] : [])) }
      if hasLink { parts.append(["link"]) }
      // Something that is in all.
      if parts.isEmpty, isAlone { parts.append(["me", "you"]) }
      return parts.map { "facets : (\($0.joined(separator: " OR ")))" }
    }

    /// Conditions on the rows of messages, for an index without facets.
    var conditions: [String] {
      var conditions: [String] = []
      if let conversations { conditions.append("conversation IN (\(Self.list(conversations)))") }
      if let senders {
        let mine = includesMe ? " OR sender IS NULL" : ""
        conditions.append("(sender IN (\(Self.list(senders)))\(mine))")
      }
      if hasLink { conditions.append("has_link") }
      return conditions
    }

    /// These are numbers of our own.
    private static func list(_ numbers: [Int64]) -> String {
      numbers.map(String.init).joined(separator: ", ")
    }
  }
}

extension StoreReader {
  /// Conversations with one of the texts in their name or address; "notes" are Notes to Self in any
  /// language.
  fileprivate func conversations(named names: [String]) throws(StoreError) -> Set<Int64> {
    let query = try connection.prepare("SELECT id, title, address, kind FROM conversation")
    var found: Set<Int64> = []
    let wanted = names.map { $0.lowercased() }
    while try query.step() {
      let isNotes = query.integer(3) == Int64(ConversationSummary.Kind.notes.rawValue)
      let texts = [query.text(1).lowercased(), query.text(2).lowercased()]
      if wanted.contains(where: { name in
        isNotes && name == "notes" || texts.contains { $0.contains(name) }
      }) {
        found.insert(query.integer(0))
      }
    }
    return found
  }

  /// The rows of everybody with one of the texts in their name or address.
  fileprivate func senders(named names: [String]) throws(StoreError) -> [Int64] {
    let query = try connection.prepare("SELECT id, name, address FROM sender ORDER BY id DESC")
    var found: [Int64] = []
    let wanted = names.map { $0.lowercased() }
    while found.count < Self.senderLimit, try query.step() {
      let texts = [query.text(1).lowercased(), query.text(2).lowercased()]
      if wanted.contains(where: { name in texts.contains { $0.contains(name) } }) {
        found.append(query.integer(0))
      }
    }
    return found
  }

  /// A room has a row for every name that somebody ever had; FTS5 takes a list of some hundreds.
  private static let senderLimit = 200
}
