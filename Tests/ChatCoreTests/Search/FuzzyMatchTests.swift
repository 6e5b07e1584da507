// SPDX-License-Identifier: MIT
import ChatCore
import Testing

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("nts", "Notes to Self"), ("ada", "Ada Swift"), ("as", "Ada Swift"), ("zoe", "Zoë"),
    ("ADA", "ada"), ("a d a", "Ada"), ("", "anybody"), ("émile", "Emile"), ("真", "写真"),
  ])
  func fits(_ query: String, _ name: String) {
    #expect(FuzzyMatch(query, in: name) != nil)
  }

  @Test(arguments: [("b", "Ada"), ("adaa", "Ada"), ("sa", "Ada Swift"), ("x", "")])
  func doesNotFit(_ query: String, _ name: String) {
    #expect(FuzzyMatch(query, in: name) == nil)
  }

  @Test(arguments: [
    ("ro", ["Robotics club", "Mirror"]),
    ("d", ["Design", "Ada"]),
    ("ns", ["Notes to Self", "Kansas"]),
    ("ada", ["Ada", "Ada Swift", "Canada"]),
  ])
  func betterOnesComeFirst(_ query: String, _ names: [String]) {
    let ranked = names.shuffled().sorted {
      guard let a = FuzzyMatch(query, in: $0), let b = FuzzyMatch(query, in: $1) else {
        return false
      }
      return a > b
    }
    #expect(ranked == names)
  }
}
