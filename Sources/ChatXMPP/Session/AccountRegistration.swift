// SPDX-License-Identifier: GPL-3.0-or-later

/// Why there is no new account.
public enum RegistrationFailure: Error, Hashable, Sendable {
  /// The server could not be reached, its certificate is in question, and so on.
  case stream(StreamFailure)
  /// The server makes no accounts this way. `webPage`: there, if it said where.
  case notOffered(webPage: String?)
  /// Somebody has this name already.
  case nameTaken
  /// The answers were not accepted: a wrong answer to the picture, a weak password. `text` is what
  /// the server said. Ask for a new form.
  case notAccepted(text: String)
  /// Too many accounts from here, or too fast: later.
  case tooMany(text: String)
  case other(RequestFailure)
  /// The name given is no part of an address.
  case badName
}

/// Makes an account at a server (XEP-0077), over a stream of its own, encrypted like any other.
///
/// ```
/// let registration = await AccountRegistration(server: try JID("example.org"))
/// var form = try await registration.form()
/// // Show form.form.fields and form.pictures; put the answers into form.form.fields[…].values.
/// let address = try await registration.submit(form)
/// ```
/// After `.notAccepted` and `.nameTaken` call ``form()`` again: a question is asked once only. A
/// certificate in question ends it with `.stream(.certificate)`; set the pin and call ``form()``.
@NetworkActor
public final class AccountRegistration {
  /// Where and how to connect; the address in it is the server's, the password is not used.
  public var configuration: StreamConfiguration
  private let resolver: any Resolver
  private let clock: any StreamClock
  private var connection: StreamConnection?
  private var isSecured = false
  private var waiting: CheckedContinuation<Result<XMLElement, RegistrationFailure>, Never>?
  private var awaitedID = ""
  private var timer: StreamTimer?
  /// The connection and then the answer: people wait for it in front of a form.
  private static let limit: Duration = .seconds(60)

  public convenience init(server: JID) {
    self.init(
      StreamConfiguration(address: server.server, password: ""), resolver: SystemResolver(),
      clock: SystemClock())
  }

  init(
    _ configuration: StreamConfiguration, resolver: any Resolver, clock: any StreamClock
  ) {
    self.configuration = configuration
    self.resolver = resolver
    self.clock = clock
  }

  /// What the server asks. Connects if there is no connection. One call at a time.
  public func form() async throws(RegistrationFailure) -> RegistrationForm {
    let iq = try await exchange("get", Registration.request)
    guard let form = RegistrationForm(iq) else { throw .notOffered(webPage: nil) }
    guard !form.form.fields.isEmpty else { throw .notOffered(webPage: form.webPage) }
    return form
  }

  /// Hands in the form. Returns the address of the new account; its password is what the form's
  /// field "password" holds.
  public func submit(_ form: RegistrationForm) async throws(RegistrationFailure) -> JID {
    guard let name = form["username"],
      let address = try? JID(local: name, domain: configuration.address.domain)
    else { throw .badName }
    _ = try await exchange("set", form.submission())
    cancel()
    return address
  }

  /// Gives it up. Nothing happens when nothing is going on.
  public func cancel() {
    connection?.close {}
    connection = nil
    isSecured = false
    finish(.failure(.other(.disconnected)))
  }

  // MARK: The stream

  private func exchange(
    _ type: String, _ payload: XMLElement
  ) async throws(RegistrationFailure) -> XMLElement {
    finish(.failure(.other(.disconnected)))
    awaitedID = StanzaID.random()
    let iq = XMLElement(
      "iq", Namespace.client,
      ["type": type, "id": awaitedID, "to": configuration.address.domain], children: [payload])
    timer = clock.schedule(after: Self.limit) { [weak self] in
      self?.finish(.failure(.other(.noAnswer)))
    }
    let result = await withCheckedContinuation { continuation in
      waiting = continuation
      if isSecured { connection?.write(iq.xml()) } else { connect(sending: iq) }
    }
    return try result.get()
  }

  private func connect(sending iq: XMLElement) {
    connection?.abort()
    let connection = StreamConnection(
      configuration, purpose: .register, resolver: resolver, clock: clock
    ) { [weak self] event in
      guard let self else { return }
      switch event {
      case .negotiated(.secured(let features)):
        // Some servers offer it without saying so; those answer the request all the same.
        _ = features
        self.isSecured = true
        self.connection?.write(iq.xml())
      case .element(let element, _): self.received(element)
      case .ended(let failure):
        self.connection = nil
        self.isSecured = false
        self.finish(.failure(.stream(failure)))
      case .negotiated, .batchEnded: break
      }
    }
    self.connection = connection
    connection.start()
  }

  private func received(_ element: XMLElement) {
    guard element.isNamed("iq", Namespace.client), element["id"] == awaitedID else { return }
    guard element["type"] == "error" else { return finish(.success(element)) }
    let failure = RequestFailure(element)
    guard case .refused(let condition, let text) = failure else {
      return finish(.failure(.other(failure)))
    }
    let page = element.child("query", Registration.namespace).flatMap(OutOfBand.link)?.address
    let reason: RegistrationFailure =
      switch condition {
      case "conflict": .nameTaken
      case "not-acceptable", "not-authorized", "bad-request", "forbidden":
        .notAccepted(text: text)
      case "resource-constraint", "policy-violation": .tooMany(text: text)
      case "service-unavailable", "feature-not-implemented", "not-allowed":
        .notOffered(webPage: page)
      default: .other(failure)
      }
    finish(.failure(reason))
  }

  private func finish(_ result: Result<XMLElement, RegistrationFailure>) {
    timer?.cancel()
    timer = nil
    waiting?.resume(returning: result)
    waiting = nil
  }
}
