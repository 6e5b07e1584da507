// SPDX-License-Identifier: MIT
import CGtk

/// A value for a GObject property that has no typed setter.
public enum PropertyValue {
  case bool(Bool)
  case int(Int)
  case uint(UInt32)
  case double(Double)
  case string(String?)
  case object(Object?)

  func withGValue<R>(_ body: (UnsafePointer<GValue>) -> R) -> R {
    var value = GValue()
    switch self {
    case .bool(let bool):
      g_value_init(&value, martlet_type_boolean())
      g_value_set_boolean(&value, bool ? 1 : 0)
    case .int(let int):
      g_value_init(&value, martlet_type_int())
      g_value_set_int(&value, gint(clamping: int))
    case .uint(let uint):
      g_value_init(&value, martlet_type_uint())
      g_value_set_uint(&value, uint)
    case .double(let double):
      g_value_init(&value, martlet_type_double())
      g_value_set_double(&value, double)
    case .string(let string):
      g_value_init(&value, martlet_type_string())
      g_value_set_string(&value, string)
    case .object(let object):
      g_value_init(&value, martlet_type_object())
      g_value_set_object(&value, object?.raw)
    }
    defer { g_value_unset(&value) }
    return body(&value)
  }
}
