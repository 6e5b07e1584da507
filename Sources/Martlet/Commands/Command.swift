// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Something that is done from the command line, without a window.
enum Command: Hashable {
  /// Writes `text`, nil for what comes from standard input, as a message of mine.
  case send(conversation: String, text: String?)
  case list(asJSON: Bool)
  /// `conversation` nil is everything, `output` nil is standard output.
  case export(Export)
  case search(Search)
  /// `path` nil is standard input.
  case importArchive(path: String?)

  struct Search: Hashable {
    /// As they are typed into the field of the window.
    var words: String
    var asJSON = false
    /// So many hits at most, the newest; nil for all.
    var limit: Int?
  }

  struct Export: Hashable {
    enum Form: Hashable {
      case archive
      case document(ConversationDocument)
    }
    var form = Form.archive
    var conversation: String?
    var output: String?
  }
}
