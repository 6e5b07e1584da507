// SPDX-License-Identifier: MIT
import ChatCore
import Testing

/// XEP-0393's own examples, and what they leave open.
@Suite struct MessageStylingTests {
  /// The text with each span in brackets: b bold, i italic, s strike through, c code; quotations as
  /// "|", fences as "#", preformatted lines as "=".
  static func marked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return MessageStyling(text).lines.map { line in
      var opens: [Int: String] = [:]
      var closes: [Int: String] = [:]
      for span in line.spans {
        let letter = [
          StyledLine.Span.Kind.strong: "b", .emphasis: "i", .strikethrough: "s", .code: "c",
        ][span.kind]
        opens[span.range.lowerBound, default: ""] += "\(letter ?? "?")("
        closes[span.range.upperBound, default: ""] += ")"
      }
      var out = String(repeating: "|", count: line.quoteDepth)
      switch line.kind {
      case .plain: break
      case .preformatted: out += "="
      case .fenceStart, .fenceEnd: out += "#"
      }
      for place in line.content.lowerBound...line.content.upperBound {
        out += closes[place, default: ""] + opens[place, default: ""]
        if place < line.content.upperBound, bytes[place] & 0xc0 != 0x80 {
          let end = bytes[(place + 1)...].firstIndex { $0 & 0xc0 != 0x80 } ?? bytes.count
          out += String(decoding: bytes[place..<end], as: UTF8.self)
        }
      }
      return out
    }.joined(separator: "\n")
  }

  // §5.2, the list of what is styled.
  @Test(arguments: [
    ("*strong*", "b(*strong*)"),
    ("plain *strong* plain", "plain b(*strong*) plain"),
    ("*strong* plain *strong*", "b(*strong*) plain b(*strong*)"),
    ("*strong*plain*", "b(*strong*)plain*"),
    ("* plain *strong*", "* plain b(*strong*)"),
  ])
  func spans(text: String, expected: String) { #expect(Self.marked(text) == expected) }

  // §5.2, the list of what is not.
  @Test(arguments: [
    "not strong*", "*not strong", "*not \n strong*", "*not *strong", "**", "****", "***",
    "**not strong**", "* not strong *", "_ not _", "a*b*c",
  ])
  func nothingIsStyled(text: String) {
    #expect(Self.marked(text) == text)
    #expect(MessageStyling(text).isPlain)
  }

  @Test(arguments: [
    // §4, the glossary's examples of spans.
    ("_emphasized span_", "i(_emphasized span_)"),
    (
      "_emphasized span containing *strong span*_",
      "i(_emphasized span containing b(*strong span*)_)"
    ),
    ("span one *span two*", "span one b(*span two*)"),
    ("Two spans, both *alike in dignity*", "Two spans, both b(*alike in dignity*)"),
    (
      "The full title is _Twelfth Night, or What You Will_ but\n_most_ people shorten it.",
      "The full title is i(_Twelfth Night, or What You Will_) but\ni(_most_) people shorten it."
    ),
    ("Everyone ~dis~likes cake.", "Everyone s(~dis~)likes cake."),
    ("Wow, I can write in `monospace`!", "Wow, I can write in c(`monospace`)!"),
    // §5.2.5: nothing is styled inside of code.
    ("This is `*monospace*`", "This is c(`*monospace*`)"),
    ("This is *`monospace and bold`*", "This is b(*c(`monospace and bold`)*)"),
    // Directives open right after others that open, and only these.
    ("*_~`all`~_*", "b(*i(_s(~c(`all`)~)_)*)"),
    ("*a*_b_", "b(*a*)_b_"),
    // Lazily matched: the first that can close does.
    ("*a _b* c_", "b(*a _b*) c_"),
    ("*a* b*", "b(*a*) b*"),
    ("*a *b*", "b(*a *b*)"),
    ("_*a_*", "i(_*a_)*"),
    // White space is Unicode's.
    ("\u{3000}*wide*", "\u{3000}b(*wide*)"),
    ("*\u{A0}no*", "*\u{A0}no*"),
    ("*no\u{2003}*", "*no\u{2003}*"),
    ("\u{200B}*no*", "\u{200B}*no*"),
    // Directives take no part in letters of several bytes.
    ("*é*", "b(*é*)"), ("é*a*", "é*a*"), ("*👨‍👩‍👧* x", "b(*👨‍👩‍👧*) x"),
    ("*\u{301}a*", "b(*\u{301}a*)"),
  ])
  func spansInSpans(text: String, expected: String) { #expect(Self.marked(text) == expected) }

  @Test(arguments: [
    // §5.1.1
    (
      "There are three blocks in this body,\nbut there is no *formatting\nas spans* may not escape blocks.",
      "There are three blocks in this body,\nbut there is no *formatting\nas spans* may not escape blocks."
    ),
    // §5.1.2
    (
      "```ignored\n(println \"Hello, *world*!\")\n```\n\n*plain* again",
      "#```ignored\n=(println \"Hello, *world*!\")\n#```\n\nb(*plain*) again"
    ),
    (
      "> ```\n> (println \"Hello, world!\")\n\nThe entire blockquote is a preformatted text block",
      "|#```\n|=(println \"Hello, world!\")\n\nThe entire blockquote is a preformatted text block"
    ),
    ("```\nopen to the end\n*a*", "#```\n=open to the end\n=*a*"),
    ("```\n``` \n````\n```", "#```\n=``` \n=````\n#```"),
    ("```\n> not a quotation\n```", "#```\n=> not a quotation\n#```"),
    ("a ```\nb", "a ```\nb"),
    // §5.1.3
    (
      "> That that is, is.\n\nSaid the old hermit of Prague.",
      "|That that is, is.\n\nSaid the old hermit of Prague."
    ),
    (
      ">> That that is, is.\n> Said the old hermit of Prague.\n\nWho?",
      "||That that is, is.\n|Said the old hermit of Prague.\n\nWho?"
    ),
    ("> *strong* > no", "|b(*strong*) > no"),
    (">*a*\n>  *b*\n>\t*c*", "|b(*a*)\n| b(*b*)\n|b(*c*)"),
    ("> > > deep", "|||deep"),
    (" > no quotation", " > no quotation"),
    // The end of a quotation ends what is open in it, and only that.
    ("> ```\n> a\n>> b\n> ```\n> *c*", "|#```\n|=a\n|=> b\n|#```\n|b(*c*)"),
    (">> ```\n> *a*", "||#```\n|b(*a*)"),
    (">> ```\n>> a\n>>> b", "||#```\n||=a\n||=> b"),
    ("> ```\n```\nx", "|#```\n#```\n=x"),
  ])
  func blocks(text: String, expected: String) { #expect(Self.marked(text) == expected) }

  @Test func linesBreakWhereTextWidgetsBegin() {
    let text = "*a*\r\n*b*\r*c*\u{2029}*d*\n"
    let lines = MessageStyling(text).lines
    #expect(lines.map(\.range) == [0..<3, 5..<8, 9..<12, 15..<18, 19..<19])
    #expect(lines.map(\.spans.count) == [1, 1, 1, 1, 0])
    #expect(MessageStyling("").lines.map(\.range) == [0..<0])
  }

  @Test func rangesCountBytesOfTheWholeText() {
    let text = "ä\n> *b* _c_"
    let line = MessageStyling(text).lines[1]
    #expect(line.range == 3..<12)
    #expect(line.quoteSigns == 3..<5)
    #expect(line.spans.map(\.range) == [5..<8, 9..<12])
    #expect(line.spans.map(\.content) == [6..<7, 10..<11])
  }

  /// An editor parses line by line and stops where the context is what it was.
  @Test func parsingLineByLineGivesTheSame() {
    let text = "a *b*\n> ```x\n> c\nd\n```\n> e\n```\n>> _f_"
    var context = StylingContext()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      StyledLine(parsing: String($0), in: &context)
    }
    let whole = MessageStyling(text).lines
    #expect(lines.map(\.kind) == whole.map(\.kind))
    #expect(lines.map(\.quoteDepth) == whole.map(\.quoteDepth))
    #expect(lines.map { $0.spans.map(\.kind) } == whole.map { $0.spans.map(\.kind) })
  }

  /// Whatever comes in: spans nest, have content, keep the rules, and cut no letter.
  @Test func spansOfAnyTextKeepTheRules() {
    let alphabet = Array("**__~~``  >\n\nab\u{E9}\u{3000}👍🏽")
    var random = SeededGenerator(seed: SeededGenerator.seed)
    for _ in 0..<3000 {
      let length = Int.random(in: 0..<40, using: &random)
      let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let bytes = Array(text.utf8)
      for line in MessageStyling(text).lines {
        var open: [Range<Int>] = []
        for span in line.spans {
          #expect(!span.content.isEmpty, "\(text.debugDescription)")
          #expect(bytes[span.range.lowerBound] == span.kind.rawValue)
          #expect(bytes[span.range.upperBound - 1] == span.kind.rawValue)
          #expect(line.content.lowerBound <= span.range.lowerBound)
          #expect(span.range.upperBound <= line.content.upperBound)
          let content = String(decoding: bytes[span.content], as: UTF8.self)
          #expect(content.utf8.elementsEqual(bytes[span.content]), "cuts no scalar")
          #expect(content.first?.isWhitespace == false && content.last?.isWhitespace == false)
          while let last = open.last, last.upperBound <= span.range.lowerBound { open.removeLast() }
          if let last = open.last {
            #expect(last.lowerBound < span.range.lowerBound)
            #expect(span.range.upperBound < last.upperBound, "\(text.debugDescription)")
          }
          open.append(span.range)
        }
      }
    }
  }

  /// Input that is made to be slow: each directive looks for an end that never comes. A parser that
  /// looks to the end each time would need days.
  @Test(arguments: ["*a ", "*_~` ", "_*a*_ ", "**", "> ", "``` "])
  func longInputTakesLinearTime(unit: String) {
    let text = String(repeating: unit, count: 300_000)
    #expect(MessageStyling(text).lines.count == 1)
  }

  @Test(arguments: [
    ("plain * text_with ~ signs", "plain * text_with ~ signs"),
    ("*bring boots*, _warm_ clothes and `a map`.", "bring boots, warm clothes and a map."),
    ("*both _of_ them*", "both of them"),
    ("`*code* stays`", "*code* stays"),
    ("> > quoted ~words~", "quoted words"),
    ("```swift\nlet *a* = 1\n```\n*end*", "swift\nlet *a* = 1\n\nend"),
    ("*größer* \u{1F44D} _ja_", "größer \u{1F44D} ja"),
    ("", ""),
  ])
  func plainTextHasNoDirectives(text: String, plain: String) {
    #expect(MessageStyling.plain(text) == plain)
  }

  @Test func anExcerptIsOneLineOfWhatIsSaid() {
    #expect(SafeText.excerpt("> *quoted*\nand _answered_") == "quoted and answered")
    #expect(SafeText.excerpt(String(repeating: "long ", count: 100_000)).count == 201)
  }
}
