// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Deletes a conversation after the user has read what goes.
final class ConversationDeletion {
  /// Tells the user what went wrong, in a sentence.
  var onFault: (String) -> Void = { _ in }
  var onDeleted: (ConversationID) -> Void = { _ in }

  private let store: Store

  init(_ store: Store) { self.store = store }

  func ask(_ summary: ConversationSummary, over parent: Window?) {
    Task { [weak self, store] in
      let uses = try? await store.read { reader throws(StoreError) in try reader.storageUse() }
      let count = uses?.first { $0.conversation == summary.id }?.messages ?? 0
      self?.ask(summary, messages: count, over: parent)
    }
  }

  private func ask(_ summary: ConversationSummary, messages: Int, over parent: Window?) {
    let name = SafeText.line(summary.title)
    let text =
      trn(
        "%s message, what you were writing, and all settings of this conversation are deleted from this device. The server and the other side keep what they have.",
        "%s messages, what you were writing, and all settings of this conversation are deleted from this device. The server and the other side keep what they have.",
        messages
      ).filling(String(messages))
    let dialog = ConfirmDialog(
      tr("Delete the conversation with %s?").filling(name), text: text, confirm: tr("Delete"),
      over: parent)
    // Whoever asked may be gone before the user has answered; the dialog keeps this.
    dialog.onConfirm = { [self] in delete(summary.id) }
    dialog.present()
  }

  private func delete(_ id: ConversationID) {
    Task { [self] in
      do throws(StoreError) {
        try await store.deleteConversation(id)
        onDeleted(id)
      } catch {
        onFault(StoreFault(error).sentence)
      }
    }
  }
}
