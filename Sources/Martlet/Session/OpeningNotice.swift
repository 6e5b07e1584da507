// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What the user is told about how the store was opened.
enum OpeningNotice {
  /// Nil when nothing happened that concerns the user.
  static func sentence(for event: OpenOutcome.Event) -> String? {
    switch event {
    case .opened, .created, .migrated:
      return nil
    case .readOnly(let error):
      return StoreFault(error).sentence
    case .recovered(let recovery):
      let saved = trn(
        "%s message was saved from it.", "%s messages were saved from it.", recovery.messages
      ).filling(String(recovery.messages))
      let rest = recovery.isComplete ? "" : " " + tr("Some of it could not be read.")
      return tr("The file of your conversations was damaged. It is kept at %s.")
        .filling(recovery.setAside) + " " + saved + rest
    }
  }
}
