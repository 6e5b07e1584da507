// SPDX-License-Identifier: MIT
import Gtk

/// The widgets that a ``RowListSource`` has made, with the states that draw them.
final class RowStates<State: WidgetState> {
  private var rows: [(widget: Widget, state: State)] = []

  /// Makes a row that is drawn by `state`.
  func makeRow(_ state: State) -> Widget {
    let row = CustomWidget(state, role: .listItem, cssName: "row")
    rows.append((row, state))
    return row
  }

  subscript(row: Widget) -> State? { rows.first { $0.widget == row }?.state }
}
