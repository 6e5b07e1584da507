// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// What keeps an account offline, in words.
extension AccountText {
  /// Why there is no stream.
  init(_ failure: StreamFailure?) {
    self.init(title: "", remedy: .tryNow)
    switch failure {
    case nil:
      title = tr("Offline")
      text = tr("There is no network. Martlet connects as soon as there is one.")
    case .serviceNotOffered(let domain):
      title = tr("%s offers no chat").filling(domain.onOneLine)
      text = tr("Check the part of the address after the “@”.")
    case .unreachable(let domain, let fault):
      title = tr("%s cannot be reached").filling(domain.onOneLine)
      text = "\(tr("Check the address and your network.")) \(fault.sentence)"
    case .timeout:
      title = tr("The server does not answer")
      text = tr("It may be busy, or your network may be slow.")
    case .noEncryption:
      title = tr("The server offers no encryption")
      text = tr("Martlet sends nothing in the clear. Ask those who run the server.")
    case .tls(let fault):
      title = tr("No safe connection could be made")
      text = "\(tr("The encryption did not come about.")) \(fault.sentence)"
    case .certificate(let question):
      title = tr("It is not certain that this is the right server")
      text = tr("Its certificate cannot be trusted without your word.")
      remedy = .reviewCertificate(question)
    case .authentication(let failure): self = AccountText(failure)
    case .protocolViolation(let violation):
      title = tr("The server and Martlet do not understand each other")
      text = violation.sentence
    case .malformedStream(let malformation):
      title = tr("The server and Martlet do not understand each other")
      text = malformation.sentence
    case .streamError(let condition, let words):
      self = AccountText(streamError: condition, words)
    case .closedByServer:
      title = tr("The server closed the connection")
    case .connectionLost(let fault):
      title = tr("The connection broke")
      text = fault.sentence
    }
  }

  private init(streamError condition: String, _ words: String) {
    self.init(title: "", text: words.onOneLine, remedy: .tryNow)
    switch condition {
    case "conflict":
      title = tr("Another program has taken the place of this one")
      text = tr("It signed in with the same account under the same name.")
    case "host-gone", "host-unknown":
      title = tr("The server does not serve this domain")
      text = tr("Check the part of the address after the “@”.")
    case "system-shutdown": title = tr("The server is being shut down")
    default: title = tr("The server ended the connection (%s)").filling(condition.onOneLine)
    }
  }

  private init(_ failure: AuthenticationFailure) {
    self.init(title: "", remedy: .tryNow)
    switch failure {
    case .wrongPassword: self = AccountText(AccountCondition.PasswordNeed.wrong)
    case .disabled(let words):
      title = tr("The server does not let this account in")
      text =
        words.isEmpty
        ? tr("Ask those who run the server.") : tr("It says: “%s”").filling(words.onOneLine)
    case .temporary:
      title = tr("The server cannot check the password just now")
    case .noMechanism(_, isDowngrade: true):
      title = tr("The server signs in less safely than before")
      if let lesser = failure.lesserMechanism {
        text = tr(
          "It may have been moved, or somebody may be between you and it. Nothing was sent.")
        remedy = .acceptLesser(lesser)
      } else {
        text = tr(
          "It wants to see the password itself, which somebody between you and it would, too. Nothing was sent. Ask those who run it; if they changed it, remove the account and add it again."
        )
      }
    case .noMechanism:
      title = tr("No safe way to sign in")
      text = tr("The server offers none that Martlet takes for safe. Ask those who run it.")
    case .serverNotProven:
      title = tr("The server could not prove who it is")
      text = tr("It may be somebody else; the password was not given away. Try another network.")
    case .other(let condition, let words):
      title = tr("The server does not let this account in")
      text = words.isEmpty ? condition.onOneLine : words.onOneLine
    }
  }
}

extension ConnectionFault {
  /// What is wrong with the connection.
  fileprivate var sentence: String {
    switch self {
    case .noAnswer: tr("There was no answer in time.")
    case .unknownName: tr("No server of this name is known.")
    case .refused: tr("Nothing there takes connections.")
    case .noRoute: tr("Your network does not lead there.")
    case .closed: tr("The server closed it.")
    case .reset: tr("It was cut on the way.")
    case .system(let words) where words.onOneLine.isEmpty: tr("The system gives no reason.")
    case .system(let words): tr("The system says: “%s”").filling(words.onOneLine)
    }
  }
}

extension StreamFailure.Violation {
  fileprivate var sentence: String {
    switch self {
    case .noResource: tr("It signs Martlet in, and then gives it no place.")
    case .outOfPlace(let element):
      tr("It sent something at a wrong moment (%s).").filling(element.onOneLine)
    case .acknowledgements: tr("It says that it got more than was sent.")
    }
  }
}

extension StreamFailure.Malformation {
  fileprivate var sentence: String {
    switch self {
    case .notAStream: tr("What answers there is no chat server. Check the address.")
    case .restricted: tr("It sent what no chat server may send.")
    case .tooLong: tr("It sent something too long.")
    case .notWellFormed: tr("What it sent cannot be read.")
    }
  }
}

extension String {
  /// A reason from elsewhere as the end of a sentence: safe to show, with no full stop of its own.
  var asClause: String {
    var clause = onOneLine
    while clause.hasSuffix(".") { clause.removeLast() }
    return clause
  }
}
