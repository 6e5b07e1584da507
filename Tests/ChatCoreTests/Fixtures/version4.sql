-- SPDX-License-Identifier: MIT
-- A database of version 4, as Martlet wrote it. It never changes.
BEGIN TRANSACTION;
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL DEFAULT '',
  is_enabled INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO account VALUES(0,'','',1);
INSERT INTO account VALUES(1,'ana@example.org','Ana',1);
CREATE TABLE account_value (
  account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
INSERT INTO account_value VALUES(1,'sync','s4');
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
INSERT INTO conversation VALUES(1,1,1,'bo@example.net','Bo',1,NULL,1796008592911847,72057594037929984);
INSERT INTO conversation VALUES(2,0,0,'','Notes to Self',0,NULL,1796008592912612,0);
CREATE TABLE conversation_value (
  conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (conversation, key)
) STRICT, WITHOUT ROWID;
INSERT INTO conversation_value VALUES(1,'scroll-anchor','1 3.0');
CREATE TABLE draft (
  conversation INTEGER PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  caret INTEGER NOT NULL,
  selection INTEGER NOT NULL,
  scroll REAL NOT NULL,
  styles INTEGER NOT NULL,
  reply_to INTEGER REFERENCES message (id) ON DELETE SET NULL,
  editing INTEGER REFERENCES message (id) ON DELETE SET NULL, aside TEXT, aside_reply_to INTEGER REFERENCES message (id) ON DELETE SET NULL) STRICT;
INSERT INTO draft VALUES(2,'half a thought',4,4,0.0,0,NULL,NULL,NULL,NULL);
CREATE TABLE draft_attachment (
  conversation INTEGER NOT NULL REFERENCES draft (conversation) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL, is_aside INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (conversation, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO draft_attachment VALUES(2,0,'/tmp/a.png','a.png','image/png',12,0);
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
, has_link INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO message VALUES(1,1,72057594037927936,0,1,'hello 🐦',1700000000000000,5,NULL,NULL,0,0,NULL,NULL,NULL,NULL,NULL,'s1',NULL,0);
INSERT INTO message VALUES(2,1,72057594037928960,0,NULL,'hallo',1700000010000000,3,NULL,1700000020000000,0,1,NULL,NULL,NULL,NULL,'o2','s2',NULL,0);
INSERT INTO message VALUES(3,1,72057594037929984,0,1,'',1700000030000000,5,NULL,NULL,1,0,NULL,NULL,NULL,NULL,NULL,'s3',NULL,0);
INSERT INTO message VALUES(4,1,72057594037931008,0,1,'café',1700000040000000,5,NULL,NULL,0,0,1,'s1','Bo','hello 🐦','x4','s4','occ',0);
CREATE TABLE message_bucket (
  conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  incoming INTEGER NOT NULL,
  PRIMARY KEY (conversation, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO message_bucket VALUES(1,68719476736,4,3);
CREATE TABLE message_version (
  message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (message, version)
) STRICT, WITHOUT ROWID;
INSERT INTO message_version VALUES(2,1,'helo',1700000010000000);
CREATE TABLE reaction (
  message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  -- 0: me, else a row of sender
  sender INTEGER NOT NULL,
  emoji TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (message, sender, emoji)
) STRICT, WITHOUT ROWID;
INSERT INTO reaction VALUES(2,1,'👍',1);
CREATE TABLE sender (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (address, name)
) STRICT;
INSERT INTO sender VALUES(1,'bo@example.net','Bo');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','search_words','search_words',0,'CREATE VIRTUAL TABLE search_words USING fts5 (
  body, facets, content = '''', columnsize = 0, tokenize = ''unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'search_words_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO search_words_data VALUES(1,X'030308');
INSERT INTO search_words_data VALUES(10,X'000000000101010001010101');
INSERT INTO search_words_data VALUES(137438953473,X'000000a2033063318cd59fc4808080800106010102a88080800106010102f8808080020601010202036166658cd59fc4d0808080040202010568616c6c6f8cd59fc4948080800202020204656c6c6f8cd59fc48080808001020201026d658cd59fc4948080800206010103010273318cd59fc480808080010601010481a080808003060101040103796f758cd59fc480808080010601010381a080808003060101030423101211111b');
CREATE TABLE IF NOT EXISTS 'search_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO search_words_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'search_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO search_words_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','search_glyphs','search_glyphs',0,'CREATE VIRTUAL TABLE search_glyphs USING fts5 (
  body, content = '''', columnsize = 0, tokenize = ''trigram'')');
CREATE TABLE IF NOT EXISTS 'search_glyphs_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO search_glyphs_data VALUES(1,X'0107');
INSERT INTO search_glyphs_data VALUES(10,X'000000000101010001010101');
INSERT INTO search_glyphs_data VALUES(137438953473,X'0000007c073020f09f90a6208cd59fc4808080800102070103656c6c8cd59fc480808080010203010368656c8cd59fc48080808001020201036c6c6f8cd59fc48080808001020402026f208cd59fc48080808001020501066f20f09f90a68cd59fc4808080800102060106f09f90a620208cd59fc48080808001020804131010100f13');
CREATE TABLE IF NOT EXISTS 'search_glyphs_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO search_glyphs_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'search_glyphs_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO search_glyphs_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','search_glyph_terms','search_glyph_terms',0,'CREATE VIRTUAL TABLE search_glyph_terms USING fts5vocab (search_glyphs, ''row'')');
CREATE TABLE search_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  backlog INTEGER NOT NULL,
  indexed INTEGER NOT NULL,
  -- Words of deleted messages still lie in the files of the indexes, marked as deleted.
  has_deleted INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO search_state VALUES(1,0,4,0);
CREATE TABLE search_outdated (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  body TEXT NOT NULL,
  facets TEXT NOT NULL,
  has_glyphs INTEGER NOT NULL
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('conversation',2);
INSERT INTO sqlite_sequence VALUES('sender',1);
INSERT INTO sqlite_sequence VALUES('message',4);
CREATE UNIQUE INDEX message_position ON message (conversation, position);
CREATE UNIQUE INDEX message_archive ON message (conversation, archive_id)
  WHERE archive_id IS NOT NULL;
CREATE INDEX message_origin ON message (conversation, origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX message_queued ON message (delivery) WHERE delivery = 0;
CREATE INDEX message_reply ON message (reply_message) WHERE reply_message IS NOT NULL;
CREATE INDEX message_waiting_reply ON message (conversation, reply_id)
  WHERE reply_message IS NULL AND reply_id IS NOT NULL;
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
CREATE INDEX draft_aside_reply ON draft (aside_reply_to) WHERE aside_reply_to IS NOT NULL;
CREATE INDEX draft_edit ON draft (editing) WHERE editing IS NOT NULL;
CREATE INDEX errand_account ON errand (account, id);
CREATE INDEX errand_message ON errand (message) WHERE message IS NOT NULL;
CREATE INDEX errand_conversation ON errand (conversation) WHERE conversation IS NOT NULL;
CREATE VIEW search_source AS
  SELECT id, min(max(time / 1000000, 0), 8589934591) << 30 | (id & 1073741823) AS key, body, body || '  ' AS glyphs, 'c' || conversation || iif(sender IS NULL, ' me', ' you s' || sender) || iif(has_link, ' link', '') AS facets,
    length(CAST(body AS BLOB)) > length(body) AND body GLOB '*[^ -෿]*' AND body GLOB '*[฀-࿿က-႟ᄀ-ᇿក-៿℀-⯿⺀-꓏ꥠ-꥿가-퟿豈-﫿＀-￯🀀-𿿿]*' AS has_glyphs
  FROM message WHERE kind = 0 AND NOT is_retracted;
CREATE TRIGGER search_delete AFTER DELETE ON message WHEN old.kind = 0 AND NOT old.is_retracted
AND old.id > (SELECT backlog FROM search_state)
AND old.id <= (SELECT indexed FROM search_state) BEGIN -- Of two changes in one transaction the first knows what is in the index.
INSERT OR IGNORE INTO search_outdated (id, key, body, facets, has_glyphs)
  VALUES (old.id, min(max(old.time / 1000000, 0), 8589934591) << 30 | (old.id & 1073741823), old.body, 'c' || old.conversation || iif(old.sender IS NULL, ' me', ' you s' || old.sender) || iif(old.has_link, ' link', ''), length(CAST(old.body AS BLOB)) > length(old.body) AND old.body GLOB '*[^ -෿]*' AND old.body GLOB '*[฀-࿿က-႟ᄀ-ᇿក-៿℀-⯿⺀-꓏ꥠ-꥿가-퟿豈-﫿＀-￯🀀-𿿿]*'); END
;
CREATE TRIGGER search_update
  AFTER UPDATE OF conversation, kind, sender, body, time, is_retracted, has_link ON message
  WHEN old.kind = 0 AND NOT old.is_retracted
AND old.id > (SELECT backlog FROM search_state)
AND old.id <= (SELECT indexed FROM search_state) BEGIN -- Of two changes in one transaction the first knows what is in the index.
INSERT OR IGNORE INTO search_outdated (id, key, body, facets, has_glyphs)
  VALUES (old.id, min(max(old.time / 1000000, 0), 8589934591) << 30 | (old.id & 1073741823), old.body, 'c' || old.conversation || iif(old.sender IS NULL, ' me', ' you s' || old.sender) || iif(old.has_link, ' link', ''), length(CAST(old.body AS BLOB)) > length(old.body) AND old.body GLOB '*[^ -෿]*' AND old.body GLOB '*[฀-࿿က-႟ᄀ-ᇿក-៿℀-⯿⺀-꓏ꥠ-꥿가-퟿豈-﫿＀-￯🀀-𿿿]*'); END
;
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA user_version = 4;
PRAGMA application_id = 1298231924;
