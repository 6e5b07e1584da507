// SPDX-License-Identifier: MIT

extension StoreReader {
  /// Writes the conversations, in the order of the list, as an array of JSON: one a line.
  public func writeListing(to output: any TextOutput) throws(ArchiveFault) {
    var lines: [String] = []
    do throws(StoreError) {
      let accounts = try accounts()
      for summary in try summaries() {
        let account = accounts.first { $0.id == summary.account }?.address ?? ""
        lines.append(line(summary, account: account))
      }
    } catch {
      throw .store(error)
    }
    let text = lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    do throws(FileFailure) { try output.write(text) } catch { throw .file(error) }
  }

  private func line(_ summary: ConversationSummary, account: String) -> String {
    var line = "{"
    line.appendMember("id", summary.id.rawValue)
    line.appendMember("account", account)
    line.appendMember("kind", summary.kind.word)
    line.appendMember("address", summary.address)
    line.appendMember("title", summary.title)
    line.appendMember("unread", Int64(summary.unreadCount))
    line.appendMember("pinned", summary.isPinned)
    line.appendMember("muted", summary.mutedUntil.map { $0 > .now } ?? false)
    if let draft = summary.draft { line.appendMember("draft", draft) }
    if let last = summary.lastMessage {
      line.appendName("last")
      line += "{"
      line.appendMember("time", last.time)
      line.appendName("sender")
      line.appendJSON(last.sender)
      line.appendMember("body", last.body)
      line += "}"
    }
    return line + "}"
  }
}
