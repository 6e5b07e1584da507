// SPDX-License-Identifier: MIT
internal import Glibc

/// Why a file could not be read or written.
public struct FileFailure: Error, Hashable, Sendable {
  /// The file, as it was named.
  public var path: String
  /// The system's words, such as "No such file or directory".
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  init(errno code: Int32, path: String) {
    self.init(path: path, reason: String(cString: strerror(code)))
  }
}
