// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What a command answers: its exit status and its words.
struct CommandReply: Hashable {
  /// 0: done; 1: not done, `error` says why. (2 is for command lines that are not understood.)
  var status: Int32 = 0
  var output = ""
  var error = ""

  static func failure(_ sentence: String) -> CommandReply {
    CommandReply(status: 1, error: sentence)
  }

  static func failure(_ fault: ArchiveFault) -> CommandReply { failure(fault.sentence) }
}

extension ArchiveFault {
  /// What the user is told.
  @MainActor var sentence: String {
    switch self {
    case .store(let error): return StoreFault(error).sentence
    case .file(let failure):
      return "\(failure.path.onOneLine): \(failure.reason)"
    case .damaged(.notAnArchive, _, _):
      return tr("This is no archive of Martlet’s. Nothing was imported.")
    case .damaged(let problem, let line, let column):
      return tr("The archive is damaged at line %s, column %s: %s. Nothing was imported.")
        .filling(String(line), String(column), problem.words)
    case .newerVersion:
      return tr("The archive was written by a newer Martlet. Nothing was imported.")
    }
  }
}

extension ArchiveFault.Problem {
  @MainActor fileprivate var words: String {
    switch self {
    case .ends: tr("it ends too early")
    case .goesOn: tr("it goes on after its end")
    case .unexpected: tr("a character that does not belong there")
    case .missing(let what): tr("“%s” is missing").filling(what)
    case .wrongKind: tr("a value of the wrong kind")
    case .tooLong: tr("a value that is too long")
    case .tooDeep: tr("too many brackets in one another")
    case .notUTF8: tr("bytes that are no text")
    case .notAnArchive: tr("it is no archive")
    case .lacks(let name): tr("“%s” is missing").filling(name)
    case .badValue(let name): tr("“%s” has a value that it cannot have").filling(name)
    }
  }
}
