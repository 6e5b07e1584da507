// SPDX-License-Identifier: MIT
import CGtk

/// The emoji that GTK knows, with their CLDR names and keywords: those of its own chooser.
public enum EmojiCatalog {
  public nonisolated struct Entry: Sendable {
    /// The Unicode scalars; 0 stands where a skin tone may be.
    public var scalars: [UInt32]
    public var name: String
    public var keywords: [String]

    public init(scalars: [UInt32], name: String, keywords: [String]) {
      self.scalars = scalars
      self.name = name
      self.keywords = keywords
    }
  }

  /// The emoji with English names, in GTK's order; empty where GTK has them in another form.
  ///
  /// Takes some milliseconds.
  public static func english() -> [Entry] {
    guard
      let bytes = g_resources_lookup_data(
        "/org/gtk/libgtk/emoji/en.data", G_RESOURCE_LOOKUP_FLAGS_NONE, nil)
    else { return [] }
    return entries(bytes)
  }

  /// The emoji with names in a language such as "es", where GTK is installed with these; else empty.
  public static func localized(_ language: String) -> [Entry] {
    guard language.allSatisfy({ $0.isLetter || $0 == "_" }) else { return [] }
    var folders: [String] = []
    var folder = g_get_system_data_dirs()
    while let next = folder?.pointee {
      folders.append(String(cString: next))
      folder = folder?.advanced(by: 1)
    }
    for folder in folders {
      guard let resource = g_resource_load("\(folder)/gtk-4.0/emoji/\(language).gresource", nil)
      else { continue }
      defer { g_resource_unref(resource) }
      guard
        let bytes = g_resource_lookup_data(
          resource, "/org/gtk/libgtk/emoji/\(language).data", G_RESOURCE_LOOKUP_FLAGS_NONE, nil)
      else { continue }
      return entries(bytes)
    }
    return []
  }

  /// The language of the user's messages, such as "es"; nil for none or English.
  public static var userLanguage: String? {
    guard let names = g_get_language_names(), let first = names.pointee else { return nil }
    let language = String(cString: first).prefix { $0.isLetter }
    return ["C", "POSIX", "en", ""].contains(language) ? nil : String(language)
  }

  /// GTK 4.2 and later: codes, name, keywords, group.
  private static let type = "a(ausasu)"

  private static func entries(_ bytes: OpaquePointer) -> [Entry] {
    defer { g_bytes_unref(bytes) }
    // Another version of GTK may have another form, which then is not normal as this type.
    let value = type.withCString {
      g_variant_new_from_bytes(g_variant_type_checked_($0), bytes, 0)
    }
    guard let list = value else { return [] }
    g_variant_ref_sink(list)
    defer { g_variant_unref(list) }
    guard g_variant_is_normal_form(list) != 0 else { return [] }
    return (0..<g_variant_n_children(list)).compactMap { index in
      guard let item = g_variant_get_child_value(list, index) else { return nil }
      defer { g_variant_unref(item) }
      return entry(item)
    }
  }

  private static func entry(_ item: OpaquePointer) -> Entry? {
    guard let codes = g_variant_get_child_value(item, 0),
      let name = g_variant_get_child_value(item, 1),
      let keywords = g_variant_get_child_value(item, 2)
    else { return nil }
    defer { for part in [codes, name, keywords] { g_variant_unref(part) } }
    var entry = Entry(scalars: [], name: "", keywords: [])
    for index in 0..<g_variant_n_children(codes) {
      guard let code = g_variant_get_child_value(codes, index) else { continue }
      entry.scalars.append(g_variant_get_uint32(code))
      g_variant_unref(code)
    }
    entry.name = g_variant_get_string(name, nil).map { String(cString: $0) } ?? ""
    for index in 0..<g_variant_n_children(keywords) {
      guard let word = g_variant_get_child_value(keywords, index) else { continue }
      entry.keywords.append(g_variant_get_string(word, nil).map { String(cString: $0) } ?? "")
      g_variant_unref(word)
    }
    return entry.scalars.isEmpty || entry.name.isEmpty ? nil : entry
  }
}
