// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Keeps the program running while it has no window, where the user wants that and there is an
/// account for which messages can come.
final class Background {
  /// Whether messages can come at all; asked each time.
  var hasAccount: () -> Bool = { false }

  private let application: Application
  private let preferences: AppPreferences
  private let stateFile: StateFile
  private var isHeld = false
  /// Whether the program goes on without a window.
  var isEntered: Bool { isHeld }

  private static let group = "background"
  private static let noticeID = "background"

  init(_ application: Application, preferences: AppPreferences, stateFile: StateFile) {
    self.application = application
    self.preferences = preferences
    self.stateFile = stateFile
  }

  /// The last window is on its way out, or none was opened.
  ///
  /// - Parameter isTold: the user knows already, such as from turning on the start at log-in.
  func enter(isTold: Bool = false) {
    guard !isHeld, preferences[.keepRunning], hasAccount() else { return }
    isHeld = true
    application.hold()
    if !isTold { tellOnce() }
  }

  /// A window opens.
  func leave() {
    guard isHeld else { return }
    isHeld = false
    application.withdrawNotification(id: Self.noticeID)
    // After the window is there: without either the program would end here.
    MainLoop.whenIdle { [application] in application.release() }
  }

  /// Who closes a window for the first time expects the program to end.
  private func tellOnce() {
    guard stateFile.read().int(Self.group, "told") != 1 else { return }
    stateFile.update { $0.set(Self.group, "told", to: 1) }
    let notice = Notification(tr("Martlet keeps running"))
    notice.setBody(
      tr("Messages go on arriving. Ctrl+Q quits Martlet, and the preferences can change this."))
    notice.setDefaultAction("app." + Notifier.action, text: "")
    notice.addButton(tr("Quit"), action: "app.quit")
    application.send(notice, id: Self.noticeID)
  }
}
