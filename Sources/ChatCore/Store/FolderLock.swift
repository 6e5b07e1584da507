// SPDX-License-Identifier: MIT
internal import Glibc

/// The claim of one process on a data folder.
///
/// The kernel drops a `flock` with the process that holds it, however that ends, so there are no
/// stale locks. The file itself stays: removing it would let two processes lock two files of one
/// name. It holds the process's number, for the message to whoever comes second.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: `.inUse` when somebody else has it, `.readOnly` when the folder cannot hold a lock,
  ///   and `.notAccessible`.
  init(folder: String) throws(StoreError) {
    let path = folder + "/lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EROFS || errno == EACCES { throw .readOnly }
      throw StoreError(errno: errno, path: path)
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let cause = errno
      let holder = Self.readProcess(file)
      close(file)
      throw cause == EWOULDBLOCK
        ? .inUse(process: holder) : StoreError(errno: cause, path: path)
    }
    // Only for the message; on a full disk the lock holds without it.
    let text = "\(getpid())\n"
    ftruncate(file, 0)
    _ = text.withCString { pwrite(file, $0, strlen($0), 0) }
    descriptor = file
  }

  deinit { close(descriptor) }

  private static func readProcess(_ file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
  }
}

extension StoreError {
  /// Reads an error of the C library about `path`.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    case EIO: self = .inputOutput(reason: String(cString: strerror(code)))
    default: self = .notAccessible(path: path, reason: String(cString: strerror(code)))
    }
  }
}
