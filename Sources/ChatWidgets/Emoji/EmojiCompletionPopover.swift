// SPDX-License-Identifier: MIT
import Gtk

/// The list of emoji beside the caret. It never takes the focus.
final class EmojiCompletionPopover {
  private let popover = Popover()
  private let list = Box(.vertical, role: .list)
  private var emoji: [Emoji] = []
  private var rows: [Row] = []
  private var selection = 0
  private(set) var isOpen = false

  var onPicked: (Emoji) -> Void = { _ in }
  var tone = SkinTone.none { didSet { if tone != oldValue { showTone() } } }

  /// The widgets of one row.
  private struct Row {
    let button: Button
    let sign: Label
  }

  init(parent: Widget) {
    WidgetResources.install()
    popover.isAutohide = false
    popover.hasArrow = false
    popover.canFocus = false
    popover.setPosition(.above)
    popover.addStyle("emoji-completion")
    popover.setAccessibleLabel(tr("Emoji suggestions"))
    popover.setChild(list)
    popover.setParent(parent)
    // A widget must not be finalized with children of others in it.
    parent.on("destroy") { [weak popover] _ in
      if popover?.parent != nil { popover?.unparent() }
    }
  }

  /// It is used no more.
  func end() { if popover.parent != nil { popover.unparent() } }

  var selected: Emoji? { emoji.indices.contains(selection) ? emoji[selection] : nil }

  func open(_ emoji: [Emoji], at caret: Rectangle) {
    if emoji != self.emoji {
      self.emoji = emoji
      selection = 0
      fill()
      if isOpen { popover.updateLayout() }
    }
    // The list stays where the colon was typed instead of running along with the caret.
    if !isOpen { popover.point(to: caret) }
    guard !isOpen else { return }
    isOpen = true
    select(0)
    popover.popUp()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    popover.popDown()
  }

  func move(by steps: Int) {
    guard !rows.isEmpty else { return }
    select((selection + steps + rows.count) % rows.count)
  }

  private func select(_ index: Int) {
    selection = index
    for (place, row) in rows.enumerated() {
      row.button.setStyle("selected", place == index)
    }
  }

  private func fill() {
    list.children.forEach(list.remove)
    rows = emoji.enumerated().map { place, emoji in
      let sign = Label(emoji.text(tone))
      sign.addStyle("emoji")
      let name = Label(emoji.name)
      name.alignment = 0
      name.ellipsize()
      name.expandsHorizontally = true
      let line = Box(.horizontal, spacing: 8)
      line.append(sign)
      line.append(name)
      if emoji.hasTones {
        let more = Image(icon: "go-next-symbolic")
        more.tooltip = tr("Right changes the skin tone")
        more.setAccessibleHidden(true)
        line.append(more)
      }
      let button = Button(cssName: "row")
      button.child = line
      button.canFocus = false
      button.setAccessibleLabel(emoji.name)
      button.onClicked { [weak self] in
        guard let self, self.emoji.indices.contains(place) else { return }
        onPicked(self.emoji[place])
      }
      list.append(button)
      return Row(button: button, sign: sign)
    }
    select(0)
  }

  private func showTone() {
    for (row, emoji) in zip(rows, emoji) { row.sign.text = emoji.text(tone) }
  }
}
