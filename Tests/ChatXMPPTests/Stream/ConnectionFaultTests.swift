// SPDX-License-Identifier: GPL-3.0-or-later
import CGio
import ChatCore
import Testing

@testable import ChatXMPP

/// What GIO reports is told apart, so that the user can be told in words of the app.
@Suite(.timeLimit(.minutes(2))) @NetworkActor struct ConnectionFaultTests {
  private func fault(_ domain: GQuark, _ code: some BinaryInteger) -> ConnectionFault {
    ConnectionFault(GIOError(taking: g_error_new_literal(domain, gint(code), "words")))
  }

  @Test func errorsOfConnectionsAreToldApart() {
    let io = g_io_error_quark()
    #expect(fault(io, G_IO_ERROR_TIMED_OUT.rawValue) == .noAnswer)
    #expect(fault(io, G_IO_ERROR_CANCELLED.rawValue) == .noAnswer)
    #expect(fault(io, G_IO_ERROR_HOST_NOT_FOUND.rawValue) == .unknownName)
    #expect(fault(io, G_IO_ERROR_CONNECTION_REFUSED.rawValue) == .refused)
    #expect(fault(io, G_IO_ERROR_HOST_UNREACHABLE.rawValue) == .noRoute)
    #expect(fault(io, G_IO_ERROR_NETWORK_UNREACHABLE.rawValue) == .noRoute)
    #expect(fault(io, G_IO_ERROR_CONNECTION_CLOSED.rawValue) == .reset)
    #expect(fault(io, G_IO_ERROR_FAILED.rawValue) == .system("words"))
    #expect(fault(io, -1) == .system("words"))
  }

  @Test func errorsOfNamesAreToldApart() {
    let resolver = g_resolver_error_quark()
    #expect(fault(resolver, G_RESOLVER_ERROR_NOT_FOUND.rawValue) == .unknownName)
    #expect(fault(resolver, G_RESOLVER_ERROR_TEMPORARY_FAILURE.rawValue) == .noRoute)
    #expect(fault(resolver, G_RESOLVER_ERROR_INTERNAL.rawValue) == .system("words"))
    #expect(fault(g_tls_error_quark(), G_TLS_ERROR_MISC.rawValue) == .system("words"))
    #expect(ConnectionFault(GIOError(taking: nil)) == .system(""))
  }

  @Test func aPortWhereNobodyListensRefuses() async throws {
    let socket = try Socket(listeningOn: 0)
    let port = socket.localPort
    socket.close()
    var configuration = StreamConfiguration(address: .known("alice@localhost"), password: "")
    configuration.endpoint = Endpoint(host: "127.0.0.1", port: port, usesDirectTLS: false)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .unreachable(domain: "localhost", .refused))
    await probe.stopped()
  }
}
