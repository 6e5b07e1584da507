// SPDX-License-Identifier: MIT
import Foundation
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// An input bar in a window, with a stand-in for the list above it.
@MainActor final class InputBarFixture {
  let window = Window()
  let list = Box(.vertical)
  let bar: InputBar
  private(set) var sent: [String] = []
  /// Called for each text that is sent.
  var onSend: (String) -> Void = { _ in }
  /// A folder for files, gone with the fixture.
  let folder = NSTemporaryDirectory() + "inputbar-" + UUID().uuidString

  init(width: Int = 480, height: Int = 640, content: Widget? = nil) {
    let relay = Relay()
    bar = InputBar(onSend: { relay.fixture?.received($0) }, content: content ?? list)
    bar.filesFolder = folder
    relay.fixture = self
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    list.expandsVertically = true
    window.defaultSize = (width, height)
    window.child = bar.widget
    // Whatever is installed or registered: GTK's own.
    bar.textView.inputModule = "gtk-im-context-simple"
    window.present()
    bar.focus()
    settle()
  }

  /// Lets the window lay out and paint what has changed.
  func settle() { Spin.frames(2, of: window) }

  func close() {
    window.destroy()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func received(_ text: String) {
    sent.append(text)
    onSend(text)
  }

  private final class Relay {
    weak var fixture: InputBarFixture?
  }

  var field: ComposerField { bar.field.state }

  /// The height inside the border.
  var fieldHeight: Int { bar.field.height }

  /// The height of a line of Latin text in the field's font.
  var lineHeight: Int { Int(TextLayout(for: bar.textView, text: "X").exactHeight.rounded()) }
}
