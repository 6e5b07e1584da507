// SPDX-License-Identifier: MIT
import ChatCore
import Glibc
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// The field's height after everything that can change it, in each frame that is painted: what is
/// wrong for one frame only is seen as a jump.
final class InputBarGrowthTests: XCTestCase {
  func testVisibleLines() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let line = fixture.lineHeight
      for (text, lines) in [
        ("", 1), ("a", 1), ("a\n", 2), ("a\nb\nc", 3), ("1\n2\n3\n4\n5", 5),
        ("1\n2\n3\n4\n5\n6\n7\n8", 5), ("", 1),
      ] {
        fixture.bar.text = text
        fixture.settle()
        XCTAssertEqual(
          fixture.fieldHeight, lines * line + 16, accuracy: 1, "\(text.debugDescription)")
      }
    }
  }

  func testEveryFrameFitsItsTextWithAnimations() throws {
    try withGtk { try Self.runTable(animates: true) }
  }

  func testEveryFrameFitsItsTextWithoutAnimations() throws {
    try withGtk { try Self.runTable(animates: false) }
  }

  @MainActor private static func runTable(animates: Bool) throws {
    let settings = try XCTUnwrap(Settings.default)
    let before = (settings.animates, settings.fontName)
    defer { (settings.animates, settings.fontName) = before }
    LogRecorder.install()
    _ = LogRecorder.takeProblems()
    for (place, isBusy) in [
      (GrowthScene.Place.atTheEnd, false), (.atTheEnd, true), (.inTheMiddle, true),
    ] {
      settings.animates = animates
      settings.fontName = "Cantarell 11"
      let scene = try GrowthScene(place, isBusy: isBusy)
      defer { scene.fixture.close() }
      for step in GrowthScene.steps { scene.run(step) }
      XCTAssertGreaterThan(scene.frames, GrowthScene.steps.count)
      let circumstances = "animations \(animates), list \(place), busy \(isBusy)"
      XCTAssertEqual(scene.complaints, [], circumstances)
      XCTAssertEqual(LogRecorder.takeProblems(), [], circumstances)
    }
  }

  /// A long word wraps; it never widens the window.
  func testLongWordsLeaveTheWindowAsWideAsItWas() throws {
    try withGtk {
      let fixture = InputBarFixture(width: 700, height: 500)
      defer { fixture.close() }
      let size = (fixture.window.width, fixture.window.height)
      for text in [
        String(repeating: "x", count: 400),
        "https://example.org/" + String(repeating: "a/", count: 140),
        String(repeating: "wide\t", count: 200),
      ] {
        fixture.bar.text = text
        fixture.settle()
        XCTAssertEqual(fixture.window.width, size.0)
        XCTAssertEqual(fixture.window.height, size.1)
        XCTAssertLessThan(fixture.window.measure(.horizontal).minimum, 340)
      }
    }
  }

  func testNeverMoreThanHalfOfTheWindow() throws {
    try withGtk {
      let fixture = InputBarFixture(width: 480, height: 200)
      defer { fixture.close() }
      fixture.bar.text = (1...10).map(String.init).joined(separator: "\n")
      fixture.settle()
      XCTAssertLessThanOrEqual(fixture.bar.root.state.bar.height, fixture.window.height / 2)
      XCTAssertGreaterThan(fixture.fieldHeight, fixture.lineHeight)
    }
  }

  func testCaretStaysInViewWhenTheTextOverflows() throws {
    try withGtk {
      for animates in [true, false] {
        Settings.default?.animates = animates
        let fixture = InputBarFixture()
        defer { fixture.close() }
        for line in 1...8 { fixture.bar.textView.type("line \(line)\n") }
        let view = fixture.bar.textView
        XCTAssertTrue(
          Spin.until(limit: .seconds(5)) {
            let caret = view.caretRectangle
            return caret.y >= 0 && caret.y + caret.height <= fixture.fieldHeight
          }, "\(view.caretRectangle) in \(fixture.fieldHeight)")
      }
      Settings.default?.animates = true
    }
  }

  /// Nothing of the line above stands over the first one that is shown.
  func testScrolledTextBeginsWithAWholeLine() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let lines = (1...8).map { "line \($0)" }
      fixture.bar.textView.type(lines.joined(separator: "\n"))
      let adjustment = fixture.field.adjustment
      let above = Double(3 * fixture.lineHeight)
      XCTAssertTrue(
        Spin.until(limit: .seconds(5)) { adjustment.value == above },
        "scrolled by \(adjustment.value), not by \(above)")
      XCTAssertEqual(adjustment.pageSize, Double(5 * fixture.lineHeight))
    }
  }

  /// Keys that wait when a frame begins are dealt with within it. What the text view then lays out
  /// only while it is painted comes too late for the scroll bar.
  func testTextTypedWithinAFrameIsLaidOutBeforeItIsPainted() throws {
    try withGtk {
      LogRecorder.install()
      let fixture = InputBarFixture()
      defer { fixture.close() }
      _ = LogRecorder.takeProblems()
      for line in 1...12 {
        let frame = fixture.bar.textView.onFrame { _ in
          fixture.bar.textView.type("line \(line)\n")
          return false
        }
        Spin.frames(3, of: fixture.window)
        XCTAssertFalse(frame.isRunning)
      }
      XCTAssertEqual(LogRecorder.takeProblems(), [])
    }
  }

  /// Keys between two frames, while the text is scrolling to the caret and when it stands.
  func testTextTypedBetweenFramesIsLaidOutBeforeItIsPainted() throws {
    try withGtk {
      LogRecorder.install()
      let fixture = InputBarFixture()
      defer { fixture.close() }
      _ = LogRecorder.takeProblems()
      let view = fixture.bar.textView
      for word in 1...150 {
        view.type(word.isMultiple(of: 40) ? "\n" : "word\(word) ")
        Spin.frames(1, of: fixture.window)
      }
      XCTAssertEqual(LogRecorder.takeProblems(), [])
      XCTAssertTrue(
        Spin.until(limit: .seconds(5)) {
          let caret = view.caretRectangle
          return caret.y >= 0 && caret.y + caret.height <= fixture.fieldHeight
        }, "\(view.caretRectangle) in \(fixture.fieldHeight)")
    }
  }
}

