// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// The app: one instance a session of the desktop, its window, and what all windows share.
final class MartletApplication {
  static let id = "im.martlet.Martlet"
  /// Its object on the session bus, as GApplication makes it of the id.
  static let path = "/im/martlet/Martlet"

  private let options: CommandLineOptions
  private let application: Application
  private let stateFile = StateFile(Folders.state, "state.ini")
  private let shortcutFile = StateFile(Folders.configuration, "shortcuts.ini")
  private let appearance: AppearanceSource
  private let preferences: AppPreferences
  private var shortcuts = ShortcutTable()
  private var window: MainWindow?
  private var windowState: WindowStateKeeper?
  private var session: Session?
  private var commands: CommandHost?
  private var notifier: Notifier?
  private var historyKeeper: HistoryKeeper?
  private let background: Background
  private var autostart: Autostart?
  private var tray: TrayItem?
  /// The user has asked for the end, not only for the window to close.
  private var isQuitting = false
  /// The first activation is that of a start at log-in.
  private var startsHidden: Bool

  init(_ options: CommandLineOptions) {
    self.options = options
    startsHidden = options.isBackground
    preferences = AppPreferences(schema: options.isDemo ? nil : Self.id)
    // A demo lies beside the real thing: it neither raises it nor is raised by it.
    application = Application(
      id: Self.id, flags: options.isDemo ? [.nonUnique, .handlesOpen] : .handlesOpen)
    background = Background(application, preferences: preferences, stateFile: stateFile)
    appearance = AppearanceSource(lastSeen: Appearance(from: stateFile.read()))
  }

  /// Runs until the last window has closed. Returns the exit code.
  func run() -> Int32 {
    application.onStartup { [weak self] in self?.start() }
    application.onActivate { [weak self] in self?.activated() }
    application.onOpen { [weak self] links in
      self?.activate()
      for link in links { self?.window?.follow(link: link) }
    }
    // A second start at log-in must not raise the window of the first.
    if options.isBackground, case .success(true) = application.register() { return 0 }
    return application.run(
      arguments: [CommandLine.arguments.first ?? "martlet"] + options.links)
  }

  private func start() {
    AppStyle.install()
    addActions()
    followPreferences()
    appearance.onChange = { [weak self] in self?.appearanceChanged() }
    // After the first frame: the answer takes longer than painting.
    MainLoop.whenIdle { [weak self] in self?.appearance.start() }
    quitOnSignals()
    checkMainActor()
    guard !options.isDemo else { return }
    commands = CommandHost(folder: Folders.data) { [weak self] () throws(StoreError) in
      guard let self else { throw .closed }
      return try openSession().store
    }
  }

  /// Without the bridge everything asynchronous would silently wait for ever.
  private func checkMainActor() {
    let alarm = MainLoop.after(.seconds(1)) {
      Console.error("the main actor does not run on the main loop")
    }
    Task.detached { await alarm.cancel() }
  }

  private func activated() {
    guard startsHidden else { return activate() }
    startsHidden = false
    // Without an account there is nothing to wait for; without a store, nobody to tell now.
    guard let session = try? openSession() else { return }
    background.enter(isTold: true)
    session.accounts.start()
  }

  /// A start of the program: the first opens the window, each later one raises it.
  ///
  /// - Parameter token: What lets the window come to the front; GTK has that of a start itself.
  private func activate(token: String? = nil) {
    if let window { return window.present(token: token) }
    background.leave()
    let state = WindowState(from: stateFile.read())
    let window = MainWindow(
      application, state: state, appearance: appearance, preferences: preferences, sessions: self)
    if !options.isDemo {
      let keeper = WindowStateKeeper(stateFile, state: state) { [window] in window.currentState }
      window.onStateChange = { keeper.changed() }
      windowState = keeper
    }
    window.onClose = { [weak self] in self?.windowClosed() }
    window.onWatch = { [weak self] in self?.notifier?.windowOpened() }
    self.window = window
    window.present(token: token)
    // The network waits for the first frame.
    window.afterFirstFrame { [weak self] in self?.session?.accounts.start() }
  }

  /// The window is on its way out: keeps its state, and the process, until the draft is on disk.
  private func windowClosed() {
    guard let window else { return }
    self.window = nil
    windowState?.save()
    windowState = nil
    if !isQuitting { background.enter() }
    session?.accounts.setActive(false)
    let isLeaving = isQuitting || !background.isEntered
    application.hold()
    Task.immediate { [application, session] in
      await window.save()
      await session?.saveDrafts()
      if isLeaving { await session?.accounts.stop() }
      application.release()
    }
  }

  private func appearanceChanged() {
    window?.appearanceChanged()
    if !options.isDemo { stateFile.update { self.appearance.appearance.write(to: $0) } }
  }

  private func followPreferences() {
    if !options.isDemo { followStartAtLogin() }
    preferences.followColorScheme { [weak self] scheme in
      self?.appearance.preferredScheme =
        switch scheme {
        case .system: nil
        case .light: .light
        case .dark: .dark
        }
    }
  }

