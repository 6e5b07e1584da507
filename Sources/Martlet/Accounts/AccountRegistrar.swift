// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Who makes accounts at a server: `AccountRegistration`, or a stand-in in tests.
nonisolated protocol AccountRegistrar: Sendable {
  /// What the server asks.
  func form() async throws(RegistrationFailure) -> RegistrationForm
  /// Hands in the answers; returns the address of the new account.
  func submit(_ form: RegistrationForm) async throws(RegistrationFailure) -> JID
  /// Connects in spite of a certificate from now on.
  func trust(_ pin: CertificatePin) async
  /// Gives it up.
  func cancel() async
}

nonisolated extension AccountRegistration: AccountRegistrar {
  func trust(_ pin: CertificatePin) async { await set(pin) }

  @NetworkActor private func set(_ pin: CertificatePin) { configuration.pin = pin }
}

extension AccountText {
  /// Why there is no new account.
  init(_ failure: RegistrationFailure) {
    self.init(title: "")
    switch failure {
    case .stream(let failure): self.init(failure)
    case .notOffered:
      title = tr("This server makes no accounts this way")
      text = tr("Its web site may, or another server.")
    case .nameTaken:
      title = tr("Somebody has this name already")
      text = tr("Choose another one.")
    case .notAccepted(let words):
      title = tr("The server did not accept the answers")
      text = words.onOneLine
    case .tooMany(let words):
      title = tr("The server makes no more accounts for you just now")
      text = words.onOneLine
    case .other(let failure): title = failure.sentence
    case .badName: title = tr("The name has a character that addresses cannot have")
    }
  }
}
