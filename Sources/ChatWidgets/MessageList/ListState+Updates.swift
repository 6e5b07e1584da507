// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// When what is done.
///
/// Most of a layout is prepared in the frame's update phase, before GTK's layout, since it may make
/// widgets. Made within a layout in which only the list is allocated, a widget would mark all
/// parents as wanting a new size; nothing would take the mark off them, and GTK 4.8 draws nothing
/// that is marked. GTK's layout then only puts the rows in their places, unless it has brought a
/// new size: then the parents are being allocated as well.
extension ListState {
  /// Something has happened; the next frame shows it.
  func requestUpdate() {
    needsUpdate = true
    runTicker()
    widget.queueAllocate()
  }

  /// Calls ``tick(_:)`` in the next frame, and for as long as something moves.
  func runTicker() {
    guard ticker?.isRunning != true else { return }
    ticker = widget.onFrame { [weak self] in self?.tick($0) ?? false }
  }

  private func tick(_ time: Int64) -> Bool {
    if slide.isRunning {
      slide.tick(time)
      needsUpdate = true
    }
    if needsUpdate, width > 0, widget.isMapped {
      prepare()
      stock()
      widget.queueAllocate()
    }
    // What has come in may have begun to slide.
    return slide.isRunning
  }

  /// Brings everything up to date but the places of the widgets.
  func prepare() {
    needsUpdate = false
    trim()
    takeLoadedPages()
    applyChanges()
    let layout = layOut()
    self.layout = layout
    settle(layout)
    bind(layout)
    updateSelection()
    slideBounds(layout)
    prefetch(layout)
    noteSeen(layout)
  }

  private func stock() {
    // With the two screens that are live that is less than three.
    slots.stock(.bubble, 6...max(slots.live.count / 3, 12), in: widget)
    slots.stock(.line, 2...6, in: widget)
  }

  /// What a first layout in a window of usual size takes.
  func stockForOpening() {
    slots.stock(.bubble, 24...100, in: widget)
    slots.stock(.line, 4...100, in: widget)
  }

  /// A widget was made within a layout all the same. See that what it asked for takes place.
  func finishLayoutLater() {
    MainLoop.whenIdle { [weak self] in
      guard let self, self.hasWidget else { return }
      self.widget.requestWindowLayout()
    }
  }

  /// Once the list rests, puts the rows in their order among its children, and hides those that wait:
  /// assistive technologies read them so.
  func orderLater() {
    guard ordering?.isPending != true else { return }
    ordering = MainLoop.after(.milliseconds(150)) { [weak self] in
      guard let self, self.hasWidget else { return }
      if self.ticker?.isRunning == true { return self.orderLater() }
      self.order()
    }
  }

  private func order() {
    guard let layout else { return }
    var next: Widget?
    for row in layout.range.reversed() {
      guard let slot = slots.live[slice.rows[row].id] else { continue }
      if slot.widget.nextSibling != next { slot.widget.insert(before: next, in: widget) }
      next = slot.widget
    }
    slots.silenceSpare()
  }
}
