// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import ChatXMPP
import Glibc
import Gtk

/// The client with a window that shows one of the conversations, in a process of its own: how long
/// the main loop is away from it while all the others come in, too.
enum ArchiveWindow {
  /// What a run found out, as one line of words.
  struct Result {
    var messages = 0
    /// Milliseconds between two turns of the main loop that are a millisecond apart, at most; and
    /// what its thread has worked in them, which does not grow with what else the machine does.
    var longestStall = 0.0
    var longestWork = 0.0
    /// Seconds from the start until the newest message was painted.
    var painted = 0.0
    /// Gap markers on the screen then.
    var gaps = 0

    var line: String { "\(messages) \(longestStall) \(longestWork) \(painted) \(gaps)" }

    init() {}

    init(_ line: String) throws {
      let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 5 else { throw BenchFailure("the window said \(line)") }
      (messages, gaps) = (Int(numbers[0]), Int(numbers[4]))
      (longestStall, longestWork, painted) = (numbers[1], numbers[2], numbers[3])
    }
  }

  static func run(port: UInt16, trust: String, folder: String) throws {
    MainLoop.bridgeMainActor()
    guard Display.isAvailable else { throw BenchFailure("no display to open a window on") }
    let store = try Store.open(at: folder).store
    let stage = Stage()
    let failure = MainLoop.run { () -> (any Error)? in
      do {
        let service = try await ArchiveClient.service(port: port, trust: trust, store: store)
        let events = await service.events()
        try stage.show(store)
        await stage.settle()
        await service.start()
        stage.begin()
        for await case .catchingUp(let fetched) in events {
          guard let fetched else { break }
          stage.result.messages = fetched
        }
        stage.end()
        await service.stop()
        await store.close()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    print(stage.result.line)
  }

  private final class Stage {
    var result = Result()
    private let window = Window()
    private let list = MessageList()
    private var messages: StoreMessages?
    private var hasNewest = false
    private var frames = 0
    private var start: Int64 = 0
    private var ticker: Scheduled?
    private var tick = (time: Int64(0), work: 0.0)

    init() {
      window.child = list.widget
      window.defaultSize = (1200, 900)
      window.present()
      window.onPainted { [weak self] in self?.painted() }
    }

    func show(_ store: Store) throws {
      let reader = try store.makeReader()
      let other = ArchiveServer.contacts[0] + "@localhost"
      guard let account = try reader.accounts().first(where: { $0.id != .local })?.id,
        let chat = try reader.conversation(with: other, of: account)
      else { throw BenchFailure("the conversation to show is not there") }
      let messages = StoreMessages(chat, store: store, reader: reader)
      self.messages = messages
      list.show(messages)
      let shown = messages.onChange
      messages.onChange = { [weak self] changes in
        shown?(changes)
        if !changes.inserted.isEmpty { self?.hasNewest = true }
      }
    }

    /// Returns when the window shows what it had.
    func settle() async {
      while frames < 3 {
        list.widget.queueDraw()
        try? await MainLoopClock().sleep(for: .milliseconds(20))
      }
    }

    func begin() {
      start = MainLoop.now
      tick = (start, Self.worked)
      ticker = MainLoop.every(.milliseconds(1)) { [weak self] in
        self?.turn()
        return true
      }
    }

    func end() {
      ticker?.cancel()
      window.destroy()
    }

    private func turn() {
      let now = (time: MainLoop.now, work: Self.worked)
      result.longestStall = max(result.longestStall, Double(now.time - tick.time) / 1_000 - 1)
      result.longestWork = max(result.longestWork, now.work - tick.work)
      tick = now
    }

    private func painted() {
      frames += 1
      guard hasNewest, result.painted == 0, let messages else { return }
      result.painted = Double(MainLoop.now - start) / 1_000_000
      let page = messages.messages(MessagePage(.latest, limit: 10))
      result.gaps = page.count { $0.kind == .gap }
    }

    private static var worked: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
  }
}
