// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What the user is told about how the store was opened.
enum OpeningNotice {
  static func sentence(for event: OpenOutcome.Event) -> String? {
    switch event {
    case .opened, .created, .migrated: nil
    }
  }
}
