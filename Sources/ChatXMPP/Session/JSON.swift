// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

extension AccountSession {
  nonisolated static func encode(_ value: some Encodable) -> String? {
    guard let data = try? JSONEncoder().encode(value) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  nonisolated static func decode<Value: Decodable>(_ text: String?, as type: Value.Type) -> Value? {
    guard let text else { return nil }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