/// An input bar under a list of messages, and what is done to it.
@MainActor private final class GrowthScene {
  enum Place {
    case atTheEnd, inTheMiddle
  }

  struct Step {
    var name: String
    var action: @MainActor (GrowthScene) -> Void
  }

  let fixture: InputBarFixture
  private let list: MessageList
  private let place: Place
  private let isBusy: Bool
  private let anchored = MessageID(rawValue: 100)
  private(set) var complaints: [String] = []
  private(set) var frames = 0
  private var step = ""

  /// - Parameter isBusy: Whether frames are due before GTK has time for what it leaves for later, as
  ///   on a machine that is busy elsewhere.
  init(_ place: Place, isBusy: Bool) throws {
    self.place = place
    self.isBusy = isBusy
    let list = MessageList()
    self.list = list
    fixture = InputBarFixture(content: list.widget)
    let messages = (1...200).map { number in
      Message(
        id: MessageID(rawValue: number), conversation: ConversationID(rawValue: 1),
        position: MessagePosition(rawValue: number * 1024),
        sender: number % 3 == 0 ? .me : .other(address: "ada@example.org", name: "Ada"),
        body: String(repeating: "message \(number) ", count: Int(number % 7) + 1),
        time: Timestamp(microseconds: 1_700_000_000_000_000 + number * 60_000_000),
        delivery: .received)
    }
    let source = MessagesInMemory(messages)
    list.show(
      source,
      at: place == .atTheEnd ? nil : ScrollAnchor(message: anchored, offset: 0))
    fixture.settle()
    fixture.settle()
    let view = fixture.window
    handler = view.onPainted { [weak self] in self?.check() }
  }

  private var handler: SignalHandler?

  func run(_ step: Step) {
    self.step = step.name
    step.action(self)
    if isBusy { usleep(20_000) }
    Spin.frames(3, of: fixture.window)
  }

  /// What must hold in every painted frame.
  private func check() {
    frames += 1
    let bar = fixture.bar
    let need = fixture.measuredNeed
    let height = fixture.fieldHeight
    if abs(height - min(need.height, fixture.mostHeight)) > 1 {
      complain("the field is \(height) high, its text needs \(need.height)")
    }
    let scroll = bar.field.state.adjustment.value
    if need.fits, scroll != 0 { complain("scrolled by \(scroll) though all fits") }
    // Content and bar share the window with nothing but a line between them.
    let content = list.widget.bounds(in: bar.widget) ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
    let barTop = bar.root.state.bar.y - InputBarLayout.hairline
    if content.y != 0 || content.height != barTop { complain("content \(content), bar \(barTop)") }
    switch place {
    case .atTheEnd:
      if !list.isAtEnd { complain("the list left its end") }
      let bottom = list.view.state.layout?.bottom ?? 0
      if Int(bottom) != list.view.height - list.view.state.bottomMargin {
        complain("the last row ends at \(bottom) of \(list.view.height)")
      }
    case .inTheMiddle:
      let top = list.view.state.slots.live[.message(anchored)]?.widget.bounds(in: list.view)?.y
      if top != 0 { complain("the row that is read moved to \(top.map(String.init) ?? "nowhere")") }
    }
  }

