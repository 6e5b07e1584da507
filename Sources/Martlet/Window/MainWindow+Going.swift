// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Other conversations, by the keyboard.
extension MainWindow {
  func showSwitcher() {
    guard let model else { return }
    let switcher = QuickSwitcher(model.order, tint: appearance.accent, over: window)
    switcher.onChoose = { [weak self] in self?.select($0) }
    switcher.window.keepAlive(switcher)
    switcher.window.present()
  }

  /// Goes to the next or previous conversation of the list.
  func move(by step: Int) {
    guard let order = model?.order, !order.summaries.isEmpty else { return }
    let current = chat?.conversation.flatMap { order.index(of: $0.id) } ?? 0
    select(number: current + step + 1)
  }

  /// Goes to a conversation by its place in the list, from 1.
  func select(number: Int) {
    guard let summaries = model?.order.summaries, summaries.indices.contains(number - 1) else {
      return
    }
    select(summaries[number - 1].id)
  }
}
