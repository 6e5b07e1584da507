// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// Adds an account: an address and a password, nothing else. It also asks again for the password of
/// an account that is here already, and what to think of a certificate.
///
/// What is asked follows the account: a wrong password leads back to the field, a certificate that
/// nobody vouches for to a question, and when the account is online, it closes.
final class SignInDialog {
  var window: Window { dialog.window }
  /// The account is online.
  var onDone: (AccountConnection) -> Void = { _ in }

  enum Purpose {
    case add
    /// Asks for the password of an account, or shows what else keeps it offline.
    case resume(AccountConnection)
  }

  let dialog: Dialog
  let address = Entry(placeholder: "name@example.org")
  let password = PasswordEntry()
  /// For who has none yet.
  let newAccountButton = Button(label: tr("New Account…"))
  /// What is wrong, or what is going on.
  let message = Label.paragraph("")
  private(set) lazy var cancelButton = dialog.addButton(tr("Cancel")) { [weak self] in
    self?.cancel()
  }
  private(set) lazy var goButton = dialog.addButton(
    tr("Sign In"), style: "suggested-action"
  ) { [weak self] in self?.go() }

  private let accounts: Accounts
  private let form = Box(.vertical, spacing: 12)
  private let progress = Box(.horizontal, spacing: 8)
  private let spinner = Spinner()
  private let question = CertificatePage()
  private var connection: AccountConnection?
  /// Whether closing takes back what was begun; then also whether conversations were there before.
  private var begun: (connection: AccountConnection, hadHistory: Bool)?
  private var following: Task<Void, Never>?
  private var takingBack: Task<Void, Never>?
  private var asked: CertificateQuestion?

  /// - Parameter known: The address that is to be added, when that is known.
  init(
    _ accounts: Accounts, _ purpose: Purpose, address known: JID? = nil, over parent: Window?
  ) {
    self.accounts = accounts
    let title =
      if case .add = purpose { tr("Add an Account") } else { tr("Sign In") }
    dialog = Dialog(title, over: parent)
    makeForm(purpose)
    dialog.content.append(form)
    dialog.content.append(question.widget)
    showQuestion(false)
    _ = (cancelButton, goButton)
    newAccountButton.align(horizontal: .start)
    newAccountButton.onClicked { [weak self] in self?.register(over: parent) }
    address.onChanged { [weak self] in self?.changed() }
    password.onChanged { [weak self] in self?.changed() }
    address.onActivate { [weak self] in self?.password.grabFocus() }
    password.onActivate { [weak self] in self?.go() }
    window.onCloseRequest { [weak self] in
      self?.takeBack()
      return false
    }
    if case .resume(let connection) = purpose {
      self.connection = connection
      address.text = connection.address.description
      follow(connection)
    }
    if let known { address.text = known.description }
    changed()
  }

  isolated deinit { following?.cancel() }

  func present() {
    dialog.present(keeping: self)
    if address.text.isEmpty { address.grabFocus() } else { password.grabFocus() }
  }

  private func makeForm(_ purpose: Purpose) {
    if case .add = purpose {
      form.append(
        Label.paragraph(
          tr("With an address and a password of any XMPP server."), styles: "dim-label"))
    }
    address.setPurpose(.address)
    form.append(field(tr("Address"), address))
    form.append(field(tr("Password"), password))
    switch purpose {
    case .add: form.append(newAccountButton)
    case .resume: address.isSensitive = false
    }
    progress.append(spinner)
    message.expandsHorizontally = true
    progress.append(message)
    form.append(progress)
  }

  private func field(_ name: String, _ entry: Widget) -> Widget {
    let label = Label.paragraph(name, styles: "heading")
    entry.setAccessibleLabel(name)
    let column = Box(.vertical, spacing: 4)
    column.append(label)
    column.append(entry)
    return column
  }

  // MARK: What is shown

  private var isWorking = false {
    didSet {
      spinner.isSpinning = isWorking
      spinner.isVisible = isWorking
      address.isSensitive = !isWorking && connection == nil
      newAccountButton.isSensitive = !isWorking
      password.isSensitive = !isWorking
      changed()
    }
  }

