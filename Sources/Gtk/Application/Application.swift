// SPDX-License-Identifier: MIT
import CGtk

/// A GtkApplication: one instance a session, its windows and actions.
public final class Application: Object {
  public struct Flags: OptionSet {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Not one instance a session; for demos and tests.
    public static let nonUnique = Flags(rawValue: G_APPLICATION_NON_UNIQUE.rawValue)
    /// Opens the files or addresses on its command line.
    public static let handlesOpen = Flags(rawValue: G_APPLICATION_HANDLES_OPEN.rawValue)
    /// Gets the command line of each start in the first instance.
    public static let handlesCommandLine = Flags(
      rawValue: G_APPLICATION_HANDLES_COMMAND_LINE.rawValue)
  }

  /// - Parameter id: A reversed domain name, as D-Bus asks.
  public init(id: String, flags: Flags = []) {
    super.init(
      adopting: UnsafeMutableRawPointer(
        gtk_application_new(id, GApplicationFlags(rawValue: flags.rawValue))))
  }

  private var application: UnsafeMutablePointer<GtkApplication> { pointer() }

  public func onStartup(_ body: @escaping () -> Void) { on("startup", after: true) { _ in body() } }
  public func onActivate(_ body: @escaping () -> Void) { on("activate") { _ in body() } }
  /// Asked to open addresses, by its command line or by another program. Needs
  /// ``Flags/handlesOpen``.
  public func onOpen(_ body: @escaping ([String]) -> Void) {
    on("open") { arguments in
      guard let files = arguments.pointer(0)?.assumingMemoryBound(to: OpaquePointer?.self) else {
        return
      }
      body(
        (0..<arguments.int(1)).compactMap { index in
          guard let uri = g_file_get_uri(files[index]) else { return nil }
          defer { g_free(uri) }
          return String(cString: uri)
        })
    }
  }

  public func onShutdown(_ body: @escaping () -> Void) { on("shutdown") { _ in body() } }

  /// Registers on the session bus. Returns false, with the reason, when that failed.
  @discardableResult
  public func register() -> Result<Bool, GLibError> {
    var error: UnsafeMutablePointer<GError>?
    guard g_application_register(pointer(), nil, &error) != 0 else {
      return .failure(GLibError(taking: error))
    }
    return .success(g_application_get_is_remote(pointer()) != 0)
  }

  /// Runs until the last window has closed or ``quit()``; returns the exit code.
  public func run(arguments: [String]) -> Int32 {
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
    argv.append(nil)
    defer { for argument in argv { g_free(argument) } }
    return g_application_run(pointer(), gint(arguments.count), &argv)
  }

  public func activate() { g_application_activate(pointer()) }
  public func quit() { g_application_quit(pointer()) }

  /// Keeps it running with no window, until released as often.
  public func hold() { g_application_hold(pointer()) }
  public func release() { g_application_release(pointer()) }

  public func add(_ action: Action) { g_action_map_add_action(pointer(), action.pointer()) }

  /// The keys of an action ("win.close"), such as "<Control>w".
  public func setKeys(_ keys: [String], for action: String) {
    let strings = keys.map { g_strdup($0) }
    defer { for string in strings { g_free(string) } }
    var pointers: [UnsafePointer<CChar>?] = strings.map { UnsafePointer($0) }
    pointers.append(nil)
    gtk_application_set_accels_for_action(application, action, &pointers)
  }

  public var windows: [Window] {
    var windows: [Window] = []
    var list = gtk_application_get_windows(application)
    while let node = list {
      if let data = node.pointee.data { windows.append(Window(borrowing: data)) }
      list = node.pointee.next
    }
    return windows
  }
}

/// An error that GLib reports.
public struct GLibError: Error, Equatable, Sendable {
  public let domain: String
  public let code: Int
  /// A sentence in the user's language where the library has one.
  public let message: String

  init(taking error: UnsafeMutablePointer<GError>?) {
    domain =
      error.flatMap { g_quark_to_string($0.pointee.domain) }.map { String(cString: $0) } ?? ""
    code = Int(error?.pointee.code ?? 0)
    message = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
    g_error_free(error)
  }
}
