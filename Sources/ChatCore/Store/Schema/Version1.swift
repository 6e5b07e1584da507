// SPDX-License-Identifier: MIT

extension Schema.Migration {
  /// Accounts, conversations, messages, drafts, and what an account keeps about its network.
  static let version1 = Self { connection throws(StoreError) in
    try connection.execute(accounts)
    try connection.execute(messages)
    try connection.execute(buckets)
    try connection.execute(drafts)
    try connection.execute(network)
  }

  /// Ids of rows that others may remember (a notification, the screen) are never used again,
  /// hence AUTOINCREMENT.
  private static let accounts = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      address TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL DEFAULT '',
      is_enabled INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    -- Notes to Self belong to an account that needs no server.
    INSERT INTO account (id, address) VALUES (0, '');

    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      kind INTEGER NOT NULL,
      address TEXT NOT NULL,
      title TEXT NOT NULL,
      is_pinned INTEGER NOT NULL DEFAULT 0,
      muted_until INTEGER,
      -- When something last happened, in microseconds; it never goes back, whatever the clock does.
      activity INTEGER NOT NULL DEFAULT 0,
      -- Everything up to this position was read.
      read_position INTEGER NOT NULL DEFAULT 0,
      UNIQUE (account, address)
    ) STRICT;

    -- What a conversation remembers, by name: the place read, the spelling language, sync state.
    CREATE TABLE conversation_value (
      conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (conversation, key)
    ) STRICT, WITHOUT ROWID;
    """

  private static let messages = """
    -- Every address and name that wrote something, once. Rows never change: readers keep them.
    CREATE TABLE sender (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (address, name)
    ) STRICT;

    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      -- A row of sender, NULL for me. Not REFERENCES: SQLite would look through all messages
      -- before it deleted a sender.
      sender INTEGER,
      body TEXT NOT NULL,
      time INTEGER NOT NULL,
      delivery INTEGER NOT NULL,
      failure TEXT,
      edited INTEGER,
      is_retracted INTEGER NOT NULL DEFAULT 0,
      has_reactions INTEGER NOT NULL DEFAULT 0,
      reply_message INTEGER,
      reply_id TEXT,
      reply_author TEXT,
      reply_excerpt TEXT,
      origin_id TEXT,
      archive_id TEXT,
      -- Who it was in a room, whatever the name (XEP-0421): a correction must come from the same.
      occupant_id TEXT
    ) STRICT;
    CREATE UNIQUE INDEX message_position ON message (conversation, position);
    CREATE UNIQUE INDEX message_archive ON message (conversation, archive_id)
      WHERE archive_id IS NOT NULL;
    CREATE INDEX message_origin ON message (conversation, origin_id) WHERE origin_id IS NOT NULL;
    -- The outbox: few rows among millions, in the order of writing.
    CREATE INDEX message_queued ON message (delivery) WHERE delivery = 0;

    -- Earlier texts of corrected messages, version 1 first.
    CREATE TABLE message_version (
      message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      body TEXT NOT NULL,
      time INTEGER NOT NULL,
      PRIMARY KEY (message, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reaction (
      message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
      -- 0: me, else a row of sender
      sender INTEGER NOT NULL,
      emoji TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      PRIMARY KEY (message, sender, emoji)
    ) STRICT, WITHOUT ROWID;
    """

  /// How many messages lie in each stretch of 2^20 positions. The place of a message among a
  /// million is then a sum over some thousand rows, and nobody counts a million.
  ///
  /// `incoming` counts what can be unread: texts of others (`kind` 0, a sender).
  private static let buckets = """
    CREATE TABLE message_bucket (
      conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
      bucket INTEGER NOT NULL,
      count INTEGER NOT NULL,
      incoming INTEGER NOT NULL,
      PRIMARY KEY (conversation, bucket)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER message_bucket_insert AFTER INSERT ON message BEGIN
      INSERT INTO message_bucket (conversation, bucket, count, incoming)
        VALUES (
          new.conversation, new.position >> 20, 1, new.sender IS NOT NULL AND new.kind = 0)
        ON CONFLICT (conversation, bucket) DO UPDATE
          SET count = count + 1, incoming = incoming + excluded.incoming;
    END;
    CREATE TRIGGER message_bucket_delete AFTER DELETE ON message BEGIN
      UPDATE message_bucket
        SET count = count - 1, incoming = incoming - (old.sender IS NOT NULL AND old.kind = 0)
        WHERE conversation = old.conversation AND bucket = old.position >> 20;
      DELETE FROM message_bucket
        WHERE conversation = old.conversation AND bucket = old.position >> 20 AND count = 0;
    END;
    CREATE TRIGGER message_bucket_move AFTER UPDATE OF position ON message BEGIN
      UPDATE message_bucket
        SET count = count - 1, incoming = incoming - (old.sender IS NOT NULL AND old.kind = 0)
        WHERE conversation = old.conversation AND bucket = old.position >> 20;
      DELETE FROM message_bucket
        WHERE conversation = old.conversation AND bucket = old.position >> 20 AND count = 0;
      INSERT INTO message_bucket (conversation, bucket, count, incoming)
        VALUES (
          new.conversation, new.position >> 20, 1, new.sender IS NOT NULL AND new.kind = 0)
        ON CONFLICT (conversation, bucket) DO UPDATE
          SET count = count + 1, incoming = incoming + excluded.incoming;
    END;
    """

  private static let drafts = """
    CREATE TABLE draft (
      conversation INTEGER PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      caret INTEGER NOT NULL,
      selection INTEGER NOT NULL,
      scroll REAL NOT NULL,
      styles INTEGER NOT NULL,
      reply_to INTEGER REFERENCES message (id) ON DELETE SET NULL,
      editing INTEGER REFERENCES message (id) ON DELETE SET NULL
    ) STRICT;
    CREATE TABLE draft_attachment (
      conversation INTEGER NOT NULL REFERENCES draft (conversation) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      path TEXT NOT NULL,
      name TEXT NOT NULL,
      media_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      PRIMARY KEY (conversation, ordinal)
    ) STRICT, WITHOUT ROWID;
    -- Looked up when a message is deleted.
    CREATE INDEX draft_reply ON draft (reply_to) WHERE reply_to IS NOT NULL;
    CREATE INDEX draft_edit ON draft (editing) WHERE editing IS NOT NULL;
    """

  private static let network = """
    -- What an account remembers, by name: archive and stream state, roster version.
    CREATE TABLE account_value (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE contact (
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      -- RFC 6121 §2.1.2.5: none, to, from, both
      subscription TEXT NOT NULL,
      is_asking INTEGER NOT NULL DEFAULT 0,
      -- One group a line.
      groups TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (account, address)
    ) STRICT, WITHOUT ROWID;

    -- What must still be told to the other side besides new messages (corrections, retractions,
    -- reactions, read marks), in order.
    CREATE TABLE errand (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      conversation INTEGER REFERENCES conversation (id) ON DELETE CASCADE,
      message INTEGER REFERENCES message (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX errand_account ON errand (account, id);
    CREATE INDEX errand_message ON errand (message) WHERE message IS NOT NULL;
    CREATE INDEX errand_conversation ON errand (conversation) WHERE conversation IS NOT NULL;
    """
}
