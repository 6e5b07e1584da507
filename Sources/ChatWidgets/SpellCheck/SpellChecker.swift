// SPDX-License-Identifier: MIT
public import Gtk

/// Underlines words in a text view that no dictionary knows, and offers in its context menu what may
/// have been meant.
///
/// A key costs nothing but a flag. The paragraphs on the screen that have changed are looked at when
/// there is nothing else to do, a few milliseconds at a time; dictionaries are asked on another
/// thread. The word that is being typed is left alone. Nothing is checked in code, links and
/// addresses. Without a dictionary there is nothing: no underline, no menu, no word about it.
///
/// It follows the view to each buffer that is put into it. It lives as long as it is kept.
@MainActor public final class SpellChecker {
  let view: TextView
  let engine: any SpellEngine
  var buffer: TextBuffer
  private var flags: ParagraphFlags
  private var tag: TextTag
  private var next: Scheduled?
  private var viewHandlers: [SignalHandler] = []
  private var bufferHandlers: [SignalHandler] = []
  /// What the dictionary has said about words.
  private var known: [String: Bool] = [:]
  private var asked: Set<String> = []
  /// The paragraph of the word that is left alone because it is being typed.
  private var typing: (paragraph: Int, word: Range<Int>)?
  /// Whether the text has changed since the last pause.
  private var hasTyped = false
  /// Whether the last change was typing, so that the word at the caret may go on.
  private var isInWord = false
  /// What to guess the language from once there is something to check: dictionaries take megabytes
  /// and time, so nothing is asked for an empty field.
  private var unsettled: [String]?
  /// Counts changes of the language: answers for an older one are dropped.
  private var generation = 0
  private var guessedAt = 0
  /// What of long paragraphs has been looked at, by their numbers, since the last change.
  private var covered: [Int: Range<Int>] = [:]
  private(set) lazy var menu = SpellMenu(self)

  /// The typist's pause after which the word behind is looked at.
  private static let pause = Duration.milliseconds(300)
  /// Microseconds of one slice: a quarter of a frame at 60 Hz.
  private static let budget: Int64 = 4_000
  /// Scalars of a paragraph that is looked at as a whole. More would not fit a slice, and each
  /// underline in a paragraph makes it slower to lay out at each key: 450 of them take three times as
  /// long as none. So of a longer one what is on the screen is underlined.
  private static let longestWhole = 1_000
  /// Scalars before and behind what is on the screen: words and links that begin or end there.
  private static let surroundings = 200
  private static let mostKnown = 10_000
  /// Scalars that a key puts in at once: a letter, perhaps with a mark. More are pasted or a draft.
  private static let mostTyped = 2

