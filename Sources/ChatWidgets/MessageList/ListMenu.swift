// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The menu of a message: right click, long press, Menu key.
final class ListMenu {
  private weak var list: ListState?
  private let group = ActionGroup()
  private var popover: MenuPopover?
  private var target: Message?
  /// Of the message: the one that was pressed on, else the first ones.
  private var links: [Link] = []
  private var place = Rectangle(x: 0, y: 0, width: 1, height: 1)
  private let picker: ReactionPicker

  /// Called for "Details".
  var onDetails: ((Message) -> Void)?

  init(_ list: ListState) {
    self.list = list
    picker = ReactionPicker(parent: list.widget)
    add("copy") { $0.copyChosen(withNames: false) }
    add("copy-with-names") { $0.copyChosen(withNames: true) }
    for number in 0..<Self.linkLimit {
      add("open-link-\(number)") { menu in menu.onLink(number) { $0.onLink?($1, menu.place) } }
      add("copy-link-\(number)") { menu in
        menu.onLink(number) { Clipboard(of: $0.widget).set($1.target) }
      }
    }
    add("select") { menu in menu.onTarget { menu.list?.enterSelectionMode($0) } }
    add("react") { menu in menu.onTarget { menu.pickReaction($0) } }
    add("answered") { menu in
      if let reply = menu.target?.reply { menu.list?.jump(toAnswered: reply) }
    }
    add("earlier") { menu in menu.onTarget { menu.list?.showEarlierTexts(of: $0) } }
    add("details") { menu in menu.onTarget { menu.onDetails?($0) } }
    for (name, path) in Self.hooks {
      add(name) { menu in menu.onTarget { menu.list?.actions[keyPath: path]?($0) } }
    }
    list.widget.insertActionGroup(group, prefix: "message")
  }

  private static let hooks: [(String, KeyPath<MessageActions, MessageActions.Action?>)] = [
    ("reply", \.reply), ("edit", \.edit), ("retract", \.retract), ("retry", \.retry),
    ("delete", \.delete),
  ]

  private func add(_ name: String, _ body: @escaping (ListMenu) -> Void) {
    group.add(
      Action(name) { [weak self] in
        if let self { body(self) }
      })
  }

  private func onTarget(_ body: (Message) -> Void) {
    if let target { body(target) }
  }

  private func onLink(_ number: Int, _ body: (ListState, Link) -> Void) {
    if let list, links.indices.contains(number) { body(list, links[number]) }
  }

  /// More would be a page of links.
  private static let linkLimit = 3

  private func pickReaction(_ message: Message) {
    let mine = message.reactions.filter { $0.senders.contains(.me) }.map(\.emoji)
    picker.open(mine: mine, at: list?.bubblePlace(message.id) ?? place) { [weak self] emoji in
      self?.list?.actions.react?(message, emoji)
    }
  }

  private func copyChosen(withNames: Bool) {
    guard let list, let target else { return }
    if !isSelected(target) { list.select(target) }
    list.copy(withNames: withNames)
  }

  private func isSelected(_ message: Message) -> Bool {
    list?.selection?.bytes(of: message.position, length: .max) != nil
  }

  // MARK: Showing

  /// Opens at a point in the list, for the message there.
  func popUp(x: Double, y: Double) {
    guard let list, let hit = list.textPlace(x: x, y: y) else { return }
    target = hit.message
    // Without a pointer there is no other way to a link.
    links =
      list.link(x: x, y: y).map { [$0] }
      ?? Array((list.bubble(hit.message.id)?.content?.text.links ?? []).prefix(Self.linkLimit))
    place = Rectangle(x: Int(x), y: Int(y), width: 1, height: 1)
    close()
    picker.close()
    let popover = MenuPopover(model(for: hit.message))
    popover.setParent(list.widget)
    popover.hasArrow = false
    popover.align(horizontal: list.widget.isRightToLeft ? .end : .start)
    popover.point(to: place)
    popover.onClosed { [weak self, weak popover] in
      // The item that was chosen still runs after this.
      MainLoop.whenIdle {
        guard let self, self.popover === popover else { return }
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

  private func model(for message: Message) -> Menu {
    let copying = Menu()
    copying.add(tr("Copy"), action: "message.copy")
    if spansSeveral || message.kind == .text {
      copying.add(tr("Copy With Names and Times"), action: "message.copy-with-names")
    }
    copying.add(tr("Select"), action: "message.select")
    let menu = Menu()
    let answering = section(answers(message))
    if let answering { menu.add(section: answering) }
    for (number, link) in links.enumerated() {
      let section = Menu()
      let name = links.count > 1 ? Self.name(of: link) : nil
      section.add(
        name.map { tr("Open %s").filling($0) } ?? tr("Open Link"),
        action: "message.open-link-\(number)")
      section.add(
        name.map { tr("Copy %s").filling($0) } ?? tr("Copy Link"),
        action: "message.copy-link-\(number)")
      menu.add(section: section)
    }
    menu.add(section: copying)
    if let changing = section(changes(message)) { menu.add(section: changing) }
    let looking = Menu()
    if message.reply != nil, !message.isRetracted {
      looking.add(tr("Go to Quoted Message"), action: "message.answered")
    }
    if message.edited != nil, !message.isRetracted, list?.actions.earlierTexts != nil {
      looking.add(tr("Show Earlier Texts"), action: "message.earlier")
    }
    looking.add(tr("Details"), action: "message.details")
    menu.add(section: looking)
    return menu
  }

  /// What tells a link from others in a menu, where an underscore would mark a letter as a key.
  private static func name(of link: Link) -> String {
    let bare = link.target.firstRange(of: "://").map { String(link.target[$0.upperBound...]) }
    let whole = bare ?? link.target
    let name = whole.count > nameLimit ? whole.prefix(nameLimit) + "…" : whole[...]
    return String(name).replacing("_", with: "__")
  }

  private static let nameLimit = 30  // characters

  private var spansSeveral: Bool { list?.selection.map { !$0.isWithinOneMessage } ?? false }

  private func section(_ items: [(label: String, action: String)]) -> Menu? {
    guard !items.isEmpty else { return nil }
    let menu = Menu()
    for item in items { menu.add(item.label, action: "message.\(item.action)") }
    return menu
  }

  private func answers(_ message: Message) -> [(label: String, action: String)] {
    guard let actions = list?.actions, message.kind == .text, !message.isRetracted else {
      return []
    }
    var items: [(String, String)] = []
    if actions.reply != nil { items.append((tr("Reply"), "reply")) }
    if actions.react != nil { items.append((tr("React"), "react")) }
    return items
  }

  private func changes(_ message: Message) -> [(label: String, action: String)] {
    guard let actions = list?.actions, message.kind == .text else { return [] }
    var items: [(String, String)] = []
    let hasFailed = if case .failed = message.delivery { true } else { false }
    if hasFailed {
      if actions.retry != nil { items.append((tr("Retry"), "retry")) }
    } else if message.isEditable {
      if actions.edit != nil { items.append((tr("Edit"), "edit")) }
      if actions.retract != nil { items.append((tr("Delete for Everybody"), "retract")) }
    }
    if actions.delete != nil, hasFailed || actions.deletesAll {
      items.append((tr("Delete"), "delete"))
    }
    return items
  }
}
