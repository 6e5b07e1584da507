// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What comes on standard input.
enum StandardInput {
  /// Its text, with bytes that are not UTF-8 repaired; cut after `limit` bytes. Nil when it cannot
  /// be read.
  static func text(limit: Int) -> String? {
    var bytes: [UInt8] = []
    let isWhole = forEachChunk { chunk in
      bytes.append(contentsOf: chunk.prefix(limit - bytes.count))
      return bytes.count < limit
    }
    return isWhole ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Copies it to a file that only the user can read, and returns its path; nil when that fails.
  static func spool() -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array((folder + "/martlet-import.XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let isWhole = forEachChunk { chunk in
      var rest = chunk
      while !rest.isEmpty {
        let written = write(file, rest.baseAddress, rest.count)
        guard written > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
      return true
    }
    let name = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guard isWhole == true else {
      unlink(name)
      return nil
    }
    return name
  }

  /// Returns false when reading fails; `body` returns false when it has had enough.
  private static func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count == 0 { return true }
      guard count > 0 else {
        if errno == EINTR { continue }
        return false
      }
      let goesOn = chunk.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      if !goesOn { return true }
    }
  }
}