  /// Whether words are checked at all.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { restart() } }
  }

  /// The languages that there are dictionaries for; empty until they are known.
  public private(set) var languages: [String] = []

  /// The language in use; nil while there is none.
  public private(set) var language: String?

  /// What the user has chosen for this conversation; nil guesses.
  public private(set) var choice: String?

  /// The user has chosen a language for this conversation, or nil to guess it.
  public var onChoice: (String?) -> Void = { _ in }

  public init(_ view: TextView, engine: any SpellEngine = EnchantEngine()) {
    self.view = view
    self.engine = engine
    buffer = view.buffer
    flags = ParagraphFlags(buffer)
    tag = buffer.tag(Self.tagName)
    follow()
    viewHandlers = [
      view.onBufferChanged { [weak self] in self?.follow() },
      view.onScrolled { [weak self] in self?.schedule() },
    ]
    menu.attach()
    open()
  }

  isolated deinit {
    next?.cancel()
    (viewHandlers + bufferHandlers).forEach { $0.disconnect() }
  }

  static let tagName = "spelling"

  private func follow() {
    bufferHandlers.forEach { $0.disconnect() }
    buffer = view.buffer
    flags = ParagraphFlags(buffer)
    tag = buffer.tag(Self.tagName)
    tag.setErrorUnderline(
      view.namedColor("error_color") ?? Color(red: 0.88, green: 0.11, blue: 0.14))
    covered = [:]
    flags.onChange = { [weak self] inserted in
      guard let self else { return }
      covered = [:]
      hasTyped = true
      isInWord = inserted <= Self.mostTyped
      settleIfNeeded()
      schedule()
    }
    bufferHandlers = [buffer.onSelectionMoved { [weak self] in self?.caretMoved() }]
    typing = nil
    isInWord = false
    guessedAt = 0
    settleIfNeeded()
    schedule()
  }

  // MARK: Language

  private func settleIfNeeded() {
    if let unsettled { settle(words: unsettled) }
  }

  /// Another conversation is written in.
  ///
  /// - Parameters:
  ///   - choice: The language that the user has chosen for it; nil guesses.
  ///   - recent: What was said there last, to guess from.
  public func open(choice: String? = nil, recent: [String] = []) {
    self.choice = choice
    settle(words: recent.flatMap { SpellWords.words(in: $0).map(\.text) })
  }

  /// As the user chooses in the menu.
  func choose(_ choice: String?) {
    self.choice = choice
    guessedAt = 0
    settle(words: SpellWords.words(in: buffer.text).map(\.text))
    onChoice(choice)
  }

  private func settle(words: [String]) {
    generation += 1
    guard buffer.length > 0 else { return unsettled = words }
    unsettled = nil
    let (generation, engine, choice) = (generation, engine, choice)
    Task { [weak self] in
      let installed = await engine.languages()
      let language = await Self.language(choice, words, installed, engine)
      guard let self, self.generation == generation else { return }
      languages = installed
      use(language)
    }
  }

  private static func language(
    _ choice: String?, _ words: [String], _ installed: [String], _ engine: any SpellEngine
  ) async -> String? {
    if let choice, installed.contains(choice) { return choice }
    let candidates = SpellLanguage.candidates(
      installed: installed, preferred: Localization.languages)
    guard candidates.count > 1, words.count >= SpellLanguage.leastWords else {
      return candidates.first
    }
    let sample = Array(Set(words)).sorted().prefix(SpellLanguage.mostWords)
    var known: [(tag: String, count: Int)] = []
    for tag in candidates {
      let script = SpellScript(language: tag)
      let mine = sample.filter { SpellScript(of: $0) == script }
      known.append((tag, mine.count - (await engine.unknown(Array(mine), in: tag)).count))
    }
    return SpellLanguage.best(known, of: sample.count) ?? candidates.first
  }

  private func use(_ language: String?) {
    if language != self.language {
      self.language = language
      known = [:]
      asked = []
    }
    restart()
  }

  /// What is written fits the language badly: it may be another.
  private func guessAgain(_ words: [SpellWords.Word]) {
    guard choice == nil, languages.count > 1, words.count >= guessedAt + SpellLanguage.leastWords,
      words.filter({ known[$0.text] == false }).count * 2 > words.count
    else { return }
    guessedAt = words.count
    settle(words: words.map(\.text))
  }

  // MARK: Checking

  private var isActive: Bool { isEnabled && language != nil }

  private func restart() {
    flags.reset()
    menu.update()
    if isActive { schedule() } else { buffer.remove(tag) }
  }

  private func schedule() {
    guard isActive, next?.isPending != true else { return }
    next = MainLoop.after(Self.pause) { [weak self] in self?.pauseIsOver() }
  }

  private func pauseIsOver() {
    if hasTyped {
      // Typing went on meanwhile: wait for the next pause.
      hasTyped = false
      next = MainLoop.after(Self.pause) { [weak self] in self?.pauseIsOver() }
      return
    }
    next = MainLoop.afterPainting { [weak self] in self?.slice() }
  }

  private func slice() {
    guard isActive else { return }
    let end = MainLoop.now + Self.budget
    let visible = view.visibleRange
    for index in view.visibleParagraphs
    where flags[index] == .unchecked || !isCovered(index, visible) {
      check(index, visible)
      if MainLoop.now > end {
        next = MainLoop.afterPainting { [weak self] in self?.slice() }
        return
      }
    }
    ask()
  }

  /// Whether a paragraph that was looked at has been where it is on the screen now.
  private func isCovered(_ index: Int, _ visible: Range<Int>) -> Bool {
    let paragraph = buffer.paragraphRange(index)
    guard paragraph.count > Self.longestWhole else { return true }
    guard let seen = covered[index] else { return false }
    return visible.clamped(to: paragraph).clamped(to: seen) == visible.clamped(to: paragraph)
  }

  private func check(_ index: Int, _ visible: Range<Int>) {
    let paragraph = buffer.paragraphRange(index)
    var (part, shown) = (paragraph, paragraph)
    if paragraph.count > Self.longestWhole {
      shown = visible.clamped(to: paragraph)
      covered[index] = shown
      part = wholeWords(around: shown, in: paragraph)
    }
    let script = SpellScript(language: language ?? "")
    let code = buffer.codeRanges(in: part)
    let words = SpellWords.words(in: buffer.text(in: part)).filter { word in
      let place = part.lowerBound + word.range.lowerBound
      return SpellScript(of: word.text) == script && !code.contains { $0.contains(place) }
    }
    let unasked = words.filter { known[$0.text] == nil }
    asked.formUnion(unasked.map(\.text))
    flags[index] = unasked.isEmpty ? .checked : .waiting
    if unasked.isEmpty { guessAgain(words) }
    let wrong = words.filter { known[$0.text] == false }
      .map { part.lowerBound + $0.range.lowerBound..<part.lowerBound + $0.range.upperBound }
      .filter(shown.overlaps)
    underline(leavingTyped(wrong, in: index), in: part)
  }

  /// `part` and its surroundings, from the end of a word to the end of a word.
  private func wholeWords(around part: Range<Int>, in paragraph: Range<Int>) -> Range<Int> {
    var lower = max(part.lowerBound - Self.surroundings, paragraph.lowerBound)
    var upper = min(part.upperBound + Self.surroundings, paragraph.upperBound)
    let text = buffer.text(in: lower..<upper).unicodeScalars
    if lower > paragraph.lowerBound {
      lower += text.prefix { !$0.properties.isWhitespace }.count
    }
    if upper < paragraph.upperBound {
      upper -= text.reversed().prefix { !$0.properties.isWhitespace }.count
    }
    return lower..<max(lower, upper)
  }

  /// Without the word that the caret is at the end of, while it is being typed.
  private func leavingTyped(_ wrong: [Range<Int>], in index: Int) -> [Range<Int>] {
    if typing?.paragraph == index { typing = nil }
    guard isInWord, view.hasFocus, buffer.selectedRange.isEmpty else { return wrong }
    let caret = buffer.caret
    return wrong.filter { word in
      guard word.upperBound == caret else { return true }
      typing = (index, word)
      return false
    }
  }

  private func caretMoved() {
    guard let typing, buffer.caret != typing.word.upperBound else { return }
    flags[typing.paragraph] = .unchecked
    self.typing = nil
    isInWord = false
    schedule()
  }

  /// Touches the view's layout only where something has changed.
  private func underline(_ wrong: [Range<Int>], in paragraph: Range<Int>) {
    guard buffer.ranges(of: tag, in: paragraph) != wrong else { return }
    buffer.remove(tag, from: paragraph)
    for word in wrong { buffer.apply(tag, to: word) }
  }

  private func ask() {
    guard !asked.isEmpty, let language else { return }
    let (words, generation, engine) = (Array(asked), generation, engine)
    asked = []
    Task { [weak self] in
      let unknown = await engine.unknown(words, in: language)
      guard let self, self.generation == generation else { return }
      if known.count > Self.mostKnown { known = [:] }
      for word in words { known[word] = !unknown.contains(word) }
      flags.answered()
      next?.cancel()
      next = MainLoop.afterPainting { [weak self] in self?.slice() }
    }
  }

  // MARK: Words

  /// The underlined word that `offset` is in or at the end of.
  func wrongWord(at offset: Int) -> (text: String, range: Range<Int>)? {
    guard isActive else { return nil }
    let paragraph = buffer.paragraphRange(buffer.paragraph(at: offset))
    guard
      let range = buffer.ranges(of: tag, in: paragraph).first(where: {
        $0.lowerBound <= offset && offset <= $0.upperBound
      })
    else { return nil }
    return (buffer.text(in: range), range)
  }

  /// In the form in which the dictionary was asked.
  static func plain(_ word: String) -> String { word.replacing("\u{2019}", with: "'") }

  /// One step of undo.
  func replace(_ range: Range<Int>, _ word: String, with text: String) {
    guard range.upperBound <= buffer.length, buffer.text(in: range) == word else { return }
    buffer.undoStep {
      buffer.delete(range)
      buffer.insert(text, at: range.lowerBound)
    }
  }

  func accept(_ word: String, forGood: Bool) {
    guard let language else { return }
    let (plain, engine) = (Self.plain(word), engine)
    known[plain] = true
    flags.reset()
    schedule()
    Task {
      if forGood {
        await engine.add(plain, to: language)
      } else {
        await engine.ignore(plain, in: language)
      }
    }
  }
}
