// SPDX-License-Identifier: MIT

/// Short names that chats have used for long, where CLDR's names and keywords do not lead to the
/// emoji that is meant. Folded as queries are.
private nonisolated let nicknames: [String: Unicode.Scalar] = [
  "angry": "😠", "blush": "😊", "clap": "👏", "confused": "😕", "cry": "😢", "eyes": "👀",
  "grin": "😁", "heart": "❤", "hearteyes": "😍", "hug": "🤗", "joy": "😂", "kiss": "😘",
  "laughing": "😆", "muscle": "💪", "okhand": "👌", "party": "🎉", "poop": "💩", "pray": "🙏",
  "raisedhands": "🙌", "rage": "😡", "sad": "😢", "scream": "😱", "smile": "😄", "smirk": "😏",
  "sob": "😭", "sunglasses": "😎", "sweatsmile": "😅", "thinking": "🤔", "thumbsdown": "👎",
  "thumbsup": "👍", "tongue": "😛", "wave": "👋", "wink": "😉", "yum": "😋",
]

/// The nicknames of each emoji that is one scalar.
nonisolated let emojiNicknames: [UInt32: [String]] = Dictionary(
  grouping: nicknames.keys.sorted(), by: { nicknames[$0]?.value ?? 0 })
