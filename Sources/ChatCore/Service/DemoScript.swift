// SPDX-License-Identifier: MIT

/// What is said in the demo.
public struct DemoScript: Hashable, Sendable {
  /// My address and the partner's; both are invented.
  public var account: String
  public var address: String
  public var name: String
  public var history: [Line]
  /// What the partner answers, one after the other, then from the beginning.
  public var answers: [String]

  public init(
    account: String = "me@example.org", address: String, name: String, history: [Line],
    answers: [String]
  ) {
    self.account = account
    self.address = address
    self.name = name
    self.history = history
    self.answers = answers
  }

  public struct Line: Hashable, Sendable {
    public var isMine: Bool
    public var text: String
    public var secondsAgo: Int64
    /// The place of the line that it answers, from 0.
    public var answers: Int?
    /// What the other one has reacted with.
    public var reaction: String?

    public init(
      isMine: Bool, text: String, secondsAgo: Int64, answers: Int? = nil, reaction: String? = nil
    ) {
      self.answers = answers
      self.reaction = reaction
      self.isMine = isMine
      self.text = text
      self.secondsAgo = secondsAgo
    }
  }
  /// A small talk about a walk, in English.
  public static let sample = DemoScript(
    address: "ada@example.net", name: "Ada Swift",
    history: [
      Line(isMine: false, text: "Morning! Are the swifts back at your place?", secondsAgo: 94_000),
      Line(
        isMine: true, text: "Since Tuesday. Six of them, very loud.", secondsAgo: 93_880,
        reaction: "\u{1F389}"),
      Line(isMine: false, text: "Lovely \u{1F604}", secondsAgo: 93_800),
      Line(
        isMine: false,
        text: "I counted *eleven* over the old mill, but one may have been a martin.",
        secondsAgo: 93_790),
      Line(isMine: true, text: "Show-off.", secondsAgo: 93_700),
      Line(
        isMine: false,
        text: "There is a guided walk on Saturday: https://example.org/walks/swifts",
        secondsAgo: 1_500),
      Line(isMine: false, text: "Meet at nine by the bridge?", secondsAgo: 1_480),
      Line(isMine: true, text: "I'll be there. Tea or coffee?", secondsAgo: 900, answers: 6),
    ],
    answers: [
      "Tea, please. And bring the good binoculars.",
      "\u{1F44D}",
      "Ha, I knew you would say that.",
      """
      Let me check and come back to you in a moment. There were *two* trains, one at `8:12` and \
      one at `8:40`, and I never remember which of them stops at the bridge.
      """,
      "Done. See you on Saturday!",
    ])
}
