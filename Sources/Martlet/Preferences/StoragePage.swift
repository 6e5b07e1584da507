// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// How much each conversation keeps on this device.
final class StoragePage {
  let widget = Box(.vertical)

  private var loading: Task<Void, Never>?

  /// Those that keep the most; the rest is summed up in a last row.
  private static let limit = 10

  init(_ session: Session) {
    widget.addStyle("card")
    widget.append(row(tr("Counting…"), ""))
    loading = Task { [weak self, store = session.store] in
      let found = try? await store.read { reader throws(StoreError) in
        let titles = try reader.summaries().map { ($0.id, $0.title) }
        return (try reader.storageUse(), Dictionary(titles, uniquingKeysWith: { $1 }))
      }
      if let (uses, titles) = found { self?.show(uses, titles) }
    }
  }

  isolated deinit { loading?.cancel() }

  private func show(_ uses: [StorageUse], _ titles: [ConversationID: String]) {
    for child in widget.children { widget.remove(child) }
    for use in uses.prefix(Self.limit) {
      append(row(SafeText.line(titles[use.conversation] ?? ""), words(use.messages, use.bytes)))
    }
    let rest = uses.dropFirst(Self.limit)
    if !rest.isEmpty {
      let name = trn("%s more conversation", "%s more conversations", rest.count)
        .filling(String(rest.count))
      append(
        row(name, words(rest.map(\.messages).reduce(0, +), rest.map(\.bytes).reduce(0, +))))
    }
    if uses.isEmpty { append(row(tr("Nothing is kept yet"), "")) }
  }

  private func append(_ row: Widget) {
    if widget.firstChild != nil { widget.append(Separator(.horizontal)) }
    widget.append(row)
  }

  private func words(_ messages: Int, _ bytes: Int) -> String {
    trn("%s message", "%s messages", messages).filling(String(messages)) + " · "
      + FileNames.size(Int64(bytes))
  }

  private func row(_ name: String, _ value: String) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    row.margin(start: 12, end: 12, top: 10, bottom: 10)
    let title = Label(name)
    title.alignment = 0
    title.ellipsize()
    title.expandsHorizontally = true
    let size = Label(value)
    size.addStyle("dim-label", "caption")
    row.append(title)
    row.append(size)
    return row
  }
}
