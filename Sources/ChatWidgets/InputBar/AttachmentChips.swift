// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The files that wait to be sent, each with a preview and a way to take it out.
final class AttachmentChips {
  let widget = ScrolledWindow()
  private let row = Box(.horizontal, spacing: 8, role: .list)
  private var shown: [Draft.Attachment] = []
  private let onRemove: (Draft.Attachment) -> Void

  init(onRemove: @escaping (Draft.Attachment) -> Void) {
    self.onRemove = onRemove
    row.setAccessibleLabel(tr("Attached files"))
    row.margin(start: 12, end: 12, top: 8)
    widget.child = row
    widget.setPolicy(horizontal: .automatic, vertical: .never)
    widget.propagateNatural(width: false, height: true)
    widget.isVisible = false
  }

  func show(_ attachments: [Draft.Attachment]) {
    guard attachments != shown else { return }
    shown = attachments
    for chip in row.children { row.remove(chip) }
    for attachment in attachments { row.append(makeChip(attachment)) }
    widget.isVisible = !attachments.isEmpty
  }

  private func makeChip(_ attachment: Draft.Attachment) -> Widget {
    let chip = Box(.horizontal, spacing: 8, role: .listItem)
    chip.addStyle("attachment-chip")
    let name = Label(attachment.name)
    name.ellipsize(.middle)
    name.limitWidth(characters: 22)
    name.addStyle("attachment-name")
    let facts = Label(
      tr("{size}, waits for file transfer")
        .replacing("{size}", with: FileNames.size(attachment.size)))
    facts.addStyle("attachment-facts")
    let lines = Box(.vertical)
    for label in [name, facts] {
      label.alignment = 0
      lines.append(label)
    }
    lines.align(vertical: .center)
    let remove = Button(
      icon: "window-close-symbolic",
      name: tr("Remove {name}").replacing("{name}", with: name.text))
    remove.hasFrame = false
    remove.align(vertical: .center)
    remove.onClicked { [weak self] in self?.onRemove(attachment) }
    for child in [makePreview(attachment), lines, remove] { chip.append(child) }
    chip.setAccessibleLabel("\(name.text), \(facts.text)")
    return chip
  }

  private func makePreview(_ attachment: Draft.Attachment) -> Widget {
    let isPicture = attachment.mediaType.hasPrefix("image/")
    let preview = CustomWidget(
      AttachmentPreview(icon: isPicture ? "image-x-generic-symbolic" : "text-x-generic-symbolic"),
      role: .presentation, cssName: "attachment-preview")
    preview.state.attach()
    preview.align(vertical: .center)
    if isPicture { preview.state.load(attachment.path) }
    return preview
  }
}
