// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Runs the commands of other processes in the Martlet that has the store: an object on the session
/// bus with one method.
final class CommandHost {
  private static let path = MartletApplication.path + "/Commands"
  private static let interface = MartletApplication.id + ".Commands"
  private static let description = """
    <node><interface name="\(interface)">
      <method name="Run">
        <arg name="folder" type="s" direction="in"/>
        <arg name="arguments" type="as" direction="in"/>
        <arg name="status" type="i" direction="out"/>
        <arg name="output" type="s" direction="out"/>
        <arg name="error" type="s" direction="out"/>
      </method>
    </interface></node>
    """

  private let folder: String
  /// The store, opened when a command asks for it first.
  private let store: () throws(StoreError) -> Store
  private var exported: Subscription?

  /// - Parameter folder: where the store is. A command that means another one is refused.
  init(folder: String, store: @escaping () throws(StoreError) -> Store) {
    self.folder = folder
    self.store = store
    SessionBus.connect { [weak self] bus in
      self?.exported = bus?.export(Self.path, interface: Self.description) { [weak self] call in
        self?.run(call)
      }
    }
  }

  private func run(_ call: MethodCall) {
    guard call.parameters[0]?.string == folder,
      let arguments = call.parameters[1]?.strings,
      let syntax = arguments.first.flatMap(CommandSyntax.init(rawValue:)),
      case .success(let command?) = syntax.parse(Array(arguments.dropFirst()))
    else {
      call.fail(Self.interface + ".Refused", "not a command for this store")
      return
    }
    do throws(StoreError) {
      let commands = WritingCommands(store: try store())
      Task { call.reply(Self.variant(await commands.run(command))) }
    } catch {
      call.reply(Self.variant(.failure(.store(error))))
    }
  }

  private static func variant(_ reply: CommandReply) -> Variant {
    Variant(tuple: [Variant(reply.status), Variant(reply.output), Variant(reply.error)])
  }

  // MARK: The other side

  /// Lets the Martlet that runs on this session's bus do it. Nil when there is none, or it has
  /// another store.
  static func handOver(_ command: Command, of folder: String) async -> CommandReply? {
    let arguments: [String]
    switch command {
    case .send(let conversation, let text): arguments = ["send", "--", conversation, text ?? ""]
    case .importArchive(let path): arguments = ["import", "--", path ?? ""]
    case .list, .export, .search: return nil
    }
    return await withCheckedContinuation { continuation in
      SessionBus.connect { bus in
        guard let bus else {
          continuation.resume(returning: nil)
          return
        }
        bus.call(
          MartletApplication.id, path: path, interface: interface, method: "Run",
          // D-Bus carries no NUL, and no message may have one.
          Variant(tuple: [
            Variant(folder), Variant(strings: arguments.map { $0.replacing("\0", with: "") }),
          ]), starts: false, timeout: longest
        ) { result in
          guard case .success(let reply) = result, let status = reply[0]?.int32 else {
            continuation.resume(returning: nil)
            return
          }
          continuation.resume(
            returning: CommandReply(
              status: status, output: reply[1]?.string ?? "", error: reply[2]?.string ?? ""))
        }
      }
    }
  }

  /// An import of millions of messages takes its time.
  private static let longest: Duration = .seconds(86_400)
}
