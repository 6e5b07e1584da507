// SPDX-License-Identifier: MIT
import ChatCore
public import Gtk

/// Somebody in a ``PeopleList``.
public nonisolated struct Person: Hashable, Sendable {
  public var address: String
  public var name: String

  public init(address: String, name: String) {
    self.address = address
    self.name = name
  }
}

/// People to choose one of, in the look of the list of conversations.
public final class PeopleList {
  public var widget: Widget { rows.widget }

  /// Somebody was clicked, or Return was pressed on them.
  public var onActivate: (Person) -> Void = { _ in }
  /// The menu of somebody is asked for; the rectangle is their row in ``widget``.
  public var onMenu: (Person, Rectangle) -> Void = { _, _ in }

  /// A second line, such as the address and whether they are there; asked for of those in view.
  public var note: (Person) -> String = { $0.address }

  public private(set) var people: [Person] = []

  private let rows: RowList
  private let source = Source()

  public init() {
    rows = RowList(source, rowHeight: ConversationList.rowHeight, name: tr("People"))
    source.list = self
    rows.onSelect = { [weak self] in self?.rows.selection = $0 }
    rows.onActivate = { [weak self] in
      if let self, people.indices.contains($0) { onActivate(people[$0]) }
    }
    rows.onMenu = { [weak self] in
      if let self, people.indices.contains($0) { onMenu(people[$0], $1) }
    }
  }

  /// Shows `people` in this order, and selects the one with `address`, else the first.
  public func show(_ people: [Person], selecting address: String? = nil) {
    self.people = people
    let known = people.firstIndex { $0.address == address }
    rows.reload(selection: known ?? (people.isEmpty ? nil : 0))
  }

  /// Asks for the ``note`` of those in view again.
  public func refreshNotes() { rows.reload(selection: rows.selection) }

  public var selected: Person? {
    rows.selection.flatMap { people.indices.contains($0) ? people[$0] : nil }
  }

  /// Moves the selection, as far as there are people.
  public func move(by step: Int) { rows.moveSelection(by: step) }

  /// Moves the focus into the list.
  public func focus() { rows.focus() }

  private final class Source: RowListSource {
    weak var list: PeopleList?
    private let states = RowStates<ConversationRow>()

    var count: Int { list?.people.count ?? 0 }

    func makeRow() -> Widget { states.makeRow(ConversationRow()) }

    func fill(_ row: Widget, at index: Int) {
      guard let list, list.people.indices.contains(index), let state = states[row] else { return }
      let person = list.people[index]
      var content = ConversationRow.Content()
      content.title = SafeText.line(person.name)
      content.initials = Initials.of(person.name)
      content.colorKey = person.address
      content.text = SafeText.line(list.note(person))
      state.content = content
      row.setAccessibleLabel("\(content.title), \(content.text)")
    }
  }
}
