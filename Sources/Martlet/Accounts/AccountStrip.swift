// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import Observation

/// The accounts that are not online, above the list of conversations: what is the matter, and a
/// button for what can be done. Empty while all is well.
final class AccountStrip {
  let widget = Box(.vertical)
  /// The user wants to do what a row offers.
  var onRemedy: (AccountConnection, AccountText.Remedy) -> Void = { _, _ in }

  private let accounts: Accounts
  private var rows: [AccountID: Row] = [:]
  private var following: Task<Void, Never>?

  init(_ accounts: Accounts) {
    self.accounts = accounts
    following = Task { [weak self] in
      let states = Observations {
        accounts.all.map { State(of: $0) }
      }
      for await states in states { self?.show(states) }
    }
  }

  isolated deinit { following?.cancel() }

  /// What a row is made of.
  struct State: Equatable {
    var id: AccountID
    var condition: AccountCondition
    var caughtUp: Int?
    var keepingFault: PasswordFault?

    init(of connection: AccountConnection) {
      id = connection.id
      condition = connection.condition
      caughtUp = connection.caughtUp
      keepingFault = connection.keepingFault
    }

    /// Nil when there is nothing to be said.
    var text: AccountText? {
      switch condition {
      case .disabled, .removed: return nil
      case .online:
        if let caughtUp, caughtUp >= Self.tellFrom {
          let text = trn(
            "Fetching messages: %s so far", "Fetching messages: %s so far", caughtUp)
          return AccountText(title: text.filling(String(caughtUp)))
        }
        return keepingFault.map {
          AccountText(
            title: tr("Online"), text: AccountText.sentence(for: $0), remedy: .acknowledge)
        }
      default: return AccountText(condition)
      }
    }

    /// A catch-up of fewer messages is over before anybody has read of it.
    static let tellFrom = 500
  }

  private struct Row {
    let widget: Widget
    let state: State
  }

  private func show(_ states: [State]) {
    for (id, row) in rows where !states.contains(row.state) || row.state.id != id {
      widget.remove(row.widget)
      rows[id] = nil
    }
    for state in states where rows[state.id] == nil {
      guard let text = state.text, let connection = accounts[state.id] else { continue }
      let made = make(text, connection)
      widget.append(made)
      rows[state.id] = Row(widget: made, state: state)
    }
    widget.isVisible = !rows.isEmpty
  }

  private func make(_ text: AccountText, _ connection: AccountConnection) -> Widget {
    let row = Box(.vertical, spacing: 4, role: .status)
    row.addStyle("account-strip")
    row.append(
      Label.paragraph(connection.address.description, styles: "caption", "dim-label"))
    row.append(Label.paragraph(text.title, styles: "heading"))
    if !text.text.isEmpty { row.append(Label.paragraph(text.text, styles: "caption")) }
    if let remedy = text.remedy {
      let button = Button(label: remedy.label)
      button.align(horizontal: .start)
      button.onClicked { [weak self] in self?.onRemedy(connection, remedy) }
      row.append(button)
    }
    return row
  }
}
