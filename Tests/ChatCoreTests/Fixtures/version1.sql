-- SPDX-License-Identifier: MIT
-- A database of version 1, as Martlet wrote it. It never changes.
BEGIN TRANSACTION;
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL DEFAULT '',
  is_enabled INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO "account" VALUES(0,'','',1);
INSERT INTO "account" VALUES(1,'ana@example.org','Ana',1);
CREATE TABLE account_value (
  account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "account_value" VALUES(1,'sync','s4');
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
INSERT INTO "conversation" VALUES(1,1,1,'bo@example.net','Bo',1,NULL,1796008592911847,72057594037929984);
INSERT INTO "conversation" VALUES(2,0,0,'','Notes to Self',0,NULL,1796008592912612,0);
CREATE TABLE conversation_value (
  conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (conversation, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "conversation_value" VALUES(1,'scroll-anchor','1 3.0');
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
INSERT INTO "draft" VALUES(2,'half a thought',4,4,0.0,0,NULL,NULL);
CREATE TABLE draft_attachment (
  conversation INTEGER NOT NULL REFERENCES draft (conversation) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (conversation, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "draft_attachment" VALUES(2,0,'/tmp/a.png','a.png','image/png',12);
CREATE TABLE errand (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  conversation INTEGER REFERENCES conversation (id) ON DELETE CASCADE,
  message INTEGER REFERENCES message (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL
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
INSERT INTO "message" VALUES(1,1,72057594037927936,0,1,'hello 🐦',1700000000000000,5,NULL,NULL,0,0,NULL,NULL,NULL,NULL,NULL,'s1',NULL);
INSERT INTO "message" VALUES(2,1,72057594037928960,0,NULL,'hallo',1700000010000000,3,NULL,1700000020000000,0,1,NULL,NULL,NULL,NULL,'o2','s2',NULL);
INSERT INTO "message" VALUES(3,1,72057594037929984,0,1,'',1700000030000000,5,NULL,NULL,1,0,NULL,NULL,NULL,NULL,NULL,'s3',NULL);
INSERT INTO "message" VALUES(4,1,72057594037931008,0,1,'café',1700000040000000,5,NULL,NULL,0,0,1,'s1','Bo','hello 🐦','x4','s4','occ');
CREATE TABLE message_bucket (
  conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  incoming INTEGER NOT NULL,
  PRIMARY KEY (conversation, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO "message_bucket" VALUES(1,68719476736,4,3);
CREATE TABLE message_version (
  message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (message, version)
) STRICT, WITHOUT ROWID;
INSERT INTO "message_version" VALUES(2,1,'helo',1700000010000000);
CREATE TABLE reaction (
  message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  -- 0: me, else a row of sender
  sender INTEGER NOT NULL,
  emoji TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (message, sender, emoji)
) STRICT, WITHOUT ROWID;
INSERT INTO "reaction" VALUES(2,1,'👍',1);
CREATE TABLE sender (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (address, name)
) STRICT;
INSERT INTO "sender" VALUES(1,'bo@example.net','Bo');
CREATE UNIQUE INDEX message_position ON message (conversation, position);
CREATE UNIQUE INDEX message_archive ON message (conversation, archive_id)
  WHERE archive_id IS NOT NULL;
CREATE INDEX message_origin ON message (conversation, origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX message_queued ON message (delivery) WHERE delivery = 0;
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
CREATE INDEX draft_reply ON draft (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX draft_edit ON draft (editing) WHERE editing IS NOT NULL;
CREATE INDEX errand_account ON errand (account, id);
CREATE INDEX errand_message ON errand (message) WHERE message IS NOT NULL;
CREATE INDEX errand_conversation ON errand (conversation) WHERE conversation IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('conversation',2);
INSERT INTO "sqlite_sequence" VALUES('sender',1);
INSERT INTO "sqlite_sequence" VALUES('message',4);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 1298231924;