  /// What the system is asked for follows the switch, and the switch what the system grants.
  private func followStartAtLogin() {
    var holds = preferences[.startAtLogin]
    preferences.follow(.startAtLogin) { [weak self] isOn in
      guard isOn != holds else { return }
      holds = isOn
      SessionBus.connect { bus in
        guard let self, let bus else { return }
        let autostart = Autostart(bus, folder: Folders.autostart)
        self.autostart = autostart
        autostart.set(isOn) { granted in
          holds = granted
          self.preferences[.startAtLogin] = granted
        }
      }
    }
  }

  private func addActions() {
    application.add(Action("quit") { [weak self] in self?.quit() })
    application.add(Action("about") { [weak self] in self?.showAbout() })
    application.add(
      Action(Notifier.action, text: { [weak self] in self?.show(NoticeTarget($0)) }))
    application.add(Action("new-note") { [weak self] in self?.showNotes() })
    application.add(Action("add-account") { [weak self] in self?.addAccount() })
    application.add(Action("preferences") { [weak self] in self?.showPreferences() })
    application.add(Action("shortcuts") { [weak self] in self?.showShortcuts() })
    shortcuts.read(from: shortcutFile.read())
    applyShortcuts()
  }

  private func applyShortcuts() {
    for shortcut in shortcuts.shortcuts {
      application.setKeys(shortcuts.keys(of: shortcut), for: shortcut.id)
    }
  }

  private func addAccount() {
    activate()
    window?.addAccount()
  }

  private func showPreferences() {
    let dialog = PreferencesWindow(
      preferences, session: try? openSession(), over: window?.window)
    dialog.window.keepAlive(dialog)
    dialog.window.present()
  }

  private func showShortcuts() {
    let dialog = ShortcutsWindow(shortcuts, over: window?.window)
    dialog.onChange = { [weak self] table in
      guard let self else { return }
      shortcuts = table
      applyShortcuts()
      shortcutFile.update { table.write(to: $0) }
    }
    dialog.window.keepAlive(dialog)
    dialog.window.present()
  }

  /// A click on a notice; it may come before there is any window. A conversation that is gone leaves
  /// the window as it is.
  private func show(_ target: NoticeTarget?, token: String? = nil) {
    activate(token: token)
    if let target { window?.show(target) }
  }

  private func showNotes() {
    activate()
    let notes = try? session?.reader.conversation(with: "", of: .local)
    if let notes { window?.show(NoticeTarget(notes)) }
  }

  private func quit() {
    isQuitting = true
    if let window {
      window.window.close()
    } else {
      Task { [application, session] in
        await session?.accounts.stop()
        application.quit()
      }
    }
  }

  /// The end of the session and `kill` end as Ctrl+Q does.
  private func quitOnSignals() {
    for signal in [UnixSignal.terminate, .interrupt, .hangUp] {
      MainLoop.onSignal(signal) { [weak self] in self?.quit() }
    }
  }

  private func showAbout() {
    let dialog = AboutDialog(
      AboutDialog.Facts(
        program: "Martlet", version: Version.string,
        comments: tr("A chat app for the Linux desktop"), website: "",
        copyright: "© 2026 The Martlet authors", icon: Self.id))
    dialog.setTransient(for: window?.window)
    dialog.isModal = true
    dialog.present()
    // Else it is in the name, with a caret as if that could be changed.
    dialog.focus = nil
  }
}

extension MartletApplication: SessionSource {
  func openSession() throws(StoreError) -> Session {
    if let session { return session }
    let opened = options.isDemo ? try Session.demo() : try Session.open(folder: Folders.data)
    adopt(opened)
    return opened
  }

  func recoverSession() async throws(StoreError) -> Session {
    let recovered = try await Session.recover(folder: Folders.data)
    adopt(recovered)
    return recovered
  }

  private func adopt(_ session: Session) {
    self.session = session
    background.hasAccount = {
      let accounts = try? session.reader.accounts()
      return accounts?.contains { $0.id != .local && $0.isEnabled } ?? false
    }
    session.onFilled = { [weak self] in self?.notify() }
    for toggle in [AppPreferences.Toggle.sendReceipts, .sendTyping] {
      preferences.follow(toggle) { [preferences, weak session] _ in
        session?.accounts.disclose(
          Disclosure(
            receipts: preferences[.sendReceipts], markers: preferences[.sendReceipts],
            typing: preferences[.sendTyping]))
      }
    }
    guard !options.isDemo else { return }
    historyKeeper = HistoryKeeper(session.store, preferences: preferences)
    notify()
    SessionBus.connect { [weak self] bus in
      // Where messages cannot come there is nothing to be signalled.
      guard let self, let bus, background.hasAccount() else { return }
      tray = TrayItem(
        bus, open: { [weak self] in self?.activate() }, quit: { [weak self] in self?.quit() })
    }
  }

  private func notify() {
    guard let session else { return }
    let notifier = Notifier(
      application, store: session.store, preferences: preferences,
      isBusy: { [weak session] in session?.accounts.status.availability == .doNotDisturb },
      watched: { [weak self] in self?.window?.watched })
    notifier.onClick = { [weak self] target, token in self?.show(target, token: token) }
    notifier.onReply = { [weak notifier, weak session] text, conversation, message in
      Task {
        do throws(StoreError) {
          try await session?.answer(text, in: conversation, afterReading: message)
        } catch {
          notifier?.tell(StoreFault(error).sentence)
        }
      }
    }
    self.notifier = notifier
  }
}
