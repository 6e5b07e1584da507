// SPDX-License-Identifier: MIT

extension StoreReader {
  /// Writes everything, or one conversation, as an archive: JSON with one message a line.
  ///
  /// All of it belongs to one moment. Memory does not grow with what is written.
  public func writeArchive(
    of conversation: ConversationID? = nil, to output: any TextOutput, at time: Timestamp = .now
  ) throws(ArchiveFault) {
    try wholeMoment { () throws(ArchiveFault) in
      try ArchiveWriter(reader: self, output: output).write(conversation, at: time)
    }
  }

  /// As ``snapshot(_:)``, for what can also fail on a file.
  func wholeMoment(_ body: () throws(ArchiveFault) -> Void) throws(ArchiveFault) {
    var fault: ArchiveFault?
    do throws(StoreError) {
      try snapshot {
        do throws(ArchiveFault) { try body() } catch { fault = error }
      }
    } catch {
      throw .store(error)
    }
    if let fault { throw fault }
  }

  /// Calls `body` with each message of a conversation, the first one first.
  func forEachMessage(
    in conversation: ConversationID, _ body: (Message) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) {
    var place = MessagePosition(rawValue: .min)
    while true {
      let page: [Message]
      do throws(StoreError) {
        page = try self.page(500, after: place, in: conversation)
      } catch {
        throw .store(error)
      }
      for message in page { try body(message) }
      guard let last = page.last else { return }
      place = last.position
    }
  }
}

/// Writes an archive.
struct ArchiveWriter {
  let reader: StoreReader
  let output: any TextOutput

  func write(_ only: ConversationID?, at time: Timestamp) throws(ArchiveFault) {
    let accounts: [Account]
    var summaries: [ConversationSummary]
    do throws(StoreError) {
      accounts = try reader.accounts()
      if let only {
        guard let summary = try reader.summary(of: only) else { throw .notFound }
        summaries = [summary]
      } else {
        summaries = try reader.summaries()
      }
    } catch {
      throw .store(error)
    }
    summaries.sort { $0.id < $1.id }
    let kept = Set(summaries.map(\.account))

    var head = "{"
    head.appendMember("format", Archive.format)
    head.appendMember("version", Archive.version)
    head.appendMember("exported", time)
    head += ",\n\"accounts\": ["
    let lines = accounts.filter { $0.id != .local && (only == nil || kept.contains($0.id)) }
      .map { account in
        var line = "{"
        line.appendMember("address", account.address)
        line.appendMember("name", account.name)
        return line + "}"
      }
    try put(head + lines.map { "\n" + $0 }.joined(separator: ",") + "],\n\"conversations\": [")
    var isFirst = true
    for summary in summaries {
      try put(isFirst ? "\n" : ",\n")
      isFirst = false
      let account = accounts.first { $0.id == summary.account }?.address ?? ""
      try write(summary, of: account)
    }
    try put("]}\n")
  }

  private func write(_ summary: ConversationSummary, of account: String) throws(ArchiveFault) {
    var head = "{"
    head.appendMember("account", account)
    head.appendMember("kind", summary.kind.word)
    head.appendMember("address", summary.address)
    head.appendMember("title", summary.title)
    if summary.isPinned { head.appendMember("pinned", true) }
    if let until = summary.mutedUntil { head.appendMember("mutedUntil", until) }
    do throws(StoreError) {
      head.appendMember("readUpTo", try reader.readPosition(in: summary.id).rawValue)
      if let draft = try reader.draft(in: summary.id)?.text, !draft.isEmpty {
        head.appendMember("draft", draft)
      }
    } catch {
      throw .store(error)
    }
    head.appendName("messages")
    try put(head + "[")
    var isFirst = true
    try reader.forEachMessage(in: summary.id) { message throws(ArchiveFault) in
      let line = try line(message)
      try put(isFirst ? "\n" : ",\n")
      isFirst = false
      try put(line)
    }
    try put("]}")
  }

  private func line(_ message: Message) throws(ArchiveFault) -> String {
    var line = "{"
    line.appendMember("position", message.position.rawValue)
    if message.kind != .text { line.appendMember("kind", message.kind.word) }
    line.appendMember("time", message.time)
    line.appendName("sender")
    line.appendJSON(message.sender)
    line.appendMember("body", message.body)
    line.appendMember("delivery", message.delivery.word)
    if case .failed(let reason) = message.delivery { line.appendMember("failure", reason.stored) }
    if let edited = message.edited { line.appendMember("edited", edited) }
    if message.isRetracted { line.appendMember("retracted", true) }
    if let reply = message.reply {
      line.appendName("reply")
      line += "{"
      line.appendMember("id", reply.referencedID)
      line.appendMember("author", reply.author)
      line.appendMember("excerpt", reply.excerpt)
      line += "}"
    }
    if !message.reactions.isEmpty {
      line.appendName("reactions")
      line.appendArray(message.reactions) { line, reaction in
        line += "{"
        line.appendMember("emoji", reaction.emoji)
        line.appendName("senders")
        line.appendArray(reaction.senders) { $0.appendJSON($1) }
        line += "}"
      }
    }
    if let id = message.originID { line.appendMember("originID", id) }
    if let id = message.archiveID { line.appendMember("archiveID", id) }
    do throws(StoreError) {
      if let id = try reader.occupantID(of: message.id) { line.appendMember("occupantID", id) }
      let earlier = message.edited == nil ? [] : try reader.earlierTexts(of: message.id)
      if !earlier.isEmpty {
        line.appendName("earlierTexts")
        line.appendArray(earlier) { line, text in
          line += "{"
          line.appendMember("time", text.time)
          line.appendMember("body", text.body)
          line += "}"
        }
      }
    } catch {
      throw .store(error)
    }
    return line + "}"
  }

  private func put(_ text: String) throws(ArchiveFault) {
    do throws(FileFailure) { try output.write(text) } catch { throw .file(error) }
  }
}

extension String {
  /// Me as the word "me", others as an object.
  mutating func appendJSON(_ sender: Sender) {
    switch sender {
    case .me: appendJSON("me")
    case .other(let address, let name):
      append("{")
      appendMember("address", address)
      appendMember("name", name)
      append("}")
    }
  }

  fileprivate mutating func appendArray<Element>(
    _ elements: [Element], _ append: (inout String, Element) -> Void
  ) {
    self += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { self += ", " }
      append(&self, element)
    }
    self += "]"
  }
}
