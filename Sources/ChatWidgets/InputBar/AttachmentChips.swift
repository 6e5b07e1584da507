// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The files that wait to be sent, each with a preview and a way to take it out.
final class AttachmentChips {
  let widget = ScrolledWindow()
  private let row = Box(.horizontal, spacing: 8, role: .list)
  private var shown: [Draft.Attachment] = []
  private let onRemove: (Draft.Attachment) -> Void
  /// The side of a preview in pixels.
  private static let previewSide = 40

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

  /// The picture itself, once it is read; an icon for everything else.
  private func makePreview(_ attachment: Draft.Attachment) -> Widget {
    let isPicture = attachment.mediaType.hasPrefix("image/")
    let frame = Box(.vertical)
    frame.addStyle("attachment-preview")
    frame.requestSize(width: Self.previewSide, height: Self.previewSide)
    frame.clips = true
    frame.setAccessibleHidden(true)
    let icon = Image(icon: isPicture ? "image-x-generic-symbolic" : "text-x-generic-symbolic")
    icon.expandsVertically = true
    frame.append(icon)
    guard isPicture else { return frame }
    let side = Self.previewSide * 2 * max(1, widget.scaleFactor)
    Texture.load(attachment.path, side: side) { texture in
      guard let texture else { return }
      let picture = Picture(texture)
      picture.requestSize(width: Self.previewSide, height: Self.previewSide)
      picture.fills = true
      frame.remove(icon)
      frame.append(picture)
    }
    return frame
  }
}
