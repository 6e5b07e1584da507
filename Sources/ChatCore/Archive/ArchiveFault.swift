// SPDX-License-Identifier: MIT

/// Why an archive could not be written or read.
public enum ArchiveFault: Error, Hashable, Sendable {
  case store(StoreError)
  case file(FileFailure)
  /// The file is not a whole archive; the place counts from 1. Nothing of it was taken.
  case damaged(Problem, line: Int, column: Int)
  /// It was written by a newer Martlet.
  case newerVersion(Int64)

  /// What is wrong with a file.
  public enum Problem: Hashable, Sendable {
    /// The file ends in the middle.
    case ends
    /// After the end something follows.
    case goesOn
    /// This character has no business here.
    case unexpected
    /// This must come here.
    case missing(String)
    /// A value of another kind belongs here: a text instead of a number, and the like.
    case wrongKind
    /// A text or number is longer than any that was ever exported.
    case tooLong
    case tooDeep
    case notUTF8
    /// It is JSON, but not an archive of Martlet's.
    case notAnArchive
    /// A member that must be there is not, or comes too late.
    case lacks(String)
    /// A member has a value that it cannot have.
    case badValue(String)
  }
}
