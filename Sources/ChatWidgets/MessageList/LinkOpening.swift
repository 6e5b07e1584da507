// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Opens links, and asks first where a link may not lead where it seems to.
final class LinkOpening {
  private let parent: Widget
  private var popover: Popover?
  private let open: (Link) -> Void

  /// - Parameter open: called for a link that is to be opened.
  init(parent: Widget, open: @escaping (Link) -> Void) {
    self.parent = parent
    self.open = open
  }

  /// The host that a link hides; nil where what is read is what is opened.
  static func hiddenHost(of link: Link) -> String? {
    switch link.caution {
    case .none: nil
    case .note(let host), .warn(let host): host
    }
  }

  func press(_ link: Link, at place: Rectangle) {
    guard case .warn(let host) = link.caution else { return open(link) }
    ask(link, host, at: place)
  }

  private func ask(_ link: Link, _ host: String, at place: Rectangle) {
    close()
    let column = Box(.vertical, spacing: 12)
    column.margin(start: 12, end: 12, top: 12, bottom: 12)
    let sentence = Label(
      tr("This link leads to %s. It may be made to look like another address.")
        .filling(SafeText.isolated(host)))
    sentence.wrap(minimumCharacters: 24, maximumCharacters: 36)
    sentence.alignment = 0
    let buttons = Box(.horizontal, spacing: 8)
    buttons.align(horizontal: .end)
    let cancel = Button(label: tr("Cancel"))
    cancel.onClicked { [weak self] in self?.popover?.popDown() }
    let confirm = Button(label: tr("Open Anyway"))
    confirm.addStyle("destructive-action")
    confirm.onClicked { [weak self] in
      self?.popover?.popDown()
      self?.open(link)
    }
    buttons.append(cancel)
    buttons.append(confirm)
    column.append(sentence)
    column.append(buttons)
    let popover = Popover(child: column)
    popover.setParent(parent)
    popover.point(to: place)
    popover.onClosed { [weak self, weak popover] in
      MainLoop.whenIdle {
        guard let self, self.popover === popover else { return }
        self.close()
      }
    }
    self.popover = popover
    popover.popUp()
    cancel.grabFocus()
  }

  func close() {
    popover?.unparent()
    popover = nil
  }
}
