// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// What is wrong with a connection to a server, as far as the system tells.
public enum ConnectionFault: Error, Hashable, Sendable {
  /// Nothing came back in time.
  case noAnswer
  /// DNS knows no such name.
  case unknownName
  /// The machine is there, and nothing on it answers at this port.
  case refused
  /// No way leads there from the network that this machine is in.
  case noRoute
  /// The other side ended it, in order.
  case closed
  /// It was cut, by the other side or on the way.
  case reset
  /// Anything else, in the words of GIO, which are in the user's language; may be empty.
  case system(String)
}

extension ConnectionFault {
  init(_ error: GIOError) {
    self =
      if error.domain == g_resolver_error_quark() {
        Self(resolver: error)
      } else if error.domain == g_io_error_quark() {
        Self(io: error)
      } else {
        .system(error.message)
      }
  }

  private init(resolver error: GIOError) {
    self =
      switch GResolverError(UInt32(bitPattern: error.code)) {
      case G_RESOLVER_ERROR_NOT_FOUND: .unknownName
      // So it is when there is no network at all.
      case G_RESOLVER_ERROR_TEMPORARY_FAILURE: .noRoute
      default: .system(error.message)
      }
  }

  private init(io error: GIOError) {
    self =
      switch GIOErrorEnum(UInt32(bitPattern: error.code)) {
      // The connector gives up on an address by cancelling it.
      case G_IO_ERROR_TIMED_OUT, G_IO_ERROR_CANCELLED: .noAnswer
      case G_IO_ERROR_HOST_NOT_FOUND: .unknownName
      case G_IO_ERROR_CONNECTION_REFUSED: .refused
      case G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE: .noRoute
      // The number of G_IO_ERROR_BROKEN_PIPE as well.
      case G_IO_ERROR_CONNECTION_CLOSED: .reset
      default: .system(error.message)
      }
  }
}
