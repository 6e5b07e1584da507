// SPDX-License-Identifier: MIT

/// How the database answers a search: one walk down an index, the newest first, with what the index
/// does not know asked of the row of each message. Where no index knows anything of it, all texts
/// are looked at (``looksAtTexts``).
///
/// All that was typed is bound as a value. The text of a statement depends on the kinds of the words
/// only.
struct SearchPlan {
  /// Whether the index only says which texts there are: ``walk(on:before:limit:)`` and
  /// ``rest(on:before:limit:)`` then look at them, instead of ``page(on:before:limit:)``.
  let looksAtTexts: Bool
  private let table: String
  /// What the words that are in no index ask of a text.
  private var texts: [String] = []
  private let facets: Facets
  /// The few letters with which a word may begin, as FTS5 is asked for them; empty when nothing like
  /// that is asked. It reads all that begins so before it gives the newest: half a second for a
  /// letter in a million messages.
  private(set) var beginnings = ""
  /// What is asked besides ``beginnings``.
  private var others = ""
  private var values: [any Bindable] = []
  private let upperKey: Int64
  private let lowerKey: Int64

  static func id(of key: Int64) -> MessageID { MessageID(rawValue: key & 0x3FFF_FFFF) }

  /// The lowest key of a moment; see `Schema.Migration.version2`.
  private static func key(of time: Timestamp) -> Int64 {
    min(max(time.seconds, 0), 8_589_934_591) << 30
  }

  /// Nil when there is nothing that could be found.
  init?(_ search: MessageSearch, reader: StoreReader) throws(StoreError) {
    let query = search.query
    guard !query.isEmpty else { return nil }
    upperKey = query.before.map { Self.key(of: $0.beginning) } ?? .max
    lowerKey = query.since.map { Self.key(of: $0.beginning) } ?? .min
    guard let facets = try Facets(search, reader: reader) else { return nil }
    self.facets = facets

    var words: [SearchWord] = []
    var looked: [SearchWord] = []
    for word in query.terms.map(SearchWord.init) {
      switch word {
      case .word where search.reach == .words: words.append(word)
      default: looked.append(word)
      }
    }
    if words.isEmpty, search.reach == .words, let glyphs = try Self.glyphs(looked, reader) {
      // Pictures and scripts without spaces only: by their own index.
      table = "search_glyphs"
      looksAtTexts = false
      values.append(glyphs)
      looked.removeAll { if case .glyphs = $0 { true } else { false } }
    } else {
      table = "search_words"
      looksAtTexts = words.isEmpty && !looked.isEmpty
      let phrases = words.map(\.phrase).joined(separator: " AND ")
      let match = words.isEmpty ? [] : ["body : (\(phrases))"]
      let asked = match + facets.expressions(isAlone: words.isEmpty)
      values.append(asked.joined(separator: " AND "))
      let short = words.filter(\.isShortBeginning)
      if !short.isEmpty, looked.isEmpty {
        beginnings = short.map(\.phrase).joined(separator: " AND ")
        let long = words.filter { !$0.isShortBeginning }.map(\.phrase).joined(separator: " AND ")
        let body = long.isEmpty ? [] : ["body : (\(long))"]
        others = (body + facets.expressions(isAlone: long.isEmpty)).joined(separator: " AND ")
      }
    }
    for word in looked {
      values.append("%" + Self.escaped(word.text) + "%")
      texts.append("message.body LIKE ?\(values.count) ESCAPE '\\'")
    }
  }

  // MARK: Statements

  /// The newest hits below a key: rows of ``messageColumns``, each with its key behind them.
  func page(
    on connection: Connection, before key: Int64?, limit: Int
  ) throws(StoreError) -> Statement {
    // CROSS JOIN keeps the order: the index first (https://www.sqlite.org/lang_select.html).
    let text = """
      \(messageColumns), \(table).rowid FROM \(table)
      CROSS JOIN message ON message.id = \(table).rowid & 1073741823
      WHERE \(table) MATCH ?1\(conditions) AND \(range) ORDER BY \(table).rowid DESC LIMIT \(last)
      """
    return try prepare(text, on: connection, before: key, limit: limit)
  }

  /// One row: how many hits there are.
  func count(on connection: Connection) throws(StoreError) -> Statement {
    let rows =
      conditions.isEmpty
      ? "" : "CROSS JOIN message ON message.id = \(table).rowid & 1073741823"
    let text = """
      SELECT count(*) FROM \(table) \(rows) WHERE \(table) MATCH ?1\(conditions) AND \(range)
      """
    return try prepare(text, on: connection, before: nil, limit: nil)
  }

