// SPDX-License-Identifier: MIT

extension Schema.Migration {
  /// Search. Takes the same time whatever there is: what was written before is indexed little by
  /// little, see ``Store/indexOlderMessages(limit:)``.
  static let version2 = Self { connection throws(StoreError) in
    try connection.execute(
      """
      -- Whether the text has something that is shown as a link. Kept, because what is in an index
      -- can be taken out only with the very words with which it was put in.
      ALTER TABLE message ADD COLUMN has_link INTEGER NOT NULL DEFAULT 0;
      """)
    try connection.execute(indexes)
    try connection.execute(source(hasGlyphs))
    try connection.execute(state)
    try connection.execute(outdated)
    try connection.execute(notes(hasGlyphs))
  }

  /// Where a message stands in the indexes: by the second in which it was written, and within one
  /// by its id. So a walk down the index is a walk into the past, over all conversations, also
  /// through history that came late from an archive; and the lower 30 bits lead to the message.
  static func key(_ row: String) -> String {
    "min(max(\(row)time / 1000000, 0), 8589934591) << 30 | (\(row)id & 1073741823)"
  }

  /// What can be asked besides words: the conversation, the sender, whether there is a link. "me"
  /// or "you" is in all, for questions without words.
  private static func facets(_ row: String) -> String {
    """
    'c' || \(row)conversation || iif(\(row)sender IS NULL, ' me', ' you s' || \(row)sender) \
    || iif(\(row)has_link, ' link', '')
    """
  }

  static func hasGlyphs(_ row: String) -> String {
    "\(row)body GLOB '\(GlyphScripts.pattern)'"
  }

  private static var indexes: String {
    """
    -- Without the texts themselves, which stand in `message`, and without their lengths: hits are
    -- in the order of time, not of rank.
    CREATE VIRTUAL TABLE search_words USING fts5 (
      body, facets, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
    -- Only texts with characters of `GlyphScripts`: trigrams take five times the room of words.
    CREATE VIRTUAL TABLE search_glyphs USING fts5 (
      body, content = '', columnsize = 0, tokenize = 'trigram');
    CREATE VIRTUAL TABLE search_glyph_terms USING fts5vocab (search_glyphs, 'row');
    """
  }

  /// - Parameter hasGlyphs: whether the text of a row has characters of ``GlyphScripts``.
  static func source(_ hasGlyphs: (_ row: String) -> String) -> String {
    """
    -- What the indexes are made of. The two spaces give the last two characters trigrams of their
    -- own, so that one and two characters are found by their beginning.
    CREATE VIEW search_source AS
      SELECT id, \(key("")) AS key, body, body || '  ' AS glyphs, \(facets("")) AS facets,
        \(hasGlyphs("")) AS has_glyphs
      FROM message WHERE kind = 0 AND NOT is_retracted;
    """
  }

  private static let state = """
    -- One row. Indexed are the messages whose id is above `backlog` and not above `indexed`: what
    -- is new comes in at the top, what was there before the index at the bottom.
    CREATE TABLE search_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      backlog INTEGER NOT NULL,
      indexed INTEGER NOT NULL,
      -- Words of deleted messages still lie in the files of the indexes, marked as deleted.
      has_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO search_state (id, backlog, indexed)
      SELECT 1, coalesce(max(id), 0), coalesce(max(id), 0) FROM message;
    """

  private static let outdated = """
    CREATE TABLE search_outdated (
      id INTEGER PRIMARY KEY,
      key INTEGER NOT NULL,
      body TEXT NOT NULL,
      facets TEXT NOT NULL,
      has_glyphs INTEGER NOT NULL
    ) STRICT;
    """

  /// With `trusted_schema` off a trigger may not write to an index. It notes what the index has, and
  /// before the transaction ends the store brings the index in step (`updateSearchIndex`), all rows
  /// at once: one at a time would write a tree each.
  ///
  /// - Parameter hasGlyphs: as for ``source(_:)``.
  static func notes(_ hasGlyphs: (_ row: String) -> String) -> String {
    let isIndexed = """
      old.kind = 0 AND NOT old.is_retracted
      AND old.id > (SELECT backlog FROM search_state)
      AND old.id <= (SELECT indexed FROM search_state)
      """
    let note = """
      -- Of two changes in one transaction the first knows what is in the index.
      INSERT OR IGNORE INTO search_outdated (id, key, body, facets, has_glyphs)
        VALUES (old.id, \(key("old.")), old.body, \(facets("old.")), \(hasGlyphs("old.")));
      """
    return """
      CREATE TRIGGER search_delete AFTER DELETE ON message WHEN \(isIndexed) BEGIN \(note) END;
      CREATE TRIGGER search_update
        AFTER UPDATE OF conversation, kind, sender, body, time, is_retracted, has_link ON message
        WHEN \(isIndexed) BEGIN \(note) END;
      """
  }
}
