// SPDX-License-Identifier: GPL-3.0-or-later
import CGio
import CSecret
import Gtk

/// The keyring of the desktop (Secret Service API, by way of libsecret). Nothing here blocks: it may
/// take as long as the user takes to open it.
final class SecretService: PasswordStore {
  /// What the entries of this program are found by, beside the address.
  private static let schemaName = "im.martlet.Account"
  private static let addressKey = "address"

  private let schema: UnsafeMutablePointer<SecretSchema>

  init() {
    let types = Self.table()
    defer { g_hash_table_unref(types) }
    // The value of the type "string" is 0, which as a pointer is none.
    g_hash_table_insert(types, g_strdup(Self.addressKey), nil)
    schema = secret_schema_newv(Self.schemaName, SECRET_SCHEMA_NONE, types)
  }

  isolated deinit { secret_schema_unref(schema) }

  func password(of address: String) async -> Result<String?, PasswordFault> {
    let attributes = Self.attributes(address)
    defer { g_hash_table_unref(attributes) }
    return await withCheckedContinuation { continuation in
      secret_password_lookupv(
        schema, attributes, nil, SecretReply.callback,
        SecretReply.data { result in
          var error: UnsafeMutablePointer<GError>?
          let found = secret_password_lookup_finish(result, &error)
          defer { secret_password_free(found) }
          continuation.resume(
            returning: Self.answer(error) { found.map { String(cString: $0) } })
        })
    }
  }

  func keep(_ password: String, of address: String) async -> Result<Void, PasswordFault> {
    let attributes = Self.attributes(address)
    defer { g_hash_table_unref(attributes) }
    // How the entry is called in a program that shows the keyring.
    let label = tr("Martlet: password of %s").filling(address)
    return await withCheckedContinuation { continuation in
      secret_password_storev(
        schema, attributes, SECRET_COLLECTION_DEFAULT, label, password, nil,
        SecretReply.callback,
        SecretReply.data { result in
          var error: UnsafeMutablePointer<GError>?
          secret_password_store_finish(result, &error)
          continuation.resume(returning: Self.answer(error) {})
        })
    }
  }

  func forget(_ address: String) async {
    let attributes = Self.attributes(address)
    defer { g_hash_table_unref(attributes) }
    await withCheckedContinuation { continuation in
      secret_password_clearv(
        schema, attributes, nil, SecretReply.callback,
        SecretReply.data { result in
          // Not there, or no keyring: then nothing is kept either.
          secret_password_clear_finish(result, nil)
          continuation.resume()
        })
    }
  }

  private static func answer<Value>(
    _ error: UnsafeMutablePointer<GError>?, _ value: () -> Value
  ) -> Result<Value, PasswordFault> {
    guard let error else { return .success(value()) }
    defer { g_error_free(error) }
    // That nobody has the keyring's name on the bus says no more than that there is none.
    let hasNobody =
      g_error_matches(
        error, g_dbus_error_quark(), gint(G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue)) != 0
    let reason = hasNobody ? "" : String(cString: error.pointee.message)
    let isAbsent =
      error.pointee.domain == g_dbus_error_quark() || error.pointee.domain == g_io_error_quark()
      || error.pointee.domain == g_spawn_error_quark()
    return .failure(isAbsent ? .noService(reason: reason) : .refused(reason: reason))
  }

  private static func attributes(_ address: String) -> OpaquePointer {
    let table = table()
    g_hash_table_insert(table, g_strdup(addressKey), g_strdup(address))
    return table
  }

  /// A hash table of strings that owns them.
  private static func table() -> OpaquePointer {
    g_hash_table_new_full(g_str_hash, g_str_equal, { g_free($0) }, { g_free($0) })
  }
}

/// The Swift side of a call of libsecret, which answers once, on the main thread.
private final class SecretReply {
  private let body: (OpaquePointer?) -> Void

  private init(_ body: @escaping (OpaquePointer?) -> Void) { self.body = body }

  static func data(_ body: @escaping (OpaquePointer?) -> Void) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(SecretReply(body)).toOpaque()
  }

  static let callback: GAsyncReadyCallback = { _, result, data in
    guard let data else { return }
    Unmanaged<SecretReply>.fromOpaque(data).takeRetainedValue().body(result)
  }
}
