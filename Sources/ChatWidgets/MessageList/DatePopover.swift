// SPDX-License-Identifier: MIT
public import Gtk

/// Asks for a day to go to: a calendar whose days with messages are pointed out.
public final class DatePopover {
  private let parent: Widget
  private var popover: Popover?

  /// Called with the start of the chosen day in the local zone, in seconds since 1970.
  public var onChoose: ((Int64) -> Void)?
  /// Tells which days of a month have messages.
  public var days: ((Calendar.Month) async -> Set<Int>)?

  /// - Parameter parent: what the popover stands over.
  public init(parent: Widget) { self.parent = parent }

  /// - Parameter seconds: a moment of the day that is chosen at first, since 1970.
  public func open(at seconds: Int64) {
    close()
    let calendar = Calendar()
    calendar.select(seconds)
    let go = Button(label: tr("Go to This Day"))
    go.addStyle("suggested-action")
    go.onClicked { [weak self, weak calendar] in
      if let calendar { self?.choose(calendar) }
    }
    let column = Box(.vertical, spacing: 8)
    column.margin(start: 4, end: 4, top: 4, bottom: 4)
    column.append(calendar)
    column.append(go)

    var month = calendar.month
    calendar.onDaySelected { [weak self, weak calendar] in
      guard let self, let calendar else { return }
      // A day of the month that is shown is where to go; the arrows choose a day as well.
      if calendar.month == month { return self.choose(calendar) }
      month = calendar.month
      self.markDays(of: calendar)
    }
    markDays(of: calendar)

    let popover = Popover(child: column)
    popover.setParent(parent)
    popover.setPosition(.below)
    popover.point(to: Rectangle(x: parent.width / 2, y: 0, width: 1, height: 1))
    popover.onClosed { [weak self, weak popover] in
      MainLoop.whenIdle {
        guard let self, self.popover === popover else { return }
        self.close()
      }
    }
    self.popover = popover
    popover.popUp()
    calendar.grabFocus()
  }

  private func choose(_ calendar: Calendar) {
    let start = calendar.dayStart
    popover?.popDown()
    onChoose?(start)
  }

  private func markDays(of calendar: Calendar) {
    calendar.mark([])
    let month = calendar.month
    Task { [weak self, weak calendar] in
      guard let days = await self?.days?(month), let calendar, calendar.month == month else {
        return
      }
      calendar.mark(days)
    }
  }

  public func close() {
    popover?.unparent()
    popover = nil
  }
}
