// SPDX-License-Identifier: GPL-3.0-or-later

/// Requests that wait for an answer. An answer counts only from whom was asked (X05): whoever
/// guesses an id gets nothing, and does not end the wait either.
@NetworkActor
final class IQTracker {
  typealias Failure = RequestFailure
  typealias Completion = @NetworkActor (Result<XMLElement, Failure>) -> Void

  /// A server answers in milliseconds, a contact's client may be behind a slow link.
  static let timeout: Duration = .seconds(60)
  /// More at once than this are not sent; something is wrong then.
  static let limit = 256

  private struct Pending {
    var to: JID?
    var timer: StreamTimer
    var completion: Completion
  }

  var account: JID
  private let clock: any StreamClock
  private var pending: [String: Pending] = [:]

  init(account: JID, clock: any StreamClock) {
    self.account = account
    self.clock = clock
  }

  /// The request to send; `completion` is called once. `to` nil means our own account.
  func request(
    _ type: String, to: JID?, _ payload: XMLElement, _ completion: @escaping Completion
  ) -> XMLElement? {
    guard pending.count < Self.limit else {
      completion(.failure(.noAnswer))
      return nil
    }
    let id = StanzaID.random()
    let timer = clock.schedule(after: Self.timeout) { [weak self] in
      self?.pending.removeValue(forKey: id)?.completion(.failure(.noAnswer))
    }
    pending[id] = Pending(to: to, timer: timer, completion: completion)
    return XMLElement(
      "iq", Namespace.client, ["type": type, "id": id, "to": to?.description],
      children: [payload])
  }

  /// Takes an answer; false if it is none that was waited for.
  func received(_ iq: XMLElement) -> Bool {
    guard let id = iq["id"], let request = pending[id] else { return false }
    guard isFrom(iq["from"], asked: request.to) else { return false }
    pending[id] = nil
    request.timer.cancel()
    if iq["type"] == "result" {
      request.completion(.success(iq))
    } else {
      request.completion(.failure(Failure(iq)))
    }
    return true
  }

  func disconnected() {
    let all = pending.values
    pending = [:]
    for request in all {
      request.timer.cancel()
      request.completion(.failure(.disconnected))
    }
  }

  private func isFrom(_ sender: String?, asked: JID?) -> Bool {
    guard let asked, asked != account.bare else {
      // Our own account answers without a name, as itself, or as the session (RFC 6120 §8.1.2.1).
      guard let sender else { return true }
      guard let sender = try? JID(sender) else { return false }
      return sender == account.bare || sender == account
        || (asked == nil && sender == account.server)
    }
    guard let sender else { return asked == account.server }
    return (try? JID(sender)) == asked
  }
}

extension RequestFailure {
  init(_ iq: XMLElement) {
    let error = iq.child("error", Namespace.client)
    let condition = error?.elements.first {
      $0.namespace == Namespace.stanzaErrors && $0.name != "text"
    }
    let isBlocked = error?.contains("blocked", Blocking.errors) == true
    self = .refused(
      condition: isBlocked ? Self.blocked : condition?.name ?? "undefined-condition",
      text: String((error?.child("text", Namespace.stanzaErrors)?.text ?? "").prefix(1_024)))
  }
}
