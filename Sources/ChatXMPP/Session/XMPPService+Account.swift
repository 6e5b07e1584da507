// SPDX-License-Identifier: GPL-3.0-or-later

/// The account itself, at the server.
extension XMPPService {
  /// The account's own bare address.
  @NetworkActor
  public var address: JID { session.address }

  /// How the account is doing right now. News: ``events()``.
  @NetworkActor
  public var state: AccountState { session.state }

  /// Changes the password at the server (XEP-0077 §3.3). Afterwards this service uses the new one;
  /// whoever keeps it must keep the new one, too.
  ///
  /// - Throws: `.refused("not-acceptable" or "bad-request")` for a password that is too weak,
  ///   `.refused("not-allowed")` where it is changed elsewhere. After `.disconnected` and
  ///   `.noAnswer` either password may be the right one: the next login tells.
  @NetworkActor
  public func changePassword(to password: String) async throws(RequestFailure) {
    guard let user = session.address.local else { throw .unsupported }
    _ = try await session.ask("set", Registration.changePassword(of: user, to: password))
    session.stream.configuration.password = password
  }

  /// Deletes the account at the server, with all that is there (XEP-0077 §3.2). What is on this
  /// device stays. The server ends the connection with it; call ``stop()`` next.
  ///
  /// - Throws: `.refused("not-allowed")` where accounts are deleted elsewhere; `.disconnected` when
  ///   nothing was asked; `.noAnswer` when it is not known what became of it, which the next login
  ///   tells.
  @NetworkActor
  public func deleteFromServer() async throws(RequestFailure) {
    guard session.stream.isOnline else { throw .disconnected }
    do throws(RequestFailure) {
      _ = try await session.ask("set", Registration.removal)
    } catch .disconnected {
      // Some servers end the stream in the place of an answer (§3.2, example 9).
      switch session.state {
      case .offline(.streamError, _), .offline(.closedByServer, _): return
      default: throw .noAnswer
      }
    }
  }

  /// What this account tells others by itself. Strangers are told nothing in any case.
  @NetworkActor
  public func setDisclosure(_ disclosure: Disclosure) {
    session.preferences.sendsReceipts = disclosure.receipts
    session.preferences.sendsMarkers = disclosure.markers
    session.preferences.sendsTyping = disclosure.typing
  }
}

/// What is sent to contacts without the user's doing.
public struct Disclosure: Hashable, Sendable {
  /// That a message has arrived (XEP-0184).
  public var receipts: Bool
  /// That it was displayed (XEP-0333).
  public var markers: Bool
  /// That the user is writing (XEP-0085).
  public var typing: Bool

  public init(receipts: Bool = true, markers: Bool = true, typing: Bool = true) {
    self.receipts = receipts
    self.markers = markers
    self.typing = typing
  }
}
