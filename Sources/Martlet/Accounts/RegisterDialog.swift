// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Makes a new account at a server (XEP-0077): asks which server, shows what that one asks, and adds
/// the account when the server has made it.
final class RegisterDialog {
  var window: Window { dialog.window }
  /// The account is made and signs in.
  var onDone: (AccountConnection) -> Void = { _ in }

  let dialog: Dialog
  let server = Entry(placeholder: "example.org")
  /// What is wrong, or what is going on.
  let message = Label.paragraph("")
  private(set) var questions: DataFormView?
  private(set) lazy var cancelButton = dialog.addButton(tr("Cancel")) { [weak self] in
    self?.window.close()
  }
  private(set) lazy var webButton = dialog.addButton(tr("Open Web Site")) { [weak self] in
    self?.openWebPage()
  }
  private(set) lazy var goButton = dialog.addButton(
    tr("Continue"), style: "suggested-action"
  ) { [weak self] in self?.go() }

  private let accounts: Accounts
  private let makeRegistrar: @MainActor (JID) async -> any AccountRegistrar
  private let serverPage = Box(.vertical, spacing: 12)
  private let formPage = Box(.vertical, spacing: 12)
  private let certificatePage = CertificatePage()
  private let progress = Box(.horizontal, spacing: 8)
  private let spinner = Spinner()

  private var step = Step.server { didSet { showStep() } }
  private var registrar: (any AccountRegistrar)?
  private var form: RegistrationForm?
  private var pin: CertificatePin?
  private var webPage: String?
  private var working: Task<Void, Never>?

  private enum Step {
    case server, form
    case certificate(CertificateQuestion)

    var isServer: Bool { if case .server = self { true } else { false } }
    var isForm: Bool { if case .form = self { true } else { false } }
  }

  init(
    _ accounts: Accounts, over parent: Window?,
    makeRegistrar: @escaping @MainActor (JID) async -> any AccountRegistrar = RegisterDialog
      .registration
  ) {
    self.accounts = accounts
    self.makeRegistrar = makeRegistrar
    dialog = Dialog(tr("New Account"), over: parent)
    let heading = Label.paragraph(tr("Server"), styles: "heading")
    server.setAccessibleLabel(tr("Server"))
    let column = Box(.vertical, spacing: 4)
    column.append(heading)
    column.append(server)
    serverPage.append(
      Label.paragraph(
        tr("Your address will be at this server. Any XMPP server that takes new people will do."),
        styles: "dim-label"))
    serverPage.append(column)
    message.expandsHorizontally = true
    progress.append(spinner)
    progress.append(message)
    for page in [serverPage, formPage, certificatePage.widget, progress] as [Widget] {
      dialog.content.append(page)
    }
    _ = (cancelButton, webButton, goButton)
    server.onChanged { [weak self] in self?.changed() }
    server.onActivate { [weak self] in self?.go() }
    window.onCloseRequest { [weak self] in
      self?.giveUp()
      return false
    }
    showStep()
  }

  private static func registration(at server: JID) async -> any AccountRegistrar {
    await AccountRegistration(server: server)
  }

  func present() {
    dialog.present(keeping: self)
    server.grabFocus()
  }

  // MARK: What is shown

  private var isWorking: Bool { working != nil }

  private func showStep() {
    serverPage.isVisible = step.isServer
    formPage.isVisible = step.isForm
    certificatePage.widget.isVisible = false
    switch step {
    case .server: goButton.label = tr("Continue")
    case .form: goButton.label = tr("Create Account")
    case .certificate(let question):
      certificatePage.show(question)
      certificatePage.widget.isVisible = true
      goButton.label = tr("Trust This Server")
    }
    changed()
    dialog.fit()
  }

  private func changed() {
    spinner.isVisible = isWorking
    spinner.isSpinning = isWorking
    serverPage.isSensitive = !isWorking
    formPage.isSensitive = !isWorking
    progress.isVisible = isWorking || !message.text.isEmpty
    webButton.isVisible = webPage != nil
    goButton.isSensitive = !isWorking && isAnswered
  }

  /// Whether what this step asks is answered.
  private var isAnswered: Bool {
    switch step {
    case .server: !server.text.isEmpty
    case .form: questions?.isComplete ?? false
    case .certificate: true
    }
  }

  private func say(_ text: String, isFault: Bool) {
    message.text = text
    message.setStyle("error", isFault)
    changed()
  }

  private func show(_ form: RegistrationForm) {
    for child in formPage.children { formPage.remove(child) }
    let form = form.answered(from: self.form)
    self.form = form
    let questions = DataFormView(form.form, pictures: form.pictures)
    self.questions = questions
    for (text, style) in [(form.form.title, "title-2"), (form.form.instructions, "dim-label")]
    where !text.isEmpty {
      formPage.append(Label.paragraph(SafeText.body(text), styles: style))
    }
    formPage.append(questions.widget)
    questions.onChanged = { [weak self] in self?.changed() }
    questions.onActivate = { [weak self] in self?.go() }
    step = .form
    questions.first?.grabFocus()
  }

