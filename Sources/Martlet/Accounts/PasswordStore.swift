// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the passwords of accounts; never in a file of ours.
protocol PasswordStore: AnyObject {
  /// The password of an account; nil when none is kept. May ask the user to open the keyring.
  func password(of address: String) async -> Result<String?, PasswordFault>
  func keep(_ password: String, of address: String) async -> Result<Void, PasswordFault>
  func forget(_ address: String) async
}

/// Why a password is not to be had or to be kept. The reason is the system's.
enum PasswordFault: Error, Equatable {
  /// Nothing on this system keeps passwords; an empty reason says no more than that.
  case noService(reason: String)
  /// There is a keyring, and it did not do what it was asked.
  case refused(reason: String)
}

/// Keeps passwords as long as the program runs: for a demo.
final class PasswordsInMemory: PasswordStore {
  private var passwords: [String: String] = [:]

  func password(of address: String) async -> Result<String?, PasswordFault> {
    .success(passwords[address])
  }

  func keep(_ password: String, of address: String) async -> Result<Void, PasswordFault> {
    passwords[address] = password
    return .success(())
  }

  func forget(_ address: String) async { passwords[address] = nil }
}
