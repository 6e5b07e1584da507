// SPDX-License-Identifier: MIT

extension String {
  /// The start of the Character that `index` lies in; `index` itself when it lies between two.
  public func characterBoundary(atOrBefore index: Index) -> Index {
    guard index < endIndex else { return endIndex }
    guard index > startIndex else { return startIndex }
    // `index(before:)` first rounds down to a Character's start, which needs one before it.
    let second = self.index(after: startIndex)
    return index < second ? startIndex : self.index(after: self.index(before: index))
  }

  /// The longest beginning of at most `limit` bytes of UTF-8 that cuts no Character.
  ///
  /// A first Character that is longer than `limit` alone is cut between its scalars.
  public func prefix(utf8Bytes limit: Int) -> Substring {
    guard utf8.count > limit else { return self[...] }
    let cut = utf8.index(startIndex, offsetBy: max(limit, 0))
    let boundary = characterBoundary(atOrBefore: cut)
    // Slicing a String rounds down to a scalar by itself.
    return boundary > startIndex ? self[..<boundary] : self[..<cut]
  }
}