  /// The newest texts below a key with all but the ``beginnings``, each with its key before it.
  func candidates(
    on connection: Connection, before key: Int64?, limit: Int
  ) throws(StoreError) -> Statement {
    let text = """
      SELECT search_words.rowid, message.body FROM search_words
      CROSS JOIN message ON message.id = search_words.rowid & 1073741823
      WHERE search_words MATCH ?1 AND search_words.rowid < ?2 AND search_words.rowid >= ?3
      ORDER BY search_words.rowid DESC LIMIT ?4
      """
    let statement = try connection.prepareOften(text: text)
    try statement.bind(others, min(upperKey, key ?? .max), lowerKey, limit)
    return statement
  }

  /// The newest texts below a key: the key of each, and whether it is a hit.
  func walk(
    on connection: Connection, before key: Int64?, limit: Int
  ) throws(StoreError) -> Statement {
    let text = """
      SELECT search_words.rowid, \(texts.joined(separator: " AND ")) FROM search_words
      CROSS JOIN message ON message.id = search_words.rowid & 1073741823
      WHERE search_words MATCH ?1 AND \(range) ORDER BY search_words.rowid DESC LIMIT \(last)
      """
    return try prepare(text, on: connection, before: key, limit: limit)
  }

  /// The keys of the newest hits below a key. Reads all texts, in the order in which they lie in the
  /// file: for each one that takes a third of what it takes to come to it from an index.
  func rest(
    on connection: Connection, before key: Int64?, limit: Int
  ) throws(StoreError) -> Statement {
    let asked = (texts + facets.conditions).joined(separator: " AND ")
    let text = """
      SELECT \(Schema.Migration.key("")) AS key FROM message
      WHERE kind = 0 AND NOT is_retracted AND \(asked)
      AND key < ?\(values.count + 1) AND key >= ?\(values.count + 2)
      ORDER BY key DESC LIMIT \(last)
      """
    return try prepare(text, on: connection, before: key, limit: limit)
  }

  /// On the rows of messages. The index of words has the facets.
  private var conditions: String {
    let all = table == "search_words" ? texts : texts + facets.conditions
    return all.map { " AND \($0)" }.joined()
  }

  private var range: String {
    "\(table).rowid < ?\(values.count + 1) AND \(table).rowid >= ?\(values.count + 2)"
  }

  /// The parameter for the limit.
  private var last: String { "?\(values.count + 3)" }

  private func prepare(
    _ text: String, on connection: Connection, before key: Int64?, limit: Int?
  ) throws(StoreError) -> Statement {
    let statement = try connection.prepareOften(text: text)
    var bound = values
    bound.append(min(upperKey, key ?? .max))
    bound.append(lowerKey)
    if let limit { bound.append(max(0, limit)) }
    try statement.bind(all: bound)
    return statement
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      if character == "%" || character == "_" || character == "\\" {
        escaped.unicodeScalars.append("\\")
      }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }

  // MARK: Scripts without spaces

  /// The expression for all words with glyphs; nil when there is none, or when one is so short and
  /// so common that looking at the texts is quicker.
  private static func glyphs(
    _ words: [SearchWord], _ reader: StoreReader
  ) throws(StoreError) -> String? {
    var parts: [String] = []
    for case .glyphs(let text) in words {
      if text.unicodeScalars.count >= 3 {
        parts.append(SearchWord.quoted(text))
      } else if let trigrams = try trigrams(beginning: text, reader) {
        // Something must stand there, also where there is no such trigram.
        let all = trigrams.isEmpty ? [text + "\u{FFFF}"] : trigrams
        parts.append("(" + all.map(SearchWord.quoted).joined(separator: " OR ") + ")")
      } else {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// The trigrams of the index that begin with one or two characters; nil when there are too many.
  private static func trigrams(
    beginning text: String, _ reader: StoreReader
  ) throws(StoreError) -> [String]? {
    let query = try reader.connection.prepare(
      "SELECT term FROM search_glyph_terms WHERE term >= ?1 AND term < ?2 LIMIT ?3")
    let lowered = text.lowercased()
    try query.bind(lowered, lowered + "\u{10FFFF}", trigramLimit + 1)
    var trigrams: [String] = []
    while try query.step() { trigrams.append(query.text(0)) }
    return trigrams.count > trigramLimit ? nil : trigrams
  }

  private static let trigramLimit = 256
}
