// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A blocking TCP socket on loopback.
final class Socket: @unchecked Sendable {
  let descriptor: Int32

  struct Failure: Error { var code = errno }

  init(descriptor: Int32) throws {
    guard descriptor >= 0 else { throw Failure() }
    self.descriptor = descriptor
  }

  convenience init(listeningOn port: UInt16) throws {
    try self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    try Self.withLoopback(port) { address, size in
      guard bind(descriptor, address, size) == 0, listen(descriptor, 16) == 0 else {
        throw Failure()
      }
    }
  }

  convenience init(connectingTo port: UInt16) throws {
    try self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    do {
      try Self.withLoopback(port) { address, size in
        guard connect(descriptor, address, size) == 0 else { throw Failure() }
      }
    } catch {
      close()
      throw error
    }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
  }

  /// Begins to call, and does not wait until somebody answers.
  convenience init(callingWithoutWaiting port: UInt16) throws {
    try self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    Self.withLoopback(port) { address, size in _ = connect(descriptor, address, size) }
  }

  var localPort: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = getsockname(descriptor, address, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  func accept() throws -> Socket { try Socket(descriptor: Glibc.accept(descriptor, nil, nil)) }

  /// Nil at the end of the stream or when it broke.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Nothing more will be sent; the other side may still speak.
  func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }
  /// Wakes whoever reads; the descriptor stays valid until ``close()``.
  func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }
  func close() { Glibc.close(descriptor) }

  /// Makes ``close()`` send a reset, and what was not sent yet is lost.
  func resetOnClose() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  private static func withLoopback(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
  ) rethrows {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try withUnsafePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
