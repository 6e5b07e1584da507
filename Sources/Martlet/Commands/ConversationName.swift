// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What a user calls a conversation on the command line.
enum ConversationName {
  enum Fault: Error, Hashable {
    case unknown(String)
    case ambiguous(String, [ConversationSummary])

    var sentence: String {
      switch self {
      case .unknown(let name):
        return tr("There is no conversation “%s”. “martlet list” names those there are.")
          .filling(name.onOneLine)
      case .ambiguous(let name, let candidates):
        let list = candidates.map { "#\($0.id.rawValue) \($0.address)".onOneLine }
        return tr("Several conversations are called “%s”. Say which: %s.")
          .filling(name.onOneLine, list.joined(separator: ", "))
      }
    }
  }

  /// The word for Notes to Self in any language.
  static let notes = "notes"

  /// Finds the conversation that `name` means: its number ("#12"), its address, "notes", or its
  /// title. The more exact meaning wins.
  static func resolve(
    _ name: String, among conversations: [ConversationSummary]
  ) throws(Fault) -> ConversationSummary {
    let lowered = name.lowercased()
    let meanings: [(ConversationSummary) -> Bool] = [
      { name.hasPrefix("#") && "#\($0.id.rawValue)" == name },
      { !$0.address.isEmpty && $0.address.lowercased() == lowered },
      { $0.kind == .notes && name == Self.notes },
      { $0.title == name },
      { $0.title.lowercased() == lowered },
    ]
    for means in meanings {
      let found = conversations.filter(means)
      if found.count > 1 { throw .ambiguous(name, found) }
      if let only = found.first { return only }
    }
    throw .unknown(name)
  }
}
