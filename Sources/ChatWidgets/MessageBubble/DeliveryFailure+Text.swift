// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension DeliveryFailure {
  /// What the user reads: what happened, and what can be done about it.
  var sentence: String {
    let said = SafeText.line(words)
    switch cause {
    case .other where !said.isEmpty: return said
    // Where only they know what is wrong, their words help.
    case .notAccepted where !said.isEmpty, .forbidden where !said.isEmpty:
      return "\(cause.sentence) \(tr("They say: “%s”").filling(said))"
    default: return cause.sentence
    }
  }
}

extension DeliveryFailure.Cause {
  fileprivate var sentence: String {
    switch self {
    case .noAddress:
      tr("This conversation has no address to write to. Begin a new one with the right address.")
    case .unknownAddress: tr("There is no such address. Check how it is spelled.")
    case .formerAddress: tr("This address is no longer in use. Ask them for the new one.")
    case .unavailable:
      tr("There is no such address, or it takes no messages now. Check it, or try again later.")
    case .unreachableServer: tr("The server of this address cannot be reached. Try again later.")
    case .forbidden:
      tr("You may not write to this address. Ask them to add you to their contacts.")
    case .blocked: tr("You have blocked this address. Unblock it, and try again.")
    case .notAccepted:
      tr("A server did not accept this message. Make it shorter, or try again later.")
    case .full: tr("There is no room for more messages at their server. Try again later.")
    case .noAnswer: tr("There was no answer. Try again.")
    case .exported:
      tr("It had not been sent when it was exported. Try again to send it now, or delete it.")
    case .other: tr("The message could not be delivered. Try again.")
    }
  }
}