  private func complain(_ text: String) {
    if complaints.count < 20 { complaints.append("\(step): \(text)") }
  }

  // MARK: Steps

  private static func text(_ name: String, _ text: String) -> Step {
    Step(name: name) { $0.fixture.bar.text = text }
  }

  private static func paste(_ name: String, _ text: String) -> Step {
    Step(name: name) { scene in
      let view = scene.fixture.bar.textView
      Clipboard(of: view).set(text)
      let before = view.buffer.length
      view.pasteClipboard()
      Spin.until { view.buffer.length != before }
    }
  }

  private static func type(_ name: String, _ text: String) -> Step {
    Step(name: name) { $0.fixture.bar.textView.type(text) }
  }

  private static func width(_ width: Int) -> Step {
    Step(name: "width \(width)") { scene in
      scene.fixture.window.defaultSize = (width, 640)
      Spin.until(limit: .seconds(5)) { scene.fixture.window.width == width }
    }
  }

  private static func font(_ points: Double) -> Step {
    Step(name: "font \(points)") { _ in Settings.default?.fontName = "Cantarell \(points)" }
  }

  private static let undo = Step(name: "undo") { $0.fixture.bar.textView.buffer.undo() }
  private static let redo = Step(name: "redo") { $0.fixture.bar.textView.buffer.redo() }
  private static let send = Step(name: "send") { $0.fixture.bar.sendAction.activate() }
  private static let deleteAll = Step(name: "delete all") { scene in
    let buffer = scene.fixture.bar.textView.buffer
    buffer.userAction { buffer.delete(0..<buffer.length) }
  }

  private static let sentence =
    "A sentence that is long enough to be broken into several lines where the window is narrow. "

  static let steps: [Step] = {
    var steps: [Step] = []
    for lines in Array(1...10) + Array((1...9).reversed()) {
      steps.append(text("\(lines) lines", (1...lines).map(String.init).joined(separator: "\n")))
    }
    steps += [deleteAll, type("type", "a"), type("break", "\n"), type("break", "\n")]
    for line in 2...8 { steps += [type("type line \(line)", "line \(line)"), type("break", "\n")] }
    steps.append(deleteAll)
    steps += [paste("paste three lines", "one\ntwo\nthree"), undo, redo, undo, deleteAll]
    steps += [paste("paste eight", (1...8).map(String.init).joined(separator: "\n")), undo, redo]
    steps += [deleteAll, undo, send, undo, send]
    steps += [paste("paste a paragraph", sentence), width(340), width(700), width(480)]
    steps += [paste("paste more", sentence), width(340), width(900), undo, width(480)]
    for points in [5.5, 8, 14, 22, 33, 11] { steps.append(font(points)) }
    steps += [
      text("emoji", "😀\n👩‍👩‍👧‍👦🏳️‍🌈 mixed\n🎉"),
      text("five lines of emoji", "😀\n😀\n😀\n😀\n😀"),
      text("six lines of emoji", "😀\n😀\n😀\n😀\n😀\n😀"),
      text("CJK", "日本語の文章はどこでも改行できますので長い行も正しく折り返されるはずです。もう一行。"),
      text(
        "Arabic", "مرحبا بالعالم، هذه جملة طويلة بما يكفي لتحتاج إلى أكثر من سطر واحد في هذا الحقل"),
      text("mixed", "Hello שלום 日本 😀\nمرحبا\n\nend"),
      text("long word", String(repeating: "wwwwwwwwww", count: 20)),
      width(340), font(22), undo, redo, undo, font(11), width(480), deleteAll,
    ]
    return steps
  }()
}

extension InputBarFixture {
  /// What the text needs at the field's width, laid out independently of the field: paragraph by
  /// paragraph, five lines at most.
  var measuredNeed: (height: Int, fits: Bool) {
    let view = bar.textView
    let paragraphs = bar.text.split(separator: "\n", omittingEmptySubsequences: false)
    var height = 0
    var rest = 5
    for paragraph in paragraphs {
      let layout = TextLayout(for: view, text: String(paragraph))
      // GTK keeps one pixel for the caret.
      layout.wrap(at: view.width - 28 - 1)
      let lines = layout.lines
      guard lines.count <= rest else {
        if rest > 0 {
          height += lines[rest - 1].rectangle.y + lines[rest - 1].rectangle.height
        }
        return (height + 16, false)
      }
      height += Int(layout.exactHeight.rounded())
      rest -= lines.count
    }
    return (height + 16, true)
  }

  /// The most that the bar leaves to the field.
  var mostHeight: Int {
    window.height / 2 - InputBarLayout.hairline - (bar.root.state.bar.height - fieldHeight)
  }
}
