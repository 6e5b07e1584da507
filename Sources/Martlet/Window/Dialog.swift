// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// A window that asks or tells something over another one: content that scrolls where there is too
/// little room, buttons below it. Escape closes it.
final class Dialog {
  let window = Window()
  let content = Box(.vertical, spacing: 12)
  /// The row of buttons; the last one is the one to go on with.
  let buttons = Box(.horizontal, spacing: 8)
  private let scroller: ScrolledWindow
  private let width: Int
  private var painted: SignalHandler?

  /// Pixels; a phone's screen is 720 high.
  private static let maximumHeight = 520

  /// - Parameter width: As wide as it would like to be; on a phone it is as wide as the window below.
  init(_ title: String, over parent: Window?, width: Int = 420) {
    let room = parent?.width ?? 0
    let width = room >= WindowState.minimumSize.width ? min(width, room) : width
    self.width = width
    scroller = ScrolledWindow(child: content)
    window.title = title
    window.setTransient(for: parent)
    window.isModal = true
    window.defaultSize = (width, -1)
    content.margin(start: 18, end: 18, top: 18, bottom: 18)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.propagateNatural(width: false, height: true)
    scroller.maximumContentHeight = Self.maximumHeight
    scroller.expandsVertically = true
    buttons.align(horizontal: .end)
    buttons.margin(start: 18, end: 18, bottom: 18)
    let column = Box(.vertical)
    column.append(scroller)
    column.append(buttons)
    window.child = column
    let keys = KeyController()
    keys.onPressed { [weak self] event in
      guard event.key == .escape else { return false }
      self?.window.close()
      return true
    }
    window.addController(keys)
  }

  /// Takes the height that its content needs now, as far as a small screen has it. Buttons that do
  /// not fit beside each other stand below each other.
  func fit() {
    if buttons.orientation == .horizontal, buttons.measure(.horizontal).natural > width {
      buttons.orientation = .vertical
      buttons.align(horizontal: .fill)
    }
    takeHeight()
    // What was just put into it has not got its fonts yet; it has once it is painted.
    painted?.disconnect()
    painted = window.onPainted { [weak self] in
      self?.painted?.disconnect()
      self?.painted = nil
      self?.takeHeight()
    }
  }

  /// The height that there is for the content without scrolling.
  var contentHeight: Int { scroller.minimumContentHeight }

  private func takeHeight() {
    let height = min(content.measure(.vertical, for: width).natural, Self.maximumHeight)
    guard height != contentHeight else { return }
    scroller.minimumContentHeight = height
    window.defaultSize = (width, -1)
  }

  /// Says on a line of the content what came of it, and makes room for that.
  func say(_ sentence: String, on line: Label, isFault: Bool = true) {
    line.text = sentence
    line.setStyle("error", isFault)
    line.isVisible = true
    fit()
  }

  func addButton(_ label: String, style: String? = nil, _ body: @escaping () -> Void) -> Button {
    let button = Button(label: label)
    if let style { button.addStyle(style) }
    button.onClicked(body)
    buttons.append(button)
    return button
  }

  /// Shows it; `controller` lives until it is closed.
  func present(keeping controller: AnyObject) {
    window.keepAlive(controller)
    // By itself it takes the height of lines that are longer than it is wide.
    fit()
    window.present()
    fit()
  }
}

extension Label {
  /// A paragraph: wraps, begins at the start side.
  static func paragraph(_ text: String, styles: String...) -> Label {
    let label = Label(text)
    label.alignment = 0
    label.wrap(minimumCharacters: 12, maximumCharacters: 52)
    for style in styles { label.addStyle(style) }
    return label
  }
}
