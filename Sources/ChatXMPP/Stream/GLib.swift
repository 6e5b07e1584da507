// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// A counted reference to a GObject, given back when the last Swift reference goes.
///
/// Used on the network thread only, like the GIO objects it holds.
@NetworkActor
final class GRef<Pointee> {
  let pointer: UnsafeMutablePointer<Pointee>

  /// Takes over a reference that the caller owns.
  init(owning pointer: UnsafeMutablePointer<Pointee>) { self.pointer = pointer }

  /// Adds a reference of its own.
  init(sharing pointer: UnsafeMutablePointer<Pointee>) {
    self.pointer = pointer
    g_object_ref(pointer)
  }

  /// The same object seen as its class `T`; the caller knows that it is one.
  func cast<T>(to type: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }

  isolated deinit { g_object_unref(pointer) }
}

/// What a GIO call reported.
struct GIOError: Error, Hashable, Sendable, CustomStringConvertible {
  var domain: UInt32
  var code: Int32
  var message: String

  var description: String { message }

  /// Reads and frees the error of a failed call.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      (domain, code, message) = (0, 0, "")
      return
    }
    defer { g_error_free(error) }
    domain = error.pointee.domain
    code = error.pointee.code
    message = error.pointee.message.map { String(cString: $0) } ?? ""
  }
}

/// The end of one asynchronous GIO call. It keeps what its closure captures alive until GIO has
/// called back, cancelled or not; so no pointer handed to GIO outlives its owner.
final class Completion {
  private let body: @NetworkActor (OpaquePointer) -> Void

  /// What to pass as `user_data` beside ``callback``. Balanced by the one call GIO promises.
  static func data(_ body: @escaping @NetworkActor (OpaquePointer) -> Void)
    -> UnsafeMutableRawPointer
  {
    Unmanaged.passRetained(Completion(body)).toOpaque()
  }

  private init(_ body: @escaping @NetworkActor (OpaquePointer) -> Void) { self.body = body }

  static let callback: GAsyncReadyCallback = { _, result, data in
    guard let result, let data else { return }
    // Neither leaves the network thread, on which GIO calls.
    nonisolated(unsafe) let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
    nonisolated(unsafe) let finished = result
    NetworkActor.assumeIsolated { completion.body(finished) }
  }
}

extension String {
  /// The string of a C function that gives away its result; frees it.
  init?(takingC string: UnsafeMutablePointer<CChar>?) {
    guard let string else { return nil }
    self.init(cString: string)
    g_free(string)
  }
}
