// SPDX-License-Identifier: MIT

/// Which language a text is written in, by how many of its words each dictionary knows.
nonisolated enum SpellLanguage {
  /// With fewer words it is a matter of luck.
  static let leastWords = 4
  /// More do not change the answer, and each has to be looked up.
  static let mostWords = 200
  /// Each language that is tried costs a dictionary in memory, some 10 MB.
  static let mostCandidates = 4

  /// The languages to try: those of the user first, then others that are installed.
  ///
  /// - Parameters:
  ///   - installed: Tags of the dictionaries.
  ///   - preferred: What the user's locale names, the first the most wanted: "es_MX", "es".
  static func candidates(installed: [String], preferred: [String]) -> [String] {
    var candidates: [String] = []
    for wish in preferred {
      let found =
        installed.first { $0 == wish }
        ?? installed.first { base($0) == base(wish) && !candidates.contains($0) }
      if let found, !candidates.contains(where: { base($0) == base(found) }) {
        candidates.append(found)
      }
    }
    for tag in installed where !candidates.contains(where: { base($0) == base(tag) }) {
      candidates.append(tag)
    }
    return Array(candidates.prefix(mostCandidates))
  }

  private static func base(_ tag: String) -> Substring { tag.prefix { $0.isLetter } }

  /// The candidate that knows most, where that says something; nil where it does not.
  ///
  /// - Parameter known: How many of `total` words each knows.
  static func best(_ known: [(tag: String, count: Int)], of total: Int) -> String? {
    guard total >= leastWords else { return nil }
    // Of those that know alike, the one that is wanted more, which comes first.
    guard let best = known.max(by: { $0.count < $1.count }),
      let first = known.first(where: { $0.count == best.count }), first.count * 2 >= total
    else { return nil }
    return first.tag
  }
}
