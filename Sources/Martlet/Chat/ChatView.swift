// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

final class ChatView {
  let widget: Widget
  var tint: Color
  var onFault: (String) -> Void = { _ in }
  let title: String

  init(
    _ conversation: ConversationID, session: Session, tint: Color, preferences: Preferences?
  ) {
    widget = Box(.vertical)
    title = "Notes to Self"
    self.tint = tint
  }
  func start(in window: Window) {}
  func saveDraftNow() {}
}
