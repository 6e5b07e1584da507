// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

extension Store {
  /// The bodies that a question finds, the newest first.
  ///
  /// - Parameter widens: whether words may be inside of words where there are none.
  func found(
    _ question: String, in conversation: ConversationID? = nil, isTyping: Bool = false,
    widens: Bool = true
  ) throws(StoreError) -> [String] {
    var search = MessageSearch(SearchQuery(question, isTyping: isTyping), in: conversation)
    var hits: [SearchHit]
    if widens {
      (hits, search) = try reader.firstHits(search, limit: 1_000)
    } else {
      hits = try reader.hits(search, limit: 1_000)
    }
    let count = try reader.hitCount(search)
    #expect(count == hits.count, "\(question): the count")
    return hits.map(\.message.body)
  }

  /// What the indexes know of words that begin so, deleted or not.
  func indexedWords(beginning prefix: String) throws(StoreError) -> [String] {
    // A vocabulary of a connection's own shows the index as it lies in the file.
    try connection.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab (main, search_words, 'row');
      """)
    let query = try connection.prepare(
      text: "SELECT term FROM temp.words WHERE term >= ?1 AND term < ?1 || char(1114111)")
    try query.bind(prefix)
    var words: [String] = []
    while try query.step() { words.append(query.text(0)) }
    return words
  }

  /// Whether the indexes are what they would be if they were made anew of all messages.
  func expectIndexInStep(_ comment: Comment? = nil) throws(StoreError) {
    let pending = try connection.integer("SELECT count(*) FROM search_outdated")
    #expect(pending == 0, comment)
    let all = try connection.integer("SELECT count(*) FROM search_source")
    let found = try connection.integer(
      "SELECT count(*) FROM search_words WHERE search_words MATCH 'facets : (me OR you)'")
    #expect(all == found, comment)
    // SQLite checks all trees of the index; what it says of texts is for indexes that keep them.
    try connection.execute(
      """
      INSERT INTO search_words (search_words) VALUES ('integrity-check');
      INSERT INTO search_glyphs (search_glyphs) VALUES ('integrity-check');
      """)
    if all ?? 0 < 5_000 { try expectEveryWordInPlace(comment) }
  }

  /// Every word of every message stands in the indexes where it would stand in new ones, and no
  /// other does.
  private func expectEveryWordInPlace(_ comment: Comment?) throws(StoreError) {
    try connection.execute(
      """
      CREATE VIRTUAL TABLE temp.new_words USING fts5 (
        body, facets, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE temp.new_glyphs USING fts5 (
        body, content = '', columnsize = 0, tokenize = 'trigram');
      INSERT INTO temp.new_words (rowid, body, facets)
        SELECT key, body, facets FROM search_source ORDER BY key;
      INSERT INTO temp.new_glyphs (rowid, body)
        SELECT key, glyphs FROM search_source WHERE has_glyphs ORDER BY key;
      CREATE VIRTUAL TABLE temp.words_there USING fts5vocab (main, search_words, 'instance');
      CREATE VIRTUAL TABLE temp.words_due USING fts5vocab (temp, new_words, 'instance');
      CREATE VIRTUAL TABLE temp.glyphs_there USING fts5vocab (main, search_glyphs, 'instance');
      CREATE VIRTUAL TABLE temp.glyphs_due USING fts5vocab (temp, new_glyphs, 'instance');
      """)
    for (there, due) in [("words_there", "words_due"), ("glyphs_there", "glyphs_due")] {
      for (some, others) in [(there, due), (due, there)] {
        let query = try connection.prepare(
          text: "SELECT term, doc FROM temp.\(some) EXCEPT SELECT term, doc FROM temp.\(others)")
        var different: [String] = []
        while try query.step() { different.append(query.text(0)) }
        #expect(different == [], "\(some) has more than \(others). \(comment?.rawValue ?? "")")
      }
    }
    try connection.execute(
      """
      DROP TABLE temp.words_there; DROP TABLE temp.words_due;
      DROP TABLE temp.glyphs_there; DROP TABLE temp.glyphs_due;
      DROP TABLE temp.new_words; DROP TABLE temp.new_glyphs;
      """)
  }

  /// Lets the index forget a word of a message, or know one that is in none.
  func spoilIndex(byForgetting forgets: Bool) throws(StoreError) {
    try connection.execute(
      forgets
        ? """
        INSERT INTO search_words (search_words, rowid, body, facets)
          SELECT 'delete', key, body, facets FROM search_source LIMIT 1
        """
        : """
        INSERT INTO search_words (rowid, body) SELECT key, 'albatross' FROM search_source LIMIT 1
        """)
  }
}
