// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP

/// How an account is doing, as the user is told.
enum AccountCondition: Equatable {
  /// Turned off by the user.
  case disabled
  /// Only its conversations are left.
  case removed
  case connecting
  case online
  /// Not online, and it tries again by itself then (nil: when there is a network).
  case waiting(StreamFailure?, until: Timestamp?)
  case needsPassword(PasswordNeed)
  /// The user has to decide or to do something.
  case needsUser(StreamFailure)
  /// The store did not let it begin.
  case failed(StoreError)

  enum PasswordNeed: Equatable {
    /// None is kept here.
    case unknown
    case wrong
    /// It cannot be read from where it should be.
    case unreadable(PasswordFault)
  }

  init(_ state: AccountState, now: Timestamp) {
    switch state {
    case .disabled: self = .disabled
    case .connecting: self = .connecting
    case .online: self = .online
    case .offline(.authentication(.wrongPassword), _): self = .needsPassword(.wrong)
    case .offline(let failure?, _) where failure.needsUser: self = .needsUser(failure)
    case .offline(let failure, let retry):
      let until = retry.map { delay in
        Timestamp(microseconds: now.microseconds + delay.components.seconds * 1_000_000)
      }
      self = .waiting(failure, until: until)
    }
  }
}
