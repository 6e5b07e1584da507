// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class KeyboardToolbarTests: XCTestCase {
  // MARK: Items

  func testItIsHiddenWithoutItems() throws {
    try withGtk {
      let toolbar = KeyboardToolbar()
      XCTAssertFalse(toolbar.widget.isVisible)
      toolbar.items = [Self.item("a")]
      XCTAssertTrue(toolbar.widget.isVisible)
      toolbar.isShown = false
      XCTAssertFalse(toolbar.widget.isVisible)
      toolbar.isShown = true
      toolbar.items = []
      XCTAssertFalse(toolbar.widget.isVisible)
    }
  }

  func testPressingAnItemCallsItsAction() throws {
    try withGtk {
      var pressed: [String] = []
      let toolbar = KeyboardToolbar(
        items: ["a", "b"].map { id in
          Self.item(id) { pressed.append(id) }
        })
      try Self.press("b", in: toolbar)
      try Self.press("a", in: toolbar)
      XCTAssertEqual(pressed, ["b", "a"])
      // The action of the item as it is now, not as it was when the button was made.
      toolbar["a"]?.action = { pressed.append("new") }
      try Self.press("a", in: toolbar)
      XCTAssertEqual(pressed, ["b", "a", "new"])
    }
  }

  func testAnItemThatIsNotEnabledCannotBePressed() throws {
    try withGtk {
      let toolbar = KeyboardToolbar(items: [Self.item("a")])
      toolbar["a"]?.isEnabled = false
      XCTAssertFalse(try Self.view("a", in: toolbar).isSensitive)
      toolbar["a"]?.isEnabled = true
      XCTAssertTrue(try Self.view("a", in: toolbar).isSensitive)
    }
  }

  func testSelectionIsACapsuleAndKeepsTheWidget() throws {
    try withGtk {
      let toolbar = KeyboardToolbar(items: [Self.item("a"), Self.item("b")])
      toolbar["a"]?.isToggle = true
      let before = try Self.view("a", in: toolbar)
      let capsule = try XCTUnwrap(before.firstChild)
      XCTAssertFalse(capsule.hasStyle("selected"))
      toolbar["a"]?.isSelected = true
      XCTAssertTrue(capsule.hasStyle("selected"))
      XCTAssertEqual(try Self.view("a", in: toolbar), before)
      XCTAssertFalse(try XCTUnwrap(Self.view("b", in: toolbar).firstChild).hasStyle("selected"))
    }
  }

  /// GTK's toggle turns itself when pressed; what is on is for the owner of the items to say.
  func testPressingAToggleSelectsNothingByItself() throws {
    try withGtk {
      let toolbar = KeyboardToolbar(items: [Self.item("a")])
      toolbar["a"]?.isToggle = true
      let button = ToggleButton(borrowing: try Self.view("a", in: toolbar).raw)
      try Self.press("a", in: toolbar)
      XCTAssertFalse(button.isActive)
      toolbar["a"]?.isSelected = true
      XCTAssertTrue(button.isActive)
      try Self.press("a", in: toolbar)
      XCTAssertTrue(button.isActive)
    }
  }

  func testEachKindOfContentIsShown() throws {
    try withGtk {
      let own = Label("own")
      let toolbar = KeyboardToolbar(items: [
        Self.item("icon", .icon("edit-copy-symbolic")), Self.item("text", .text("abc")),
        Self.item("image", .image(file: "/nowhere.png")), Self.item("widget", .widget(own)),
      ])
      let types = try ["icon", "text", "image", "widget"].map {
        try Self.view($0, in: toolbar).firstChild?.firstChild?.typeName
      }
      XCTAssertEqual(types, ["MartletImage", "GtkLabel", "GtkImage", "GtkLabel"])
      XCTAssertEqual(try Self.view("widget", in: toolbar).firstChild?.firstChild, own)
      toolbar["icon"]?.content = .text("x")
      XCTAssertEqual(
        try Self.view("icon", in: toolbar).firstChild?.firstChild?.typeName, "GtkLabel")
    }
  }

  func testAWidgetWithoutActionStandsInTheBarAsItIs() throws {
    try withGtk {
      let own = Button(label: "own")
      let toolbar = KeyboardToolbar(items: [
        KeyboardToolbarItem(.widget(own), id: "own", accessibilityLabel: "Own")
      ])
      XCTAssertEqual(try Self.view("own", in: toolbar).typeName, "GtkBox")
      XCTAssertTrue(own.isInside(toolbar.widget))
      // It may move on to another item.
      toolbar.items = [KeyboardToolbarItem(.widget(own), id: "new", accessibilityLabel: "Own") {}]
      XCTAssertTrue(own.isInside(try Self.view("new", in: toolbar)))
    }
  }

  func testOfTwoItemsWithOneIdTheFirstIsShown() throws {
    try withGtk {
      let toolbar = KeyboardToolbar(items: [
        Self.item("a", .text("1")), Self.item("a", .text("2")), Self.item("b"),
      ])
      XCTAssertEqual(toolbar.items.map(\.id), ["a", "b"])
      XCTAssertEqual(toolbar["a"]?.content, .text("1"))
    }
  }

  func testItemsCanBeReplacedReorderedAndMovedToAnEnd() throws {
    try withGtk {
      let toolbar = KeyboardToolbar(items: ["a", "b", "c"].map { Self.item($0) })
      let window = Self.open(toolbar, width: 600)
      XCTAssertEqual(try Self.order(of: ["a", "b", "c"], in: toolbar), ["a", "b", "c"])
      toolbar.items = ["c", "a", "d"].map { Self.item($0) }
      Spin.frames(2, of: window)
      XCTAssertEqual(try Self.order(of: ["a", "c", "d"], in: toolbar), ["c", "a", "d"])
      toolbar["c"]?.isFixed = .trailing
      toolbar["d"]?.isFixed = .leading
      Spin.frames(2, of: window)
      XCTAssertEqual(try Self.order(of: ["a", "c", "d"], in: toolbar), ["d", "a", "c"])
      window.destroy()
    }
  }

  func testTheDismissItemLeavesTheFieldAndTellsOfIt() throws {
    try withGtk {
      var dismissed = 0
      let toolbar = KeyboardToolbar(items: [.dismissKeyboard])
      toolbar.onDismissKeyboard { dismissed += 1 }
      let text = TextView()
      let window = Window()
      window.child = text.keyboardToolbar(toolbar)
      window.present()
      Spin.frames(1, of: window)
      text.grabFocus()
      XCTAssertTrue(text.hasFocus)
      try Self.press("dismiss-keyboard", in: toolbar)
      XCTAssertFalse(text.hasFocus)
      XCTAssertEqual(dismissed, 1)
      window.destroy()
    }
  }

  func testItLivesWithItsWidgetAndLeavesNothing() throws {
    try withGtk {
      assertLeavesNothing {
        let window = Window()
        window.child = Label("content").keyboardToolbar(["a", "b"].map { Self.item($0) })
        window.present()
        Spin.frames(1, of: window)
        window.destroy()
      }
    }
  }
}

