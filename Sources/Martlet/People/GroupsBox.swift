// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The groups of contacts that an account has, each with a mark whether somebody is in it, and a
/// field for a new one.
final class GroupsBox {
  let widget = Box(.vertical, spacing: 6)
  /// Somebody is in these groups now.
  var onChange: ([String]) -> Void = { _ in }

  let newName = Entry(placeholder: tr("New group"))
  let addButton = Button(label: tr("Add"))
  private(set) var marks: [CheckButton] = []

  private let list = Box(.vertical, spacing: 2)
  private var names: [String] = []
  private var chosen: Set<String> = []
  /// What is known of elsewhere, last.
  private var known: (all: Set<String>, chosen: [String])?

  /// Characters of a group's name.
  private static let nameLimit = 200

  init() {
    widget.append(Label.paragraph(tr("Groups"), styles: "heading"))
    widget.append(list)
    let row = Box(.horizontal, spacing: 8)
    newName.setAccessibleLabel(tr("New group"))
    newName.expandsHorizontally = true
    newName.onActivate { [weak self] in self?.add() }
    newName.onChanged { [weak self] in self?.showState() }
    addButton.onClicked { [weak self] in self?.add() }
    row.append(newName)
    row.append(addButton)
    widget.append(row)
    showState()
  }

  /// Shows what groups there are, and in which somebody is. What is shown already stays as it is:
  /// the user may be ahead of the server.
  func show(all: Set<String>, chosen: [String]) {
    if let known, known.all == all, known.chosen == chosen { return }
    known = (all, chosen)
    let names = all.union(chosen).sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    guard names != self.names || Set(chosen) != self.chosen else { return }
    self.chosen = Set(chosen)
    self.names = names
    fill()
  }

  /// Goes back to what was shown last: the server did not take the change.
  func reset() {
    guard let known else { return }
    self.known = nil
    show(all: known.all, chosen: known.chosen)
  }

  private func fill() {
    let focused = marks.firstIndex { $0.hasFocus }
    for child in list.children { list.remove(child) }
    marks = names.map { name in
      let mark = CheckButton(label: name.onOneLine)
      mark.align(horizontal: .start)
      mark.isOn = chosen.contains(name)
      mark.onChanged { [weak self] isOn in self?.change(name, isOn) }
      list.append(mark)
      return mark
    }
    if let focused { marks[min(focused, marks.count - 1)].grabFocus() }
  }

  private func change(_ name: String, _ isIn: Bool) {
    if isIn { chosen.insert(name) } else { chosen.remove(name) }
    onChange(names.filter(chosen.contains))
  }

  private var typedName: String { String(newName.text.onOneLine.trimmed.prefix(Self.nameLimit)) }

  private func showState() { addButton.isSensitive = !typedName.isEmpty }

  private func add() {
    let name = typedName
    guard !name.isEmpty else { return }
    newName.text = ""
    // The same in other letters is the same to people.
    let existing = names.first { $0.lowercased() == name.lowercased() }
    if existing == nil {
      names.append(name)
      names.sort { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }
    chosen.insert(existing ?? name)
    fill()
    onChange(names.filter(chosen.contains))
  }
}
