// SPDX-License-Identifier: MIT
import CGtk

/// The Swift side of a GIO call that answers later, on the main thread.
final class AsyncReply {
  private let body: (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void

  private init(
    _ body: @escaping (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void
  ) {
    self.body = body
  }

  /// The user data for ``callback``, which is called exactly once.
  static func data(
    _ body: @escaping (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void
  ) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(AsyncReply(body)).toOpaque()
  }

  static let callback: GAsyncReadyCallback = { source, result, data in
    guard let data else { return }
    Unmanaged<AsyncReply>.fromOpaque(data).takeRetainedValue()
      .body(source.map { UnsafeMutableRawPointer($0) }, result)
  }
}
