// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Shows what keys do, and lets the user change it: a click on a row waits for new keys.
final class ShortcutsWindow {
  let window = Window()
  /// Called with the table after each change.
  var onChange: (ShortcutTable) -> Void = { _ in }

  private var table: ShortcutTable
  private let column = Box(.vertical, spacing: 6)
  private let hint = Label()
  /// The shortcut that waits for keys.
  private var waiting: String?
  /// The shortcut that was changed or is about to be: rows are made anew, and the focus stays with it.
  private var current: String?
  /// What the last change took from another shortcut, in a sentence.
  private var taken: String?

  init(_ table: ShortcutTable, over parent: Window?) {
    self.table = table
    window.title = tr("Keyboard Shortcuts")
    window.setTransient(for: parent)
    window.isModal = true
    window.defaultSize = (520, 640)
    let scroller = ScrolledWindow(child: column)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.expandsVertically = true
    hint.addStyle("dim-label")
    hint.wrap(minimumCharacters: 20)
    hint.centerLines()
    hint.margin(start: 12, end: 12, top: 12, bottom: 12)
    let all = Box(.vertical)
    // A screen reader speaks what changes in it.
    let status = Box(.horizontal, role: .status)
    hint.expandsHorizontally = true
    status.append(hint)
    all.append(status)
    all.append(Separator(.horizontal))
    all.append(scroller)
    window.child = all
    column.margin(start: 12, end: 12, top: 12, bottom: 18)
    let keys = KeyController(.capture)
    keys.onPressed { [weak self] in self?.handle($0) ?? false }
    window.addController(keys)
    fill()
  }

  private func fill() {
    for child in column.children { column.remove(child) }
    hint.text =
      waiting == nil
      ? taken ?? tr("Click a shortcut to change its keys.")
      : tr("Press the new keys. Escape leaves it as it is, Backspace takes its keys away.")
    var focus: Widget?
    for group in ShortcutTable.Group.allCases {
      let heading = Label(group.title)
      heading.addStyle("heading")
      heading.alignment = 0
      heading.margin(top: 12)
      column.append(heading)
      for shortcut in table.shortcuts where shortcut.group == group {
        let row = row(shortcut)
        column.append(row)
        if shortcut.id == current { focus = row }
      }
    }
    let reset = Button(label: tr("Bring back all standard keys"))
    reset.align(horizontal: .center)
    reset.margin(top: 18)
    reset.onClicked { [weak self] in self?.resetAll() }
    column.append(reset)
    focus?.grabFocus()
  }

  private func row(_ shortcut: ShortcutTable.Shortcut) -> Widget {
    let title = Label(shortcut.title)
    title.alignment = 0
    title.expandsHorizontally = true
    title.wrap(minimumCharacters: 10)
    let content = Box(.horizontal, spacing: 12)
    content.append(title)
    let isWaiting = waiting == shortcut.id
    let keys = table.keys(of: shortcut)
    if isWaiting {
      let label = Label(tr("New keys…"))
      label.addStyle("accent-text")
      content.append(label)
    } else {
      // One below the other, so that a phone has room for them.
      let choices = Box(.vertical, spacing: 4)
      // Those of the keypad are drawn like those of the keyboard.
      let drawn = keys.filter { !$0.contains("KP_") }
      for choice in keys.isEmpty ? [""] : drawn.isEmpty ? keys : drawn {
        let label = ShortcutLabel(choice, none: tr("none"))
        // Keys are written from left to right everywhere, and their start is the left.
        label.align(horizontal: choices.isRightToLeft ? .start : .end)
        choices.append(label)
      }
      choices.align(vertical: .center)
      content.append(choices)
    }
    let names = keys.compactMap(Accelerator.label)
    let spoken = names.isEmpty ? tr("none") : names.joined(separator: ", ")
    let button = Button(child: content, name: "\(shortcut.title): \(spoken)")
    button.hasFrame = false
    button.onClicked { [weak self] in
      self?.waiting = isWaiting ? nil : shortcut.id
      self?.current = shortcut.id
      self?.taken = nil
      self?.refill()
    }
    return button
  }

  /// Rows are made anew, so not from within a click on one of them.
  private func refill() { MainLoop.whenIdle { [weak self] in self?.fill() } }

  private func handle(_ event: KeyEvent) -> Bool {
    guard let id = waiting else {
      guard event.key == .escape else { return false }
      window.close()
      return true
    }
    switch event.key {
    case .escape:
      waiting = nil
      refill()
    case .backspace where event.modifiers.isEmpty:
      change(id, to: [])
    default:
      guard let keys = Accelerator.text(event.key, event.modifiers) else { return true }
      change(id, to: [keys])
    }
    return true
  }

  private func change(_ id: String, to keys: [String]) {
    taken =
      keys.lazy.compactMap { [table] key in
        table.owner(of: key, otherThan: id).map { owner in
          tr("%s was taken from “%s”.").filling(Accelerator.label(key) ?? key, owner.title)
        }
      }.first
    table.setKeys(keys, of: id)
    waiting = nil
    onChange(table)
    refill()
  }

  private func resetAll() {
    for shortcut in table.shortcuts { table.setKeys(nil, of: shortcut.id) }
    (current, taken) = (nil, nil)
    onChange(table)
    refill()
  }
}