  private func changed() {
    spinner.isVisible = isWorking
    goButton.isSensitive =
      !isWorking && (asked != nil || !address.text.isEmpty && !password.text.isEmpty)
    if !isWorking { address.setError(false) }
  }

  private func show(_ text: AccountText, isFault: Bool) {
    message.text = text.sentence
    message.setStyle("error", isFault)
  }

  private func show(fault sentence: String) {
    show(AccountText(title: sentence), isFault: true)
  }

  // MARK: What is done

  private func go() {
    guard goButton.isSensitive else { return }
    if let asked { return trust(asked) }
    let secret = password.text
    if let connection {
      show(AccountText(.connecting), isFault: false)
      isWorking = true
      connection.signIn(secret)
      return
    }
    switch TypedAddress.read(address.text) {
    case .failure(let fault):
      show(fault: fault.sentence)
      address.setError(true)
      address.grabFocus()
    case .success(let jid):
      address.text = jid.description
      add(jid, secret)
    }
  }

  private func add(_ address: JID, _ secret: String) {
    isWorking = true
    show(AccountText(.connecting), isFault: false)
    Task { [weak self, accounts, takingBack] in
      await takingBack?.value
      guard !accounts.has(address) else {
        self?.isWorking = false
        self?.show(fault: tr("This account is here already."))
        return
      }
      let hadHistory = accounts.all.contains { $0.address == address }
      do throws(StoreError) {
        let connection = try await accounts.add(address, password: secret)
        guard let self, window.isVisible else {
          // Closed meanwhile: that was a "no".
          try await accounts.remove(connection, keepingHistory: hadHistory)
          return
        }
        begun = (connection, hadHistory)
        self.connection = connection
        follow(connection)
      } catch {
        self?.isWorking = false
        self?.show(fault: StoreFault(error).sentence)
      }
    }
  }

  private func trust(_ question: CertificateQuestion) {
    asked = nil
    showQuestion(false)
    goButton.label = tr("Sign In")
    isWorking = true
    show(AccountText(.connecting), isFault: false)
    connection?.trust(question)
  }

  private func follow(_ connection: AccountConnection) {
    following?.cancel()
    following = Task { [weak self] in
      let conditions = Observations { (connection.condition, connection.keepingFault) }
      for await (condition, _) in conditions { self?.follow(condition) }
    }
  }

  private func follow(_ condition: AccountCondition) {
    switch condition {
    case .connecting:
      show(AccountText(condition), isFault: false)
      isWorking = true
    case .online: finish()
    case .needsPassword:
      isWorking = false
      if begun != nil { forgetAddress() }
      show(AccountText(condition), isFault: true)
      password.grabFocus()
    case .needsUser(.certificate(let question)):
      isWorking = false
      ask(question)
    case .waiting, .needsUser, .failed, .disabled, .removed:
      isWorking = false
      if begun != nil { forgetAddress() }
      show(AccountText(condition), isFault: true)
    }
  }

  /// The address may be what is wrong: what was begun with it is taken back, and both can be
  /// changed.
  private func forgetAddress() {
    takeBack()
    connection = nil
    address.isSensitive = true
  }

  private func ask(_ question: CertificateQuestion) {
    asked = question
    self.question.show(question)
    showQuestion(true)
    goButton.label = tr("Trust This Server")
    changed()
    cancelButton.grabFocus()
  }

  private func showQuestion(_ isShown: Bool) {
    form.isVisible = !isShown
    question.widget.isVisible = isShown
    dialog.fit()
  }

  private func finish() {
    guard let connection else { return }
    following?.cancel()
    begun = nil
    onDone(connection)
    window.close()
  }

  private func cancel() { window.close() }

  /// Goes on with making an account instead.
  private func register(over parent: Window?) {
    let dialog = RegisterDialog(accounts, over: parent)
    dialog.onDone = onDone
    window.close()
    dialog.present()
  }

  /// Leaves nothing behind of an account that was not added after all.
  private func takeBack() {
    guard let begun else { return }
    self.begun = nil
    following?.cancel()
    takingBack = Task { [accounts] in
      // A row that stays is one that asks for its password; nothing of the user's is in it.
      try? await accounts.remove(begun.connection, keepingHistory: begun.hadHistory)
    }
  }
}
