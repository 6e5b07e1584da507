// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Exporting everything and importing it again, in the preferences.
final class ArchivePage {
  let widget = Box(.vertical)
  /// The archive was taken in, or a file written; says so.
  var onDone: () -> Void = {}

  private let files: ArchiveFiles
  /// What a screen reader says by itself when it changes.
  private let status = Box(.vertical, role: .status)
  private let outcome = Label.paragraph("", styles: "caption")
  private let exportButton = Button(label: tr("Export…"))
  private let importButton = Button(label: tr("Import…"))

  init(_ store: Store) {
    files = ArchiveFiles(store)
    widget.addStyle("card")
    widget.append(
      PreferencesRow.make(
        tr("Export everything"),
        tr("One file (JSON) that Martlet can import again. Whoever has the file can read it."),
        exportButton))
    widget.append(Separator(.horizontal))
    widget.append(
      PreferencesRow.make(
        tr("Import an archive"),
        tr("Takes in what is not here yet. Nothing is overwritten, and nothing is sent."),
        importButton))
    status.margin(start: 12, end: 12, bottom: 10)
    status.append(outcome)
    status.isVisible = false
    widget.append(status)
    exportButton.onClicked { [weak self] in
      if let self { files.exportAll(over: widget.window) }
    }
    importButton.onClicked { [weak self] in
      if let self { files.importArchive(over: widget.window) }
    }
    files.onBusyChanged = { [weak self] in self?.show(isBusy: $0) }
    files.onDone = { [weak self] sentence in
      self?.say(sentence)
      self?.onDone()
    }
  }

  private func show(isBusy: Bool) {
    for button in [exportButton, importButton] { button.isSensitive = !isBusy }
    if isBusy { say(tr("This may take a moment…")) }
  }

  /// Says what came of something, for as long as the window is open.
  func say(_ sentence: String) {
    outcome.text = sentence
    status.isVisible = true
  }
}
