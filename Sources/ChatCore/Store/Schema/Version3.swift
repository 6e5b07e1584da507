// SPDX-License-Identifier: MIT

extension Schema.Migration {
  /// Quotes follow the messages they quote, see `Store+Quotes`.
  static let version3 = Self { connection throws(StoreError) in
    try connection.execute(
      """
      -- The answers to a message, to change what they quote of it.
      CREATE INDEX message_reply ON message (reply_message) WHERE reply_message IS NOT NULL;
      -- Answers to what is not here yet.
      CREATE INDEX message_waiting_reply ON message (conversation, reply_id)
        WHERE reply_message IS NULL AND reply_id IS NOT NULL;
      """)
    // What was taken back or corrected before still stands in quotes, in full.
    try connection.execute(
      """
      UPDATE message SET reply_message = (
          SELECT id FROM message AS target
          WHERE target.conversation = message.conversation AND target.archive_id = message.reply_id
          UNION ALL
          SELECT id FROM message AS target
          WHERE target.conversation = message.conversation AND target.origin_id = message.reply_id
          LIMIT 1)
        WHERE reply_message IS NULL AND reply_id <> '';
      UPDATE message SET reply_excerpt = iif(target.is_retracted, NULL, substr(target.body, 1, 200))
        FROM message AS target
        WHERE message.reply_message IS NOT NULL AND target.id = message.reply_message
          AND (target.is_retracted OR target.edited IS NOT NULL);
      """)
  }
}
