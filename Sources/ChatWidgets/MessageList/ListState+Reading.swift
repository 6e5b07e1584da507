// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension ListState {
  /// Notes what the layout shows to whoever looks.
  func noteSeen(_ layout: ListLayout) {
    guard let source else { return }
    let newest = layout.range.last {
      slice.isMessage(row: $0) && layout.bottom(of: $0) < viewport + 0.5
    }
    // Of a message that is higher than the window the end is enough.
    let message = newest.flatMap { slice.rows[$0].message }
    if reading.seen == nil {
      // What came before the conversation was opened is not new, unless it was not read.
      let unread = slice.firstUnread.flatMap { id in
        slice.message(id) ?? source.messages([id]).first
      }
      let before = unread.map { MessagePosition(rawValue: $0.position.rawValue - 1) }
      reading.begin(seen: before ?? source.messages(MessagePage(.latest, limit: 1)).last?.position)
      reading.count(in: source)
    }
    guard isWatched, let message, widget.isMapped else { return }
    if reading.see(message.position) { reading.count(in: source) }
    if reading.report(message.position) {
      // Who is told may change the list, which a layout must not.
      MainLoop.whenIdle { [weak self] in self?.onDisplayed?(message) }
    }
  }

  // MARK: Jumping

  /// Goes to a message and points it out.
  ///
  /// - Parameter keepsPlace: whether there is a way back to where this began.
  func jump(to message: MessageID, keepsPlace: Bool = true) {
    if keepsPlace, let here = anchor ?? endAnchor { returns.append(here) }
    if returns.count > Self.returnLimit { returns.removeFirst() }
    go(to: .message(message))
    flash.begin(message)
    widget.onFrame { [weak self] time in
      guard let self, self.flash.message == message else { return false }
      let goesOn = self.flash.tick(time, fades: self.animates)
      self.bubble(message)?.flash = self.flash.strength
      return goesOn
    }
  }

  /// Goes to the message that an answer is about; beeps when it is not there.
  func jump(toAnswered reply: Reply) {
    guard let message = source?.answered(by: reply) else { return widget.errorBell() }
    jump(to: message)
  }

  /// Goes back to where the last jump began. Returns whether there was one.
  @discardableResult
  func goBack() -> Bool {
    guard let last = returns.popLast() else { return false }
    go(to: .anchor(last))
    return true
  }

  /// The end as an anchor: the first message on the screen.
  private var endAnchor: ScrollAnchor? {
    guard let layout, let row = layout.firstVisible(where: { slice.isMessage(row: $0) }) else {
      return nil
    }
    return ScrollAnchor(message: slice.rows[row].messageID, offset: -layout.top(of: row))
  }

  private static let returnLimit = 20
}
