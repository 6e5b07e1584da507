// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// Asks DNS for the services of a domain.
@NetworkActor
protocol Resolver: AnyObject {
  /// Calls back once with the SRV records of `_service._tcp.domain`.
  func lookUp(
    service: String, domain: String, cancellable: GRef<GCancellable>,
    _ done: @escaping @NetworkActor (ConnectionPlan.Answer) -> Void)
}

/// The system's resolver, by way of GIO.
@NetworkActor
final class SystemResolver: Resolver {
  nonisolated init() {}

  func lookUp(
    service: String, domain: String, cancellable: GRef<GCancellable>,
    _ done: @escaping @NetworkActor (ConnectionPlan.Answer) -> Void
  ) {
    guard let shared = g_resolver_get_default() else { return done(.none) }
    let resolver = GRef(owning: shared)
    // The raw records: GIO's own SRV call would have sorted each service by itself, and hidden
    // the target "." which says that a service is not offered.
    g_resolver_lookup_records_async(
      resolver.pointer, "_\(service)._tcp.\(domain)", G_RESOLVER_RECORD_SRV, cancellable.pointer,
      Completion.callback,
      Completion.data { result in
        var error: UnsafeMutablePointer<GError>?
        let list = g_resolver_lookup_records_finish(resolver.pointer, result, &error)
        g_clear_error(&error)
        guard let list else { return done(.none) }
        defer { g_list_free_full(list, { g_variant_unref(OpaquePointer($0)) }) }
        done(.records(Self.records(in: list)))
      })
  }

  private static func records(in list: UnsafeMutablePointer<GList>) -> [ServiceRecord] {
    var records: [ServiceRecord] = []
    var link: UnsafeMutablePointer<GList>? = list
    while let node = link {
      link = node.pointee.next
      guard let data = node.pointee.data else { continue }
      // Priority, weight, port, target: "(qqqs)", as GIO documents.
      let tuple = OpaquePointer(data)
      func number(_ index: gsize) -> UInt16 {
        let value = g_variant_get_child_value(tuple, index)
        defer { g_variant_unref(value) }
        return g_variant_get_uint16(value)
      }
      let target = g_variant_get_child_value(tuple, 3)
      defer { g_variant_unref(target) }
      records.append(
        ServiceRecord(
          target: g_variant_get_string(target, nil).map { String(cString: $0) } ?? "",
          port: number(2), priority: number(0), weight: number(1)))
    }
    return records
  }
}
