// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Chooses an emoji to react with: a few at hand, and all the others.
final class ReactionPicker {
  private let parent: Widget
  private var popover: Popover?
  private var place = Rectangle(x: 0, y: 0, width: 1, height: 1)

  init(parent: Widget) { self.parent = parent }

  /// What most people react with, after the usage counts that Unicode publishes.
  static let atHand = ["👍", "❤️", "😂", "😮", "😢", "🙏"]

  /// - Parameters:
  ///   - mine: what the user has reacted with already; choosing it takes it back.
  ///   - place: what it points to, in the parent's coordinates.
  func open(mine: [String], at place: Rectangle, choose: @escaping (String) -> Void) {
    close()
    self.place = place
    let row = Box(.horizontal, spacing: 2)
    row.addStyle("reaction-picker")
    let others = mine.filter { !Self.atHand.contains($0) }.prefix(Self.otherLimit)
    var first: Button?
    for emoji in Self.atHand + others {
      let isMine = mine.contains(emoji)
      let button = Button(label: emoji)
      button.hasFrame = false
      button.setStyle("chosen", isMine)
      button.setAccessibleLabel(
        (isMine ? tr("Take back %s") : tr("React with %s")).filling(emoji))
      button.onClicked { [weak self] in
        self?.popover?.popDown()
        choose(emoji)
      }
      row.append(button)
      first = first ?? button
    }
    let more = Button(icon: "view-more-horizontal-symbolic", name: tr("More emoji"))
    more.hasFrame = false
    more.onClicked { [weak self] in self?.openAll(choose) }
    row.append(more)
    show(Popover(child: row))
    first?.grabFocus()
  }

  private static let otherLimit = 4

  private func openAll(_ choose: @escaping (String) -> Void) {
    close()
    let chooser = EmojiChooser()
    chooser.onPicked(choose)
    show(chooser)
  }

  private func show(_ popover: Popover) {
    popover.setParent(parent)
    popover.setPosition(.above)
    popover.point(to: place)
    popover.onClosed { [weak self, weak popover] in
      // What was chosen still runs after this.
      MainLoop.whenIdle {
        guard let self, let popover, self.popover === popover else { return }
        self.close()
      }
    }
    self.popover = popover
    popover.popUp()
  }

  func close() {
    popover?.unparent()
    popover = nil
  }
}
