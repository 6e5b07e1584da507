// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// One connection: bytes in and out, plain at first, then under TLS.
///
/// The plain state reads straight from the socket and keeps nothing back, so whatever came with or
/// after `<proceed/>` before the handshake is never seen again (CVE-2011-0411 and its kin).
@NetworkActor
final class Transport {
  enum End: Hashable, Sendable {
    /// The peer closed its side.
    case finished
    case failed(ConnectionFault)
  }

  var onBytes: (@NetworkActor (UnsafeRawBufferPointer) -> Void)?
  /// Called at most once, and never after ``close()`` or ``abort()``.
  var onEnd: (@NetworkActor (End) -> Void)?

  private let socket: GRef<GSocketConnection>
  private(set) var tls: TLSSession?
  private let cancellable = GRef(owning: g_cancellable_new())
  private let readBuffer = ReadBuffer()
  private var pending: [UInt8] = []
  private var isReading = false
  private var isWriting = false
  private var isPaused = true
  private var isOver = false
  private var isHandshaking = false
  private var closesWhenWritten = false

  init(socket: GRef<GSocketConnection>) {
    self.socket = socket
    // Stanzas are small and each is waited for; Nagle's algorithm would hold them back.
    g_socket_set_option(
      g_socket_connection_get_socket(socket.pointer), CInt(IPPROTO_TCP), TCP_NODELAY, 1, nil)
  }

  // MARK: Reading

  func startReading() {
    isPaused = false
    read()
  }

  private var stream: UnsafeMutablePointer<GIOStream> {
    tls?.stream ?? socket.cast(to: GIOStream.self)
  }

  private func read() {
    guard !isOver, !isPaused, !isReading else { return }
    isReading = true
    let input = GRef(sharing: g_io_stream_get_input_stream(stream))
    let buffer = readBuffer
    g_input_stream_read_async(
      input.pointer, buffer.bytes.baseAddress, gsize(buffer.bytes.count), G_PRIORITY_DEFAULT,
      cancellable.pointer, Completion.callback,
      Completion.data { [self] result in
        var error: UnsafeMutablePointer<GError>?
        let count = g_input_stream_read_finish(input.pointer, result, &error)
        isReading = false
        if count < 0 {
          return end(.failed(ConnectionFault(GIOError(taking: error))))
        }
        guard !isOver else { return }
        guard count > 0 else { return end(.finished) }
        onBytes?(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<Int(count)]))
        read()
      })
  }

  // MARK: Writing

  /// Queues bytes; everything queued in one turn of the loop leaves in one write.
  func write(_ string: String) {
    guard !isOver else { return }
    pending.append(contentsOf: string.utf8)
    flush()
  }

  private func flush() {
    guard !isOver, !isWriting, !isPaused || tls == nil else { return }
    guard !pending.isEmpty else {
      if closesWhenWritten { finish() }
      return
    }
    isWriting = true
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: pending.count, alignment: 1)
    bytes.copyBytes(from: pending)
    pending.removeAll(keepingCapacity: pending.count < 65_536)
    let output = GRef(sharing: g_io_stream_get_output_stream(stream))
    g_output_stream_write_all_async(
      output.pointer, bytes.baseAddress, gsize(bytes.count), G_PRIORITY_DEFAULT,
      cancellable.pointer, Completion.callback,
      Completion.data { [self] result in
        var error: UnsafeMutablePointer<GError>?
        let succeeded = g_output_stream_write_all_finish(output.pointer, result, nil, &error)
        bytes.deallocate()
        isWriting = false
        guard succeeded != 0 else {
          return end(.failed(ConnectionFault(GIOError(taking: error))))
        }
        flush()
      })
  }

  // MARK: TLS

  /// Begins TLS on the connection. Reading stops at once and starts again after the handshake.
  func startTLS(
    _ policy: TLSPolicy, isDirect: Bool,
    _ done: @escaping @NetworkActor (StreamFailure?) -> Void
  ) {
    isPaused = true
    // glib-networking 2.74 asks for the peer's address without looking whether there is one still.
    guard let peer = g_socket_connection_get_remote_address(socket.pointer, nil) else {
      return done(.connectionLost(.reset))
    }
    g_object_unref(peer)
    do throws(StreamFailure) {
      let session = try TLSSession(
        over: socket.cast(to: GIOStream.self), policy: policy, isDirect: isDirect)
      tls = session
      isHandshaking = true
      session.handshake(cancellable) { [self] failure in
        isHandshaking = false
        guard !isOver else { return }
        if failure == nil { startReading() }
        done(failure)
      }
    } catch {
      done(error)
    }
  }

  // MARK: Ending

  /// Sends what is queued, then closes. ``onEnd`` is not called.
  func close() {
    guard !isOver else { return }
    onEnd = nil
    onBytes = nil
    if pending.isEmpty && !isWriting { finish() } else { closesWhenWritten = true }
  }

  /// Closes at once, whatever was still to be sent.
  func abort() {
    guard !isOver else { return }
    onEnd = nil
    onBytes = nil
    isOver = true
    g_cancellable_cancel(cancellable.pointer)
    // GIO shakes hands on a thread of its own, which must not find its descriptor closed, or worse,
    // given to another; there the socket closes with its last reference.
    guard !isHandshaking else { return }
    g_socket_close(g_socket_connection_get_socket(socket.pointer), nil)
  }

  private func finish() {
    isOver = true
    g_cancellable_cancel(cancellable.pointer)
    g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, nil, nil, nil)
  }

  private func end(_ end: End) {
    guard !isOver else { return }
    let handler = onEnd
    abort()
    handler?(end)
  }
}

/// Where the bytes of reads land: 32 KiB, allocated once for a connection.
private final class ReadBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)
  deinit { bytes.deallocate() }
}
