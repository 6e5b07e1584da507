// SPDX-License-Identifier: MIT
internal import Glibc

/// Takes text piece by piece, so that nothing needs to be in memory as a whole.
public protocol TextOutput: AnyObject {
  func write(_ text: String) throws(FileFailure)
}

/// A text file that is being written.
///
/// Written under another name first and put in its place by ``finish()``: a crash, a full disk or an
/// error leaves what was there before.
public final class OutputFile: TextOutput {
  private let path: String
  /// Nil for what is written where it goes.
  private let draft: String?
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// Bytes; a system call for each line would take longer than making the line.
  private static let bufferSize = 1 << 16

  /// - Parameter path: a file that only its owner may read; what is there is replaced.
  public init(path: String) throws(FileFailure) {
    self.path = path
    // What is no regular file (a pipe, /dev/stdout) cannot be replaced, only written to.
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG {
      draft = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let draft = path + "." + String.randomID().prefix(8) + ".new"
      self.draft = draft
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw FileFailure(errno: errno, path: path) }
  }

  /// - Parameter descriptor: an open file, which stays open. `name` is for error messages.
  public init(descriptor: Int32, name: String) {
    path = name
    draft = nil
    self.descriptor = dup(descriptor)
  }

  deinit {
    close(descriptor)
    if let draft, !isFinished { unlink(draft) }
  }

  public func write(_ text: String) throws(FileFailure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Puts everything on disk and in its place.
  public func finish() throws(FileFailure) {
    try flush()
    guard let draft else { return }
    guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
      throw FileFailure(errno: errno, path: path)
    }
    isFinished = true
  }

  private func flush() throws(FileFailure) {
    var offset = 0
    while offset < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw FileFailure(errno: errno, path: path)
      }
      offset += written
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Text that is collected in memory.
public final class TextCollector: TextOutput {
  public private(set) var text = ""
  public init() {}
  public func write(_ text: String) { self.text += text }
}
