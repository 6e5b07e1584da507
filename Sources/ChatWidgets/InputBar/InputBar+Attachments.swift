// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Pasting, dropping and attaching.
extension InputBar {
  /// Attaches files by path: they are shown above the field and kept in the draft.
  public func attach(files paths: [String]) {
    attach(files: paths, to: composed)
  }

  /// Takes files that are dropped anywhere on the content or the bar.
  func takeDrops() {
    let target = FileDropTarget()
    target.onDrop { [weak self] paths in
      guard let self, !paths.isEmpty else { return false }
      attach(files: paths)
      return true
    }
    target.onHover { [weak self] in self?.field.setStyle("drop-hover", $0) }
    root.addController(target)
  }

  // MARK: Pasting

  /// Takes over from GTK's own paste, which knows text only. What is read arrives later: it goes to
  /// the text that the user pasted into, whatever is shown by then.
  func paste() {
    let clipboard = Clipboard(of: textView)
    let target = composed
    switch PasteRules.form(of: clipboard.offer) {
    case .nothing:
      textView.errorBell()
    case .files:
      clipboard.readFiles { [weak self] paths in
        guard let self else { return }
        if paths.isEmpty, clipboard.offer.hasText {
          pasteText(from: clipboard, into: target)
        } else {
          attach(files: paths, to: target)
        }
      }
    case .text:
      pasteText(from: clipboard, into: target)
    case .picture(let type):
      pastePicture(type, from: clipboard, into: target)
    }
  }

  private func pasteText(from clipboard: Clipboard, into target: ComposedText) {
    clipboard.readText { [weak self] text in
      guard let self, let text else { return }
      insert(pasted: text, into: target)
    }
  }

  func insert(pasted text: String, into target: ComposedText) {
    let room = Draft.textLimit - target.byteCount
    switch PasteRules.verdict(on: text, room: room) {
    case .insert(let text):
      guard !text.isEmpty else { return }
      target.insert(text)
      if target === composed { textView.scrollToCaret() }
      tell(target)
    case .offerAsFile:
      let size = FileNames.size(Int64(text.utf8.count))
      notice.show(
        tr("The text is too long for a message ({size}).").replacing("{size}", with: size),
        action: tr("Attach as file")
      ) { [weak self] in self?.attach(text: text, to: target) }
    }
  }

  private func pastePicture(_ type: String, from clipboard: Clipboard, into target: ComposedText) {
    guard let path = newPath(name: tr("picture"), type: type) else { return }
    clipboard.save(type, to: path) { [weak self] result in
      switch result {
      case .success: self?.attach(files: [path], to: target)
      case .failure(let error): self?.tellFileFault(error.message)
      }
    }
  }

  private func attach(text: String, to target: ComposedText) {
    guard let path = newPath(name: tr("text"), type: "text/plain") else { return }
    LocalFile(path).write(text) { [weak self] result in
      switch result {
      case .success: self?.attach(files: [path], to: target)
      case .failure(let error): self?.tellFileFault(error.message)
      }
    }
  }

  private func tellFileFault(_ reason: String) {
    notice.show(tr("The file could not be kept: {reason}").replacing("{reason}", with: reason))
  }

  /// A path in ``filesFolder`` at which nothing is yet.
  private func newPath(name: String, type: String) -> String? {
    guard FileNames.makeFolder(filesFolder) else {
      tellFileFault(filesFolder)
      return nil
    }
    let time = DateText.format(Timestamp.now.microseconds / 1_000_000, "%Y-%m-%d %H-%M-%S")
    let ending =
      switch type {
      case "text/plain": "txt"
      case "image/svg+xml": "svg"
      case "image/jpeg": "jpg"
      default: String(type.split(separator: "/").last ?? "bin")
      }
    for number in 1..<1000 {
      let suffix = number == 1 ? "" : " \(number)"
      let path = "\(filesFolder)/\(name) \(time)\(suffix).\(ending)"
      if !FileNames.exists(path) { return path }
    }
    return nil
  }

  // MARK: Attaching

  private func attach(files paths: [String], to target: ComposedText) {
    for path in paths {
      LocalFile(path).readFacts { [weak self] result in
        self?.attach(path, result, to: target)
      }
    }
  }

  private func attach(
    _ path: String, _ result: Result<LocalFile.Facts, GLibError>, to target: ComposedText
  ) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch result {
    case .success(let facts) where facts.isRegular:
      guard target.attachments.count < Draft.attachmentLimit else {
        notice.show(tr("A message cannot have more files."))
        return
      }
      let attachment = Draft.Attachment(
        path: path, name: facts.name, mediaType: facts.mediaType, size: facts.size)
      guard !target.attachments.contains(attachment) else { return }
      target.attachments.append(attachment)
      tell(target)
    case .success:
      notice.show(
        tr("“{name}” is not a file that can be sent.").replacing("{name}", with: name))
    case .failure(let error) where error.isNotFound:
      notice.show(tr("“{name}” is not there any more.").replacing("{name}", with: name))
    case .failure(let error) where error.isPermissionDenied:
      notice.show(tr("You may not read “{name}”.").replacing("{name}", with: name))
    case .failure(let error):
      notice.show(
        tr("The file cannot be read: {reason}").replacing("{reason}", with: error.message))
    }
  }

  func remove(_ attachment: Draft.Attachment) {
    composed.attachments.removeAll { $0 == attachment }
    tell(composed)
    focus()
  }

  /// Shows and reports what has changed in a text, which may not be the shown one any more.
  private func tell(_ target: ComposedText) {
    if target === composed {
      updateAccessories()
      onChange()
    } else if let id = conversation(of: target) {
      onLateChange(id, target.draft(scroll: target.scroll))
    }
  }
}
