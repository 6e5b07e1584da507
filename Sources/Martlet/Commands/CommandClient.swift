// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Glibc
import Gtk

/// Runs a command of the command line, from beginning to exit status.
///
/// Reading goes to the files, beside whoever has them. Writing takes the folder; when a Martlet that
/// runs has it, the command is handed over to that one.
struct CommandClient {
  let folder: String

  /// Another command is done within milliseconds, and a Martlet that starts answers soon after it
  /// has taken the folder; whoever still has it then is no Martlet of this session.
  private static let patience: Duration = .seconds(5)
  private static let pause: Duration = .milliseconds(50)

  func run(_ command: Command) -> Int32 {
    switch command {
    case .list, .export, .search: return say(read(command))
    case .send(let conversation, nil):
      guard let text = StandardInput.text(limit: Draft.textLimit + 1) else {
        return say(.failure(tr("The text on standard input could not be read.")))
      }
      return run(.send(conversation: conversation, text: text))
    case .send: return say(MainLoop.run { await write(command) })
    case .importArchive(nil):
      // It is read twice, which a pipe does not allow.
      guard let file = StandardInput.spool() else {
        return say(.failure(tr("What comes on standard input could not be kept for a while.")))
      }
      defer { unlink(file) }
      return run(.importArchive(path: file))
    case .importArchive(let path?):
      let command = Command.importArchive(path: Self.absolute(path))
      return say(MainLoop.run { await write(command) })
    }
  }

  private func say(_ reply: CommandReply) -> Int32 {
    if !reply.output.isEmpty { print(reply.output, terminator: "") }
    if !reply.error.isEmpty { Console.error(reply.error) }
    return reply.status
  }

  // MARK: Reading

  private func read(_ command: Command) -> CommandReply {
    do throws(ArchiveFault) {
      let reader: StoreReader?
      do throws(StoreError) {
        reader = try StoreReader.open(at: folder)
      } catch {
        throw .store(error)
      }
      guard let reader else { return nothingYet(command) }
      return try read(command, from: ReadingCommands(reader: reader))
    } catch {
      // As grep does: 1 is "nothing found", 2 is "could not look".
      var reply = CommandReply.failure(error)
      if case .search = command { reply.status = 2 }
      return reply
    }
  }

  private func nothingYet(_ command: Command) -> CommandReply {
    switch command {
    case .list(asJSON: true): CommandReply(output: "[]\n")
    case .list: CommandReply()
    case .search: CommandReply(status: 1)
    default: .failure(tr("There are no conversations yet."))
    }
  }

  private func read(
    _ command: Command, from commands: ReadingCommands
  ) throws(ArchiveFault) -> CommandReply {
    switch command {
    case .list(let asJSON):
      try Self.write(to: nil) { output throws(ArchiveFault) in
        if asJSON {
          try commands.reader.writeListing(to: output)
        } else {
          try commands.list(to: output)
        }
      }
    case .export(let export):
      var conversation: ConversationSummary?
      if let name = export.conversation {
        let all = try commands.summaries()
        do throws(ConversationName.Fault) {
          conversation = try ConversationName.resolve(name, among: all)
        } catch {
          return .failure(error.sentence)
        }
      }
      try Self.write(to: export.output) { output throws(ArchiveFault) in
        try commands.export(export.form, conversation, to: output)
      }
    case .search(let search):
      var found = 0
      try Self.write(to: nil) { output throws(ArchiveFault) in
        found = try commands.search(search, to: output)
      }
      return CommandReply(status: found > 0 ? 0 : 1)
    case .send, .importArchive: break
    }
    return CommandReply()
  }

  private static func write(
    to path: String?, _ body: (any TextOutput) throws(ArchiveFault) -> Void
  ) throws(ArchiveFault) {
    let file: OutputFile
    do throws(FileFailure) {
      file =
        if let path { try OutputFile(path: path) } else {
          OutputFile(descriptor: STDOUT_FILENO, name: tr("standard output"))
        }
    } catch {
      throw .file(error)
    }
    try body(file)
    do throws(FileFailure) { try file.finish() } catch { throw .file(error) }
  }

  // MARK: Writing

  private func write(_ command: Command) async -> CommandReply {
    let clock = MainLoopClock()
    let deadline = clock.now + Self.patience
    while true {
      do throws(StoreError) {
        let outcome = try Store.open(at: folder)
        let reply = await WritingCommands(store: outcome.store, isOnline: false).run(command)
        await outcome.store.close()
        return reply
      } catch {
        guard case .inUse = error else { return .failure(.store(error)) }
        if let reply = await CommandHost.handOver(command, of: folder) { return reply }
        guard clock.now < deadline else { return .failure(.store(error)) }
      }
      try? await clock.sleep(for: Self.pause)
    }
  }

  /// The path as another process, which is somewhere else, understands it.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}
