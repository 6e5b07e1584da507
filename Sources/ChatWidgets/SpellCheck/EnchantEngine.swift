// SPDX-License-Identifier: MIT
internal import CEnchant
internal import Glibc

/// The dictionaries of the system, through enchant-2 (https://rrthomas.github.io/enchant/).
///
/// The user's own words are where enchant keeps them for all programs.
public actor EnchantEngine: SpellEngine {
  private let enchant = Enchant()

  public init() {}

  public func languages() -> [String] { enchant.languages() }

  public func unknown(_ words: [String], in language: String) -> Set<String> {
    guard let dictionary = enchant.dictionary(language) else { return [] }
    return Set(words.filter { !dictionary.knows($0) })
  }

  public func suggestions(for word: String, in language: String) -> [String] {
    enchant.dictionary(language)?.suggestions(for: word) ?? []
  }

  public func add(_ word: String, to language: String) { enchant.dictionary(language)?.add(word) }

  public func ignore(_ word: String, in language: String) {
    enchant.dictionary(language)?.ignore(word)
  }
}

/// A broker and the dictionaries it has opened. Enchant is not safe over threads, so only the actor
/// touches this.
private nonisolated final class Enchant {
  private lazy var broker = enchant_broker_init()
  private var dictionaries: [String: OpaquePointer] = [:]

  deinit {
    for dictionary in dictionaries.values { enchant_broker_free_dict(broker, dictionary) }
    if broker != nil { enchant_broker_free(broker) }
  }

  func languages() -> [String] {
    guard broker != nil else { return [] }
    let list = TagList()
    enchant_broker_list_dicts(
      broker,
      { tag, _, _, _, data in
        guard let tag, let data else { return }
        let list = Unmanaged<TagList>.fromOpaque(data).takeUnretainedValue()
        list.tags.insert(String(cString: tag))
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.tags.sorted()
  }

  private final class TagList {
    var tags: Set<String> = []
  }

  func dictionary(_ tag: String) -> EnchantDictionary? {
    if let open = dictionaries[tag] { return EnchantDictionary(raw: open) }
    guard broker != nil, !tag.isEmpty, !tag.contains("\0"),
      let dictionary = enchant_broker_request_dict(broker, tag)
    else { return nil }
    dictionaries[tag] = dictionary
    return EnchantDictionary(raw: dictionary)
  }
}

/// One dictionary. Words that enchant could not take are known, so that nothing is underlined for
/// them.
private nonisolated struct EnchantDictionary {
  let raw: OpaquePointer

  func knows(_ word: String) -> Bool {
    guard Self.isWord(word) else { return true }
    return enchant_dict_check(raw, word, word.utf8.count) <= 0
  }

  func suggestions(for word: String) -> [String] {
    guard Self.isWord(word) else { return [] }
    var count = 0
    guard let list = enchant_dict_suggest(raw, word, word.utf8.count, &count) else { return [] }
    defer { enchant_dict_free_string_list(raw, list) }
    return (0..<count).compactMap { list[$0].map { String(cString: $0) } }
  }

  func add(_ word: String) {
    if Self.isWord(word) { enchant_dict_add(raw, word, word.utf8.count) }
  }

  func ignore(_ word: String) {
    if Self.isWord(word) { enchant_dict_add_to_session(raw, word, word.utf8.count) }
  }

  private static func isWord(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.count < 400 && !word.utf8.contains { $0 < 0x20 }
  }
}
