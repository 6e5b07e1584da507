// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// What the user reads of an account that is not simply online: what is the matter, and what to do.
struct AccountText: Equatable {
  /// What is the matter, in a few words.
  var title: String
  /// What is safe and what to do; may be empty.
  var text: String = ""
  /// What a button beside it does; nil when there is nothing to do but wait.
  var remedy: Remedy?

  enum Remedy: Equatable {
    case enterPassword, reviewCertificate(CertificateQuestion), tryNow, turnOn, addAgain
    /// Take it that the server signs in less safely than before, from now on.
    case acceptLesser(SASLMechanism)
    /// The user has read it.
    case acknowledge

    var label: String {
      switch self {
      case .enterPassword: tr("Enter Password…")
      case .reviewCertificate: tr("Look at the Certificate…")
      case .tryNow: tr("Try Now")
      case .turnOn: tr("Turn On")
      case .addAgain: tr("Add Again…")
      case .acceptLesser: tr("Sign In All the Same…")
      case .acknowledge: tr("Close")
      }
    }
  }

  init(title: String, text: String = "", remedy: Remedy? = nil) {
    self.title = title
    self.text = text
    self.remedy = remedy
  }

  /// Both in one line.
  var sentence: String { [title, text].filter { !$0.isEmpty }.joined(separator: ". ") }

  init(_ condition: AccountCondition) {
    switch condition {
    case .online: self.init(title: tr("Online"))
    case .connecting: self.init(title: tr("Connecting…"))
    case .disabled:
      self.init(title: tr("Turned off"), remedy: .turnOn)
    case .removed:
      self.init(
        title: tr("This account was removed"),
        text: tr("Only its conversations are here. Add it again to go on with them."),
        remedy: .addAgain)
    case .waiting(let failure, let until):
      self.init(failure)
      if let until {
        let time = DateText.format(until.seconds, tr("%H:%M:%S"))
        title = tr("%s. Next attempt at %s").filling(title, time)
      }
    case .needsPassword(let need): self.init(need)
    case .needsUser(let failure): self.init(failure)
    case .failed(let error):
      self.init(title: StoreFault(error).title, text: StoreFault(error).text, remedy: .tryNow)
    }
  }

  init(_ need: AccountCondition.PasswordNeed) {
    self.init(title: "", remedy: .enterPassword)
    switch need {
    case .unknown:
      title = tr("The password is needed")
      text = tr("Enter it to go online.")
    case .wrong:
      title = tr("The address or the password is wrong")
      text = tr("Check both. If the password was changed elsewhere, enter the new one.")
    case .unreadable(let fault):
      title = tr("The password is needed")
      text = Self.sentence(for: fault)
    }
  }

  /// Why Martlet asks for a password each time.
  static func sentence(for fault: PasswordFault) -> String {
    switch fault {
    case .noService(let reason) where reason.isEmpty:
      tr(
        "No keyring runs on this system, so the password is not kept, and Martlet asks for it at each start."
      )
    case .noService(let reason):
      tr(
        "No keyring runs on this system, so the password is not kept, and Martlet asks for it at each start: %s."
      ).filling(reason.asClause)
    case .refused(let reason):
      tr("The keyring did not open, so the password is not kept: %s.").filling(reason.asClause)
    }
  }
}
