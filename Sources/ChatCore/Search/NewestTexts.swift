// SPDX-License-Identifier: MIT

/// An index of a few texts, in memory: asked what is in them, it answers as the index of all does.
final class NewestTexts {
  private let connection: Connection

  init() throws(StoreError) {
    connection = try Connection(":memory:")
    try connection.execute(
      """
      CREATE VIRTUAL TABLE text USING fts5 (
        body, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
      """)
  }

  /// Which of `texts` an expression of FTS5 finds, by their place.
  func find(_ expression: String, in texts: [String]) throws(StoreError) -> [Int] {
    try connection.transaction { () throws(StoreError) in
      for (place, text) in texts.enumerated() {
        try connection.run("INSERT INTO text (rowid, body) VALUES (?1, ?2)", place, text)
      }
    }
    var found: [Int] = []
    do {
      let query = try connection.prepare(
        "SELECT rowid FROM text WHERE text MATCH ?1 ORDER BY rowid")
      try query.bind(expression)
      while try query.step() { found.append(Int(query.integer(0))) }
    }
    try connection.run("INSERT INTO text (text) VALUES ('delete-all')")
    return found
  }
}

extension StoreReader {
  /// The newest hits of a search for a few letters with which a word begins, found by looking at the
  /// newest texts: many have such a word. Nil when it is asked for nothing of that kind, or the hits
  /// are so few that the index has them quickly.
  func newestBeginnings(
    _ plan: SearchPlan, before key: Int64?, limit: Int
  ) throws(StoreError) -> [Int64]? {
    guard !plan.beginnings.isEmpty, limit > 0 else { return nil }
    if newestTexts == nil { newestTexts = try NewestTexts() }
    guard let texts = newestTexts else { return nil }
    var found: [Int64] = []
    var last = key
    var size = Self.firstTexts
    for _ in 0..<2 {
      var keys: [Int64] = []
      var bodies: [String] = []
      let candidates = try plan.candidates(on: connection, before: last, limit: size)
      while try candidates.step() {
        keys.append(candidates.integer(0))
        bodies.append(candidates.text(1))
      }
      found += try texts.find(plan.beginnings, in: bodies).map { keys[$0] }
      if found.count >= limit || keys.count < size { return Array(found.prefix(limit)) }
      guard found.count >= Self.leastHits else { return nil }
      last = keys.last
      size = min(limit, Self.mostTexts) * Self.firstTexts * 2 / found.count
      guard size <= Self.mostTexts else { return nil }
    }
    return nil
  }

  /// Texts that are tried at first: a millisecond.
  private static let firstTexts = 100
  /// With fewer hits among them a million messages have some ten thousand, which the index gathers
  /// in some milliseconds.
  private static let leastHits = 4
  /// Texts that are tried at most: some ten milliseconds.
  private static let mostTexts = 2_000
}
