// SPDX-License-Identifier: MIT

/// How the database answers a search: one walk down an index, the newest first, with what the index
/// does not know asked of the row of each message.
///
/// All that was typed is bound as a value. The text of the statement depends on the kinds of the
/// words only.
struct SearchPlan {
  /// The statement for a page; its last two parameters are the key to begin below and the limit.
  let page: String
  let count: String
  private let table: String
  private var conditions: [String] = []
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
      values.append(glyphs)
      looked.removeAll { if case .glyphs = $0 { true } else { false } }
      conditions += facets.conditions
    } else {
      table = "search_words"
      let phrases = words.map(\.phrase).joined(separator: " AND ")
      let match = words.isEmpty ? [] : ["body : (\(phrases))"]
      let asked = match + facets.expressions(isAlone: words.isEmpty)
      values.append(asked.joined(separator: " AND "))
    }
    for word in looked {
      values.append("%" + Self.escaped(word.text) + "%")
      conditions.append("message.body LIKE ?\(values.count) ESCAPE '\\'")
    }
    page = Self.statement("\(table).rowid", table, conditions, values.count, isPage: true)
    count = Self.statement("count(*)", table, conditions, values.count, isPage: false)
  }

  private static func statement(
    _ result: String, _ table: String, _ conditions: [String], _ values: Int, isPage: Bool
  ) -> String {
    // CROSS JOIN keeps the order: the index first (https://www.sqlite.org/lang_select.html).
    let rows =
      conditions.isEmpty
      ? "" : "CROSS JOIN message ON message.id = \(table).rowid & 1073741823"
    let conditions = conditions.map { " AND \($0)" }.joined()
    let order = isPage ? "ORDER BY \(table).rowid DESC LIMIT ?\(values + 3)" : ""
    return """
      SELECT \(result) FROM \(table) \(rows) WHERE \(table) MATCH ?1\(conditions)
      AND \(table).rowid < ?\(values + 1) AND \(table).rowid >= ?\(values + 2) \(order)
      """
  }

  func prepare(
    _ text: String, on connection: Connection, before key: Int64? = nil, limit: Int? = nil
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
