// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// What the app asks of an account about the people it knows; `XMPPService`, or a stand-in in tests.
nonisolated protocol PeopleService: Sendable {
  func subscriptionRequests() async -> [SubscriptionRequest]
  func acceptRequest(of address: JID, asksBack: Bool) async throws(RequestFailure)
  func refuseRequest(of address: JID) async throws(RequestFailure)
  func addContact(
    _ address: JID, name: String, groups: [String], nickname: String, text: String
  ) async throws(RequestFailure)
  func setContact(
    _ address: JID, name: String, groups: [String]
  ) async throws(RequestFailure)
  func removeContact(_ address: JID) async throws(RequestFailure)
  func block(_ address: JID, report: BlockReport?) async throws(RequestFailure)
  func unblock(_ address: JID) async throws(RequestFailure)
  func blockList() async -> [JID]
  /// Whether the server takes reports with a block (XEP-0377).
  var canReport: Bool { get async }
  func picture(of address: JID) async -> RemotePicture?
  /// Publishes the account's own picture; nil takes it away.
  func setPicture(_ picture: OwnAvatar?) async throws(RequestFailure)
  /// Publishes the name that the user gives himself; empty takes it away.
  func setNickname(_ name: String) async throws(RequestFailure)
}

extension RequestFailure {
  /// What the user reads when something about people could not be done.
  var sentence: String {
    switch self {
    case .disconnected: tr("There is no connection just now. Try it again when you are online.")
    case .noAnswer: tr("The server did not answer. Try it again.")
    case .unsupported: tr("The server cannot do that.")
    case .unusableAnswer: tr("The server's answer makes no sense.")
    case .refused("not-allowed", _), .refused("forbidden", _):
      tr("The server does not allow that.")
    case .refused("item-not-found", _), .refused("jid-malformed", _):
      tr("The server knows no such address. Check how it is spelled.")
    case .refused("resource-constraint", _), .refused("policy-violation", _):
      tr("That is more than the server allows just now. Try it again later.")
    case .refused(let condition, let text):
      tr("The server refused: %s").filling(
        (text.isEmpty ? condition : text).onOneLine)
    }
  }
}
