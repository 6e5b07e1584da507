// SPDX-License-Identifier: MIT
internal import Glibc

/// A file that is read from its beginning to its end, byte by byte, in flat memory.
public final class InputFile {
  public let path: String
  private let descriptor: Int32
  private var chunk: [UInt8]
  private var filled = 0
  private var place = 0

  private static let chunkSize = 1 << 16  // bytes

  public init(path: String) throws(FileFailure) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(errno: errno, path: path) }
    chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw FileFailure(errno: EISDIR, path: path)
    }
  }

  deinit { close(descriptor) }

  /// The byte that comes next, nil at the end.
  func peek() throws(FileFailure) -> UInt8? {
    if place == filled, try !fill() { return nil }
    return chunk[place]
  }

  /// Goes past the byte that ``peek()`` has shown.
  func advance() { place += 1 }

  /// Begins again. A pipe cannot.
  func rewind() throws(FileFailure) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileFailure(errno: errno, path: path) }
    filled = 0
    place = 0
  }

  private func fill() throws(FileFailure) -> Bool {
    repeat {
      let count = read(descriptor, &chunk, chunk.count)
      if count >= 0 {
        (filled, place) = (count, 0)
        return count > 0
      }
    } while errno == EINTR
    throw FileFailure(errno: errno, path: path)
  }
}
