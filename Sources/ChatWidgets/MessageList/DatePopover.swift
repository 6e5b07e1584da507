// SPDX-License-Identifier: MIT
public import Gtk

/// Asks for a day to go to: a calendar whose days with messages are pointed out.
public final class DatePopover {
  private let parent: Widget
  private var popover: Popover?
  /// While it is open.
  private(set) var calendar: Calendar?
  private var month = Calendar.Month(year: 1970, month: 1)
  private var isMarking = false

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
    self.calendar = calendar
    month = calendar.month
    let go = Button(label: tr("Go to This Day"))
    go.addStyle("suggested-action")
    go.onClicked { [weak self] in self?.choose() }
    let column = Box(.vertical, spacing: 8)
    column.margin(start: 4, end: 4, top: 4, bottom: 4)
    column.append(calendar)
    column.append(go)

    calendar.onDaySelected { [weak self] in self?.daySelected() }
    markDays()

    let popover = Popover(child: column)
    popover.addStyle("date-popover")
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

  private func daySelected() {
    guard let calendar, !isMarking else { return }
    // A day of the month that is shown is where to go; the arrows choose a day as well.
    if calendar.month == month { return choose() }
    month = calendar.month
    markDays()
  }

  private func choose() {
    guard let start = calendar?.dayStart else { return }
    popover?.popDown()
    onChoose?(start)
  }

  private func markDays() {
    mark([])
    Task { [weak self, month] in
      guard let days = await self?.days?(month), let self, self.month == month else { return }
      self.mark(days)
    }
  }

  private func mark(_ days: Set<Int>) {
    isMarking = true
    calendar?.mark(days)
    isMarking = false
  }

  public func close() {
    popover?.unparent()
    (popover, calendar) = (nil, nil)
  }
}
