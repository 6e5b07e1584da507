// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The commands that change the store: run by whoever has it.
struct WritingCommands {
  let store: Store
  /// Whether messages go out by themselves; else the user is told that they wait.
  var isOnline = true

  func run(_ command: Command) async -> CommandReply {
    switch command {
    case .send(let conversation, let text): await send(text ?? "", to: conversation)
    case .importArchive(let path): await importArchive(path ?? "")
    case .list, .export, .search: CommandReply()
    }
  }

  private func send(_ text: String, to name: String) async -> CommandReply {
    guard let text = SendableText(text) else {
      return .failure(tr("There is nothing in the text that could be seen."))
    }
    guard text.string.utf8.count <= Draft.textLimit else {
      return .failure(
        tr("The text is too long for a message: %s KiB are the most.")
          .filling(String(Draft.textLimit >> 10)))
    }
    do throws(StoreError) {
      let target = try await target(name)
      let id: ConversationID
      switch target {
      case .success(let found): id = found
      case .failure(let fault): return .failure(fault.sentence)
      }
      let message = try await store.append(
        OutgoingMessage(body: text.string), to: id, isTyped: false)
      guard message.delivery == .queued, !isOnline else { return CommandReply() }
      return CommandReply(
        error: tr("Martlet is not running. The message is saved, and sent once it is."))
    } catch {
      return .failure(.store(error))
    }
  }

  private func target(
    _ name: String
  ) async throws(StoreError) -> Result<ConversationID, ConversationName.Fault> {
    let summaries = try await store.read { reader throws(StoreError) in try reader.summaries() }
    do throws(ConversationName.Fault) {
      return .success(try ConversationName.resolve(name, among: summaries).id)
    } catch {
      // The first note of all may come from the command line.
      guard case .unknown(ConversationName.notes) = error else { return .failure(error) }
      return .success(
        try await store.openConversation(
          .notes, with: "", title: tr("Notes to Self"), of: .local))
    }
  }

  private func importArchive(_ path: String) async -> CommandReply {
    do throws(ArchiveFault) {
      let result = try await store.importArchive(from: path)
      let new = trn("%s message imported", "%s messages imported", result.newMessages)
        .filling(String(result.newMessages))
      let known = trn("%s was there already", "%s were there already", result.knownMessages)
        .filling(String(result.knownMessages))
      return CommandReply(output: result.knownMessages > 0 ? "\(new), \(known)\n" : "\(new)\n")
    } catch {
      return .failure(error)
    }
  }
}
