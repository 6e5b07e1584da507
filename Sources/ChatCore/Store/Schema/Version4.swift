// SPDX-License-Identifier: MIT

extension Schema.Migration {
  /// What stood in the input bar before an edit began is kept beside the edit, see ``Draft/Aside``.
  static let version4 = Self { connection throws(StoreError) in
    try connection.execute(
      """
      ALTER TABLE draft ADD COLUMN aside TEXT;
      ALTER TABLE draft ADD COLUMN aside_reply_to INTEGER REFERENCES message (id) ON DELETE SET NULL;
      -- 1 for those of the text that was put aside.
      ALTER TABLE draft_attachment ADD COLUMN is_aside INTEGER NOT NULL DEFAULT 0;
      -- Looked up when a message is deleted.
      CREATE INDEX draft_aside_reply ON draft (aside_reply_to) WHERE aside_reply_to IS NOT NULL;
      """)
  }
}
