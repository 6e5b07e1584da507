// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The commands that only read. They do so beside a Martlet that runs, and disturb nobody.
struct ReadingCommands {
  let reader: StoreReader

  /// The conversations, one a line: number, title, address, and what is to be known of them.
  func list(to output: any TextOutput) throws(ArchiveFault) {
    let summaries = try summaries()
    do throws(FileFailure) {
      for summary in summaries { try output.write(Self.line(summary) + "\n") }
    } catch {
      throw .file(error)
    }
  }

  static func line(_ summary: ConversationSummary) -> String {
    var line = "#\(summary.id.rawValue)  \(summary.title.onOneLine)"
    if !summary.address.isEmpty, summary.address != summary.title {
      line += " <\(summary.address.onOneLine)>"
    }
    if summary.unreadCount > 0 {
      line += "  "
      line += trn("%s unread", "%s unread", summary.unreadCount)
        .filling(String(summary.unreadCount))
    }
    if let until = summary.mutedUntil, until > .now { line += "  " + tr("muted") }
    if summary.draft != nil { line += "  " + tr("draft") }
    return line
  }

  func export(
    _ form: Command.Export.Form, _ conversation: ConversationSummary?, to output: any TextOutput
  ) throws(ArchiveFault) {
    switch form {
    case .archive: try reader.writeArchive(of: conversation?.id, to: output)
    case .document(let document):
      guard let conversation else { return }
      try document.write(
        conversation.id, of: reader, words: .inThisLanguage, to: output)
    }
  }

  func summaries() throws(ArchiveFault) -> [ConversationSummary] {
    do throws(StoreError) { return try reader.summaries() } catch { throw .store(error) }
  }
}

extension DocumentWords {
  /// The words in the user's language.
  static var inThisLanguage: DocumentWords {
    DocumentWords(
      me: tr("Me"), retracted: tr("This message was taken back"), edited: tr("edited"),
      gap: tr("Some history is missing here"), reply: tr("in reply to"),
      // TRANSLATORS: A full date for g_date_time_format, as the heading of a day.
      day: { [format = tr("%A, %e %B %Y")] in DateText.format($0.seconds, format) },
      // TRANSLATORS: A time of day for g_date_time_format.
      time: { [format = tr("%H:%M")] in DateText.format($0.seconds, format) })
  }
}
