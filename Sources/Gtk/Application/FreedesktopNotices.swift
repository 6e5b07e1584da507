// SPDX-License-Identifier: MIT
import CGtk

/// Notices by `org.freedesktop.Notifications` (Desktop Notifications Specification 1.2), with what
/// GNotification leaves out there: an answer that is written into the notice, and the token with
/// which a window may come to the front.
///
/// Each notice has an id of ours; a second one with the same id takes the place of the first.
@MainActor public final class FreedesktopNotices {
  public struct Notice {
    public var title: String
    /// As the service reads it: markup where that is among its capabilities.
    public var body: String
    /// What the field for an answer is called; nil has none. Only some services have one.
    public var reply: String?

    public init(title: String, body: String, reply: String? = nil) {
      self.title = title
      self.body = body
      self.reply = reply
    }
  }

  /// A notice was clicked: its id, and the token of the click, where the service gives one.
  public var onClick: (_ id: String, _ token: String?) -> Void = { _, _ in }
  /// An answer was written into a notice.
  public var onReply: (_ id: String, _ text: String) -> Void = { _, _ in }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: SessionBus
  private let program: (name: String, id: String)
  private var signals: [Subscription] = []
  private var shown: [String: Shown] = [:]
  /// The tokens of clicks that come next, by the service's number of the notice.
  private var tokens: [UInt32: String] = [:]

  /// A notice that is on the screen, or on its way there.
  private struct Shown {
    /// What the service calls it; nil until it has answered.
    var number: UInt32?
    /// What is to come once it has a number: another notice in its place, or its end.
    var next: Next?

    enum Next {
      case replacement(Notice)
      case withdrawal
    }
  }

  /// - Parameters:
  ///   - program: What the user calls it.
  ///   - id: Of its desktop file and its icon.
  public init(_ bus: SessionBus, program: String, id: String) {
    self.bus = bus
    self.program = (program, id)
    listen("ActivationToken") { [weak self] number, token in self?.tokens[number] = token }
    listen("ActionInvoked") { [weak self] number, action in
      guard let self, action == "default", let id = noticeID(of: number) else { return }
      onClick(id, tokens.removeValue(forKey: number))
    }
    listen("NotificationReplied") { [weak self] number, text in
      guard let self, let text, let id = noticeID(of: number) else { return }
      onReply(id, text)
    }
    listen("NotificationClosed") { [weak self] number, _ in
      guard let self else { return }
      tokens[number] = nil
      if let id = noticeID(of: number) { shown[id] = nil }
    }
  }

  private func listen(_ signal: String, _ body: @escaping (UInt32, String?) -> Void) {
    signals.append(
      bus.onSignal(sender: Self.name, path: Self.path, interface: Self.name, member: signal) {
        if let number = $0[0]?.uint32 { body(number, $0[1]?.string) }
      })
  }

  private func noticeID(of number: UInt32) -> String? {
    shown.first { $0.value.number == number }?.key
  }

  // MARK: Showing

  /// Shows a notice, in the place of the one with this id if there is one.
  public func show(_ notice: Notice, id: String) {
    guard let known = shown[id] else { return send(notice, id: id, replacing: 0) }
    guard let number = known.number else {
      shown[id]?.next = .replacement(notice)
      return
    }
    send(notice, id: id, replacing: number)
  }

  /// Takes a notice away; none with this id is no mistake.
  public func withdraw(id: String) {
    guard let known = shown[id] else { return }
    guard let number = known.number else {
      shown[id]?.next = .withdrawal
      return
    }
    shown[id] = nil
    close(number)
  }

  private func close(_ number: UInt32) {
    bus.call(
      Self.name, path: Self.path, interface: Self.name, method: "CloseNotification",
      Variant(tuple: [Variant(number)])
    ) { _ in }
  }

  private func send(_ notice: Notice, id: String, replacing number: UInt32) {
    shown[id] = Shown()
    bus.call(
      Self.name, path: Self.path, interface: Self.name, method: "Notify",
      parameters(notice, replacing: number)
    ) { [weak self] result in self?.sent(id, result) }
  }

  private func sent(_ id: String, _ result: Result<Variant, GLibError>) {
    guard let known = shown[id] else { return }
    guard case .success(let answer) = result, let number = answer[0]?.uint32 else {
      shown[id] = nil
      return
    }
    shown[id] = Shown(number: number)
    switch known.next {
    case .replacement(let notice): show(notice, id: id)
    case .withdrawal: withdraw(id: id)
    case nil: break
    }
  }

  private func parameters(_ notice: Notice, replacing number: UInt32) -> Variant {
    var actions = ["default", ""]
    var hints = [
      "desktop-entry": Variant(program.id), "category": Variant("im.received"),
    ]
    // What only changes makes no noise.
    if number != 0 { hints["suppress-sound"] = Variant(true) }
    if let reply = notice.reply {
      actions += ["inline-reply", reply]
      hints["x-kde-reply-placeholder-text"] = Variant(reply)
    }
    return Variant(tuple: [
      Variant(program.name), Variant(number), Variant(program.id), Variant(notice.title),
      Variant(notice.body), Variant(strings: actions), Variant(options: hints), Variant(Int32(-1)),
    ])
  }
}
