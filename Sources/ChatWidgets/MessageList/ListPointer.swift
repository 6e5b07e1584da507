// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What the pointer and fingers do in the list: selecting, following links, menus.
final class ListPointer {
  private weak var list: ListState?
  private let press = ClickGesture(button: 1)
  private let drag = DragGesture(button: 1)
  private let menuPress = ClickGesture(button: 3)
  let longPress = LongPressGesture()
  private let motion = MotionController()

  private var start: (x: Double, y: Double)?
  private var pointer: (x: Double, y: Double) = (0, 0)
  private var isSelecting = false
  private var autoscroll: FrameCallback?
  private var cursor: String?
  /// What is told of what is under the pointer: the host that a link hides, who has reacted.
  private var hint: String?
  /// What was pressed, to be done when it is let go of.
  private var pressedPart: BubbleState.Part?

  /// Called for a press that asks for the menu at a place.
  var onMenu: ((_ x: Double, _ y: Double) -> Void)?

  init(_ list: ListState) {
    self.list = list
    press.onPressed { [weak self] in self?.pressed($0, $1, $2) }
    press.onReleased { [weak self] in self?.released($0, $1, $2) }
    drag.onBegin { [weak self] in self?.start = ($0, $1) }
    drag.onUpdate { [weak self] in self?.dragged($0, $1) }
    drag.onEnd { [weak self] _, _ in self?.ended() }
    menuPress.onPressed { [weak self] _, x, y in self?.onMenu?(x, y) }
    longPress.onPressed { [weak self] x, y in self?.onMenu?(x, y) }
    motion.onMoved { [weak self] in self?.moved($0, $1) }
    motion.onLeave { [weak self] in self?.setCursor(nil) }
    for controller in [press, drag, menuPress, longPress, motion] as [EventController] {
      list.widget.addController(controller)
    }
  }

  private func pressed(_ presses: Int, _ x: Double, _ y: Double) {
    guard let list else { return }
    pressedPart = list.part(x: x, y: y)?.part
    if press.isTouch { return tapped(x, y) }
    if pressedPart != nil {
      if let row = list.row(atY: y) { list.focus(row: row) }
      return
    }
    list.beginSelection(
      x: x, y: y, presses: presses, extends: press.modifiers.contains(.shift))
    isSelecting = true
    if let row = list.row(atY: y) { list.focus(row: row) }
  }

  /// In selection mode a tap takes everything up to the message into the selection. Otherwise a
  /// finger scrolls.
  private func tapped(_ x: Double, _ y: Double) {
    guard let list, list.isInSelectionMode else { return }
    list.extendSelection(x: x, y: y)
  }

  private func released(_ presses: Int, _ x: Double, _ y: Double) {
    guard let list else { return }
    let pressedPart = pressedPart
    self.pressedPart = nil
    if let pressedPart, !list.isInSelectionMode {
      if let hit = list.part(x: x, y: y), hit.part == pressedPart {
        list.press(hit.part, of: hit.message)
      }
      return
    }
    guard presses == 1, list.selection?.isEmpty ?? true else { return }
    if let link = list.link(x: x, y: y) {
      list.onLink?(link, Rectangle(x: Int(x), y: Int(y), width: 1, height: 1))
    }
  }

  private func dragged(_ dx: Double, _ dy: Double) {
    guard isSelecting, let list, let start else { return }
    pointer = (start.x + dx, start.y + dy)
    list.extendSelection(x: pointer.x, y: pointer.y)
    runAutoscroll()
  }

  private func ended() {
    start = nil
    guard isSelecting else { return }
    isSelecting = false
    autoscroll?.stop()
    list?.offerPrimarySelection()
  }

  /// While the pointer is held beyond an edge, the list scrolls on and takes what comes in.
  private func runAutoscroll() {
    guard overshoot != 0, autoscroll?.isRunning != true else { return }
    autoscroll = list?.widget.onFrame { [weak self] _ in
      guard let self, let list = self.list, self.isSelecting, self.overshoot != 0 else {
        return false
      }
      list.scroll.move(by: self.overshoot * Self.autoscrollSpeed)
      list.requestUpdate()
      list.extendSelection(x: self.pointer.x, y: self.pointer.y)
      return true
    }
  }

  private var overshoot: Double {
    guard let list else { return 0 }
    if pointer.y < 0 { return pointer.y }
    return max(0, pointer.y - Double(list.widget.height))
  }

  /// Pixels a frame for each pixel beyond the edge.
  private static let autoscrollSpeed = 0.2

  private func moved(_ x: Double, _ y: Double) {
    guard let list else { return }
    let link = list.link(x: x, y: y)
    let part = list.part(x: x, y: y)?.part
    var hint = link.flatMap(LinkOpening.hiddenHost)
    if case .reaction(let reaction) = part { hint = reaction.names }
    if hint != self.hint {
      self.hint = hint
      list.widget.tooltip = hint
    }
    if link != nil || part != nil { return setCursor("pointer") }
    setCursor(list.textPlace(x: x, y: y)?.place.isOnText == true ? "text" : nil)
  }

  private func setCursor(_ name: String?) {
    guard name != cursor else { return }
    cursor = name
    list?.widget.setCursor(name)
  }
}