  // MARK: What is done

  private func go() {
    guard goButton.isSensitive else { return }
    switch step {
    case .server: ask()
    case .form: submit()
    case .certificate(let question):
      pin = question.pin
      step = .server
      fetch { [pin = question.pin] registrar in await registrar.trust(pin) }
    }
  }

  /// Connects to the server that was typed.
  private func ask() {
    let text = server.text.split(whereSeparator: \.isWhitespace).joined()
    guard let domain = try? JID(text), domain.local == nil, domain.resource == nil else {
      server.setError(true)
      return say(tr("Enter the name of a server, such as example.org."), isFault: true)
    }
    server.setError(false)
    pin = nil
    webPage = nil
    form = nil
    let earlier = registrar
    registrar = nil
    fetch(from: domain) { _ in await earlier?.cancel() }
  }

  /// Asks the server for its questions.
  private func fetch(
    from domain: JID? = nil,
    after prepare: @escaping (any AccountRegistrar) async -> Void = { _ in }
  ) {
    begin(tr("Connecting…")) { dialog async throws(RegistrationFailure) in
      guard let registrar = await dialog.registrar(at: domain) else { return }
      await prepare(registrar)
      let form = try await registrar.form()
      dialog.end()
      dialog.say("", isFault: false)
      dialog.show(form)
    }
  }

  private func registrar(at domain: JID?) async -> (any AccountRegistrar)? {
    if let registrar { return registrar }
    guard let domain else { return nil }
    let made = await makeRegistrar(domain)
    registrar = made
    return made
  }

  private func submit() {
    guard var form, let questions, let registrar else { return }
    form.form = questions.form
    self.form = form
    let password = form["password"] ?? ""
    begin(tr("Creating the account…")) { dialog async throws(RegistrationFailure) in
      let address = try await registrar.submit(form)
      await dialog.add(address, password)
    }
  }

  private func add(_ address: JID, _ password: String) async {
    do throws(StoreError) {
      let connection = try await accounts.add(address, password: password, pin: pin)
      end()
      registrar = nil
      onDone(connection)
      window.close()
    } catch {
      end()
      say(StoreFault(error).sentence, isFault: true)
    }
  }

  private func begin(
    _ sentence: String,
    _ body: @escaping (RegisterDialog) async throws(RegistrationFailure) -> Void
  ) {
    working = Task { [weak self] in
      do throws(RegistrationFailure) {
        guard let self else { return }
        try await body(self)
      } catch {
        guard !Task.isCancelled else { return }
        self?.failed(error)
      }
    }
    say(sentence, isFault: false)
  }

  private func end() {
    working = nil
    changed()
  }

  private func failed(_ failure: RegistrationFailure) {
    end()
    switch failure {
    case .stream(.certificate(let question)):
      say("", isFault: false)
      step = .certificate(question)
      cancelButton.grabFocus()
      return
    case .notOffered(let page): webPage = page.flatMap(Self.safe)
    case .nameTaken, .notAccepted:
      // A question is asked once only; the answers that are not secret stay.
      let sentence = AccountText(failure).sentence
      begin(sentence) { dialog async throws(RegistrationFailure) in
        guard let registrar = dialog.registrar else { return }
        let form = try await registrar.form()
        dialog.end()
        dialog.show(form)
        dialog.say(sentence, isFault: true)
      }
      return
    case .stream, .tooMany, .other, .badName: break
    }
    say(AccountText(failure).sentence, isFault: true)
  }

  /// Only pages of the web are opened.
  private static func safe(_ page: String) -> String? {
    let lower = page.lowercased()
    return lower.hasPrefix("https://") || lower.hasPrefix("http://") ? page : nil
  }

  private func openWebPage() {
    guard let webPage else { return }
    UriOpener.open(webPage, over: window)
  }

  private func giveUp() {
    working?.cancel()
    working = nil
    Task { [registrar] in await registrar?.cancel() }
  }
}

extension RegistrationForm {
  /// With the answers that were given to an earlier one, but for secrets and the answer to a picture.
  fileprivate func answered(from earlier: RegistrationForm?) -> RegistrationForm {
    guard let earlier else { return self }
    var form = self
    for index in form.form.fields.indices {
      let field = form.form.fields[index]
      guard field.kind != .hidden, field.kind != .password, field.media.isEmpty,
        let before = earlier.form.fields.first(where: { $0.name == field.name }),
        before.kind == field.kind
      else { continue }
      form.form.fields[index].values = before.values
    }
    return form
  }
}
