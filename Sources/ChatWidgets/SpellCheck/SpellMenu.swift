// SPDX-License-Identifier: MIT
import Gtk

/// What the context menu of a text view offers for a word that is underlined, and the languages.
@MainActor final class SpellMenu {
  private unowned let checker: SpellChecker
  private let view: TextView
  private let menu = Menu()
  private let suggestions = Menu()
  private let commands = Menu()
  private let languages = Menu()
  private let actions = ActionGroup()
  private let keys = KeyController(.capture)
  private let click = ClickGesture(button: 3)
  private var language = Action("language", choice: "") { _ in }
  private var target: (text: String, range: Range<Int>)?

  static let mostSuggestions = 5

  init(_ checker: SpellChecker) {
    self.checker = checker
    view = checker.view
    menu.add(section: suggestions)
    menu.add(section: commands)
    menu.add(section: languages)
  }

  func attach() {
    actions.add(Action("replace", text: { [weak self] in self?.replace(with: $0) }))
    actions.add(Action("add") { [weak self] in self?.accept(forGood: true) })
    actions.add(Action("ignore") { [weak self] in self?.accept(forGood: false) })
    language = Action("language", choice: "") { [weak self] in
      self?.checker.choose($0.isEmpty ? nil : $0)
    }
    actions.add(language)
    // Nothing to press: an item without an action that is enabled is grey.
    let none = Action("none") {}
    none.isEnabled = false
    actions.add(none)
    view.insertActionGroup(actions, prefix: "spelling")
    // Before the view opens its menu, whichever way it is asked to.
    click.phase = .capture
    click.onPressed { [weak self] _, x, y in
      guard let self else { return }
      prepare(at: view.offset(x: x, y: y))
    }
    view.addController(click)
    keys.onPressed { [weak self] event in
      guard let self else { return false }
      if event.key == .menu || (event.key == .f10 && event.modifiers == .shift) {
        prepare(at: checker.buffer.caret)
      }
      return false
    }
    view.addController(keys)
  }

  isolated deinit {
    view.removeController(click)
    view.removeController(keys)
    view.insertActionGroup(nil, prefix: "spelling")
    view.setExtraMenu(nil)
  }

  /// The languages or the state of the checker have changed.
  func update() {
    languages.removeAll()
    let isOffered = checker.isEnabled && !checker.languages.isEmpty
    view.setExtraMenu(isOffered ? menu : nil)
    guard isOffered else { return }
    let list = Menu()
    list.add(tr("Automatic"), action: "spelling.language", text: "")
    for tag in checker.languages {
      list.add(tag.replacing("_", with: "-"), action: "spelling.language", text: tag)
    }
    languages.add(submenu: list, label: tr("Spelling Language"))
    language.choice = checker.choice ?? ""
  }

  /// Offers what there is for the word at `offset`.
  func prepare(at offset: Int?) {
    target = offset.flatMap(checker.wrongWord)
    suggestions.removeAll()
    commands.removeAll()
    guard let target, let language = checker.language else { return }
    suggestions.add(tr("Looking for suggestions…"), action: "spelling.none")
    commands.add(tr("Add to Dictionary"), action: "spelling.add")
    commands.add(tr("Ignore"), action: "spelling.ignore")
    let (engine, word) = (checker.engine, SpellChecker.plain(target.text))
    Task { [weak self] in
      let found = await engine.suggestions(for: word, in: language)
      guard let self, let now = self.target, now == target else { return }
      show(found)
    }
  }

  private func show(_ found: [String]) {
    suggestions.removeAll()
    if found.isEmpty { suggestions.add(tr("No suggestions"), action: "spelling.none") }
    for word in found.prefix(Self.mostSuggestions) {
      suggestions.add(word, action: "spelling.replace", text: word)
    }
  }

  private func replace(with text: String) {
    guard let target else { return }
    checker.replace(target.range, target.text, with: text)
  }

  private func accept(forGood: Bool) {
    guard let target else { return }
    checker.accept(target.text, forGood: forGood)
  }

  /// What the menu says now; for tests.
  var labels: [String] { (suggestions.labels + commands.labels) }
}
