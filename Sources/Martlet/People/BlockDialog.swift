// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Asks before somebody is blocked, and whether those who run the own server are to be told why
/// (XEP-0191, XEP-0377).
final class BlockDialog {
  /// They are blocked.
  var onBlocked: () -> Void = {}

  let dialog: Dialog
  /// What the server is told: nothing, spam, abuse.
  let choices: [(button: CheckButton, reason: BlockReport.Reason?)]
  let words = Entry()
  let namesMessages = CheckButton(label: tr("Name their latest messages in the report"))
  let report = Box(.vertical, spacing: 6)
  let message = Label.paragraph("", styles: "error")
  private(set) var blockButton: Button?

  private let details = Box(.vertical, spacing: 6)
  private let address: JID
  private let connection: AccountConnection
  private let refusesRequest: Bool
  /// What the archive calls their latest messages.
  private var messages: [String] = []

  /// - Parameter refusesRequest: They wait for an answer, which is a no then.
  init(
    _ address: JID, name: String, _ connection: AccountConnection, refusesRequest: Bool = false,
    over parent: Window?
  ) {
    self.address = address
    self.connection = connection
    self.refusesRequest = refusesRequest
    choices = [
      (CheckButton(label: tr("Tell nobody")), nil),
      (CheckButton(label: tr("Report spam")), .spam),
      (CheckButton(label: tr("Report abuse")), .abuse),
    ]
    let title = tr("Block %s?").filling(SafeText.line(name))
    dialog = Dialog(title, over: parent, width: 400)
    dialog.content.append(Label.paragraph(title, styles: "title-2"))
    let line = address.description.onOneLine
    if line != SafeText.line(name) {
      dialog.content.append(Label.paragraph(line, styles: "dim-label"))
    }
    dialog.content.append(
      Label.paragraph(tr("Nothing of theirs reaches you on any device. They are not told.")))
    layOutReport()
    message.isVisible = false
    dialog.content.append(message)
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    blockButton = dialog.addButton(tr("Block"), style: "destructive-action") { [weak self] in
      self?.block()
    }
    prepare()
  }

  func present() {
    // Return blocks nobody.
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }

  private func layOutReport() {
    report.append(
      Label.paragraph(tr("Tell those who run your server why?"), styles: "heading"))
    for (button, _) in choices {
      if let first = choices.first?.button, first != button { button.join(first) }
      button.onChanged { [weak self] _ in self?.showDetails() }
      button.align(horizontal: .start)
      report.append(button)
    }
    choices.first?.button.isOn = true
    let caption = Label.paragraph(tr("What happened, if you want to say"))
    words.setAccessibleLabel(tr("What happened, if you want to say"))
    words.onActivate { [weak self] in self?.block() }
    for part in [caption, words, namesMessages] as [Widget] { details.append(part) }
    namesMessages.align(horizontal: .start)
    details.margin(start: 24)
    details.isVisible = false
    report.append(details)
    report.isVisible = false
    dialog.content.append(report)
  }

  private var reason: BlockReport.Reason? { choices.first { $0.button.isOn }?.reason }

  private func showDetails() {
    details.isVisible = reason != nil
    dialog.fit()
  }

  /// Asks what can be reported.
  private func prepare() {
    Task { [weak self, connection, address] in
      guard await connection.service?.canReport == true else { return }
      let (id, count) = (connection.id, Self.lookBack)
      let latest = try? await connection.store.read { reader throws(StoreError) in
        try reader.conversation(with: address.description, of: id).map {
          chat throws(StoreError) in try reader.latest(count, in: chat)
        }
      }
      self?.offerReport(on: latest ?? [])
    }
  }

  private func offerReport(on latest: [Message]) {
    messages = latest.filter { !$0.sender.isMe }.compactMap(\.archiveID)
      .suffix(Self.reportLimit)
    namesMessages.isVisible = !messages.isEmpty
    namesMessages.isOn = !messages.isEmpty
    report.isVisible = true
    dialog.fit()
  }

  private static let lookBack = 50
  /// Messages; who wants to see more asks the archive.
  private static let reportLimit = 10

  private func block() {
    guard blockButton?.isSensitive == true else { return }
    let report = reason.map { reason in
      BlockReport(
        reason, text: String(words.text.onOneLine.trimmed.prefix(1_000)),
        messages: namesMessages.isOn ? messages : [])
    }
    setWorking(true)
    Task { [weak self, connection, address, refusesRequest] in
      do throws(RequestFailure) {
        guard let people = connection.service else { throw .disconnected }
        // Once they are blocked, no answer reaches them.
        if refusesRequest { try await people.refuseRequest(of: address) }
        try await people.block(address, report: report)
        await connection.updateRequests()
        self?.onBlocked()
        self?.dialog.window.close()
      } catch {
        self?.say(error.sentence)
      }
    }
  }

  private func setWorking(_ isWorking: Bool) {
    message.isVisible = false
    report.isSensitive = !isWorking
    blockButton?.isSensitive = !isWorking
  }

  private func say(_ sentence: String) {
    setWorking(false)
    dialog.say(sentence, on: message)
  }
}
