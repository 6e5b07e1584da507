// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Writes conversations into files that the user names, and takes archives in again.
final class ArchiveFiles {
  /// What came of it, in a sentence.
  var onDone: (_ sentence: String) -> Void = { _ in }
  /// Whether a file is being written or read.
  private(set) var isBusy = false {
    didSet { onBusyChanged(isBusy) }
  }
  var onBusyChanged: (Bool) -> Void = { _ in }

  private let store: Store

  init(_ store: Store) { self.store = store }

  // MARK: Writing

  /// Asks where to write everything to, as an archive.
  func exportAll(over parent: Window?) {
    let day = DateText.format(Timestamp.now.seconds, "%Y-%m-%d")
    FileChooser.save(
      title: tr("Export Everything"), accept: tr("_Export"), name: "martlet-\(day).json",
      over: parent
    ) { [weak self] paths in
      if let path = paths.first { self?.write(.archive, of: nil, to: path) }
    }
  }

  /// Asks where to write one conversation to.
  func export(
    _ conversation: ConversationSummary, as form: ConversationDocument, over parent: Window?
  ) {
    let suffix = form == .html ? ".html" : ".txt"
    FileChooser.save(
      title: tr("Export a Conversation"), accept: tr("_Export"),
      name: FileName.saved(conversation.title + suffix), over: parent
    ) { [weak self] paths in
      if let path = paths.first { self?.write(.document(form), of: conversation, to: path) }
    }
  }

  private func write(
    _ form: Command.Export.Form, of conversation: ConversationSummary?, to path: String
  ) {
    isBusy = true
    let words = DocumentWords.inThisLanguage
    Task { [weak self, store] in
      let sentence: String
      do throws(ArchiveFault) {
        try await Self.write(form, of: conversation?.id, from: store, words: words, to: path)
        sentence = tr("Saved as %s.").filling(path.onOneLine)
      } catch {
        sentence = error.sentence
      }
      self?.isBusy = false
      self?.onDone(sentence)
    }
  }

  /// Writes on another thread, with a reader of its own: years of messages take seconds, and nobody
  /// who reads waits for them.
  @concurrent nonisolated private static func write(
    _ form: Command.Export.Form, of conversation: ConversationID?, from store: Store,
    words: DocumentWords, to path: String
  ) async throws(ArchiveFault) {
    let reader: StoreReader
    do throws(StoreError) { reader = try store.makeReader() } catch { throw .store(error) }
    let file: OutputFile
    do throws(FileFailure) { file = try OutputFile(path: path) } catch { throw .file(error) }
    switch (form, conversation) {
    case (.document(let document), let conversation?):
      try document.write(conversation, of: reader, words: words, to: file)
    default: try reader.writeArchive(of: conversation, to: file)
    }
    do throws(FileFailure) { try file.finish() } catch { throw .file(error) }
  }

  // MARK: Reading

  /// Asks for an archive, and takes in what is not here yet.
  func importArchive(over parent: Window?) {
    FileChooser.open(
      title: tr("Import an Archive"), accept: tr("_Import"), over: parent, multiple: false
    ) { [weak self] paths in
      if let path = paths.first { self?.read(path) }
    }
  }

  private func read(_ path: String) {
    isBusy = true
    Task { [weak self, store] in
      let reply = await WritingCommands(store: store).run(.importArchive(path: path))
      self?.isBusy = false
      self?.onDone(reply.status == 0 ? reply.output.trimmed + "." : reply.error)
    }
  }
}
