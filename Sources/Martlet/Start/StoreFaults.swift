// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What the user is told of a store that does not work: what happened, what is safe, what to do.
struct StoreFault: Equatable {
  var title: String
  var text: String
  /// Whether trying again may help without a restart.
  var canRetry: Bool

  init(_ error: StoreError) {
    canRetry = true
    switch error {
    case .inUse(let process):
      title = tr("Martlet is already running")
      let holder = process.map { tr("process %s").filling(String($0)) } ?? tr("another program")
      text = tr(
        "Your conversations are open in %s. Nothing is lost; use that window, or close it and try again."
      ).filling(holder)
    case .notAccessible(let path, let reason):
      title = tr("Your conversations cannot be opened")
      text = tr(
        "The folder %s cannot be read and written: %s. Give yourself access to it and try again."
      ).filling(path.isEmpty ? Folders.data : path, reason)
    case .diskFull:
      title = tr("The disk is full")
      text = tr(
        "There is no room left to save messages. Everything saved so far is safe; make some room and try again."
      )
    case .readOnly:
      title = tr("Your conversations cannot be written")
      text = tr(
        "The folder %s is read-only. Everything in it is safe; make it writable and try again."
      ).filling(Folders.data)
    case .inputOutput(let reason):
      title = tr("The disk does not answer as it should")
      text = tr("Reading or writing failed: %s. Check the disk, then try again.").filling(reason)
    case .busy:
      title = tr("Your conversations are in use")
      text = tr("Another program is using them. Wait a moment and try again.")
    case .damaged(let reason):
      title = tr("Your conversations are damaged")
      text = tr("The file could not be read: %s. It was left as it is.").filling(reason)
    case .newerVersion:
      title = tr("These conversations belong to a newer Martlet")
      text = tr(
        "They were last opened by a newer version and were left untouched. Install that version to read them."
      )
      canRetry = false
    case .migrationFailed(_, let reason):
      title = tr("Your conversations could not be brought up to date")
      text = tr("They were left as they were: %s.").filling(reason)
    case .notFound:
      title = tr("That is no longer there")
      text = tr("The message or conversation has been deleted.")
      canRetry = false
    case .statement(_, let reason):
      title = tr("Something went wrong in Martlet")
      text = tr("Nothing that was saved is lost: %s.").filling(reason)
    }
  }

  /// One line for a banner.
  var sentence: String { "\(title). \(text)" }
}
