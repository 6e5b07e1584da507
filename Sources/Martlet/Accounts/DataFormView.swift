// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// The questions of a form (XEP-0004 §3.3) to be answered: each with its name and the control that
/// fits to its kind. What the server says is text, never more.
final class DataFormView {
  let widget = Box(.vertical, spacing: 12)
  /// An answer has changed.
  var onChanged: () -> Void = {}
  /// Return was pressed in a line.
  var onActivate: () -> Void = {}

  /// The form with the answers so far.
  private(set) var form: DataForm
  private let pictures: [String: RemotePicture]
  /// What takes the focus first.
  private(set) var first: Widget?

  /// Device pixels of the longer side of a picture that belongs to a question.
  private static let pictureSide = 480

  init(_ form: DataForm, pictures: [String: RemotePicture]) {
    self.form = form
    self.pictures = pictures
    for index in form.fields.indices { add(index) }
  }

  /// Whether all is answered that must be.
  var isComplete: Bool { form.missing.isEmpty }

  private func add(_ index: Int) {
    let field = form.fields[index]
    guard field.kind != .hidden else { return }
    guard field.kind != .note else {
      let note = field.values.joined(separator: "\n")
      if !note.isEmpty { widget.append(Label.paragraph(SafeText.body(note), styles: "dim-label")) }
      return
    }
    let name = Self.name(of: field)
    let column = Box(.vertical, spacing: 4)
    if field.kind != .yesNo { column.append(Label.paragraph(name, styles: "heading")) }
    for media in field.media { show(media, in: column) }
    let control = control(for: field, at: index, name: name)
    if first == nil { first = control }
    column.append(control)
    widget.append(column)
  }

  /// The names of the fields without a form (XEP-0077 §14.1) in the user's language, else what the
  /// server calls it.
  private static func name(of field: DataForm.Field) -> String {
    guard field.label == field.name else { return SafeText.line(field.label) }
    return switch field.name {
    case "username": tr("Name")
    case "password": tr("Password")
    case "email": tr("Email")
    default: SafeText.line(field.name)
    }
  }

  private func answer(_ index: Int, _ values: [String]) {
    form.fields[index].values = values
    onChanged()
  }

  // MARK: Controls

  private func control(for field: DataForm.Field, at index: Int, name: String) -> Widget {
    switch field.kind {
    case .password: passwordEntry(index, name)
    case .choice where !field.options.isEmpty: dropDown(field, index, name)
    case .choices: checks(field, index)
    case .yesNo: check(field, index, name)
    case .line, .lines, .address, .addresses, .choice, .note, .hidden: entry(field, index, name)
    }
  }

  private func entry(_ field: DataForm.Field, _ index: Int, _ name: String) -> Widget {
    let entry = Entry()
    entry.text = SafeText.line(field.values.joined(separator: " "))
    if field.kind == .address || field.name == "email" { entry.setPurpose(.address) }
    follow(entry, index, name)
    return entry
  }

  private func passwordEntry(_ index: Int, _ name: String) -> Widget {
    let entry = PasswordEntry()
    follow(entry, index, name)
    return entry
  }

  private func follow(_ entry: some TextEntry, _ index: Int, _ name: String) {
    entry.setAccessibleLabel(name)
    // The entry holds its handlers: through it they would hold it for ever.
    entry.onChanged { [weak self, weak entry] in
      guard let text = entry?.text else { return }
      self?.answer(index, text.isEmpty ? [] : [text])
    }
    entry.onActivate { [weak self] in self?.onActivate() }
    keep(entry)
  }

  private func dropDown(_ field: DataForm.Field, _ index: Int, _ name: String) -> Widget {
    let options = field.options
    let down = DropDown(options.map { SafeText.line($0.label) })
    down.setName(name)
    down.selected = options.firstIndex { field.values.contains($0.value) } ?? 0
    form.fields[index].values = [options[down.selected].value]
    down.onSelected { [weak self] place in
      guard options.indices.contains(place) else { return }
      self?.answer(index, [options[place].value])
    }
    return down
  }

  private func checks(_ field: DataForm.Field, _ index: Int) -> Widget {
    let column = Box(.vertical, spacing: 4)
    for option in field.options {
      let check = CheckButton(label: SafeText.line(option.label))
      check.isOn = field.values.contains(option.value)
      check.onChanged { [weak self] isOn in
        guard let self else { return }
        let others = self.form.fields[index].values.filter { $0 != option.value }
        answer(index, isOn ? others + [option.value] : others)
      }
      column.append(check)
    }
    return column
  }

  private func check(_ field: DataForm.Field, _ index: Int, _ name: String) -> Widget {
    let check = CheckButton(label: name)
    check.isOn = field.values.first.map { $0 == "1" || $0 == "true" } ?? false
    check.onChanged { [weak self] isOn in self?.answer(index, [isOn ? "1" : "0"]) }
    return check
  }

  /// Handles that controls are read through live as long as the form.
  private var kept: [Widget] = []
  private func keep(_ entry: Widget) { kept.append(entry) }

  // MARK: Pictures

  private func show(_ media: DataForm.Field.Media, in column: Box) {
    // One on the web would tell its owner who looks; it is not fetched.
    guard media.type.hasPrefix("image/"), let remote = pictures[media.address] else { return }
    let picture = Picture(description: tr("The picture that the question is about"))
    picture.align(horizontal: .start)
    column.append(picture)
    Task { picture.show(await Texture.decode(remote.bytes, side: Self.pictureSide)) }
  }
}