extension KeyboardToolbarTests {
  @MainActor static func item(
    _ id: String, _ content: KeyboardToolbarItem.Content = .icon("edit-copy-symbolic"),
    isFixed: KeyboardToolbarItem.FixedPosition? = nil, action: @escaping () -> Void = {}
  ) -> KeyboardToolbarItem {
    KeyboardToolbarItem(content, id: id, isFixed: isFixed, accessibilityLabel: id, action: action)
  }

  /// The widget of an item.
  @MainActor static func view(_ id: String, in toolbar: KeyboardToolbar) throws -> Widget {
    try XCTUnwrap(
      toolbar.widget.descendants.first { $0.hasStyle("item") && $0.name == id }, id)
  }

  @MainActor static func press(_ id: String, in toolbar: KeyboardToolbar) throws {
    try Button(borrowing: view(id, in: toolbar).raw).click()
  }

  @MainActor static func open(_ toolbar: KeyboardToolbar, width: Int) -> Window {
    let window = Window()
    window.setTitleBar(Box(.horizontal))
    window.child = TextView().keyboardToolbar(toolbar)
    window.defaultSize = (width, 300)
    window.present()
    Spin.frames(2, of: window)
    return window
  }

  @MainActor static func bounds(_ id: String, in toolbar: KeyboardToolbar) throws -> Rectangle {
    try XCTUnwrap(view(id, in: toolbar).firstChild?.bounds(in: toolbar.widget))
  }

  /// The ids from left to right.
  @MainActor static func order(of ids: [String], in toolbar: KeyboardToolbar) throws -> [String] {
    try ids.map { ($0, try bounds($0, in: toolbar).x) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
