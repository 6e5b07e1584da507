// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc

/// A program run by a test. It ends with the test, even if that is killed: see
/// Tests/Servers/with-parent.
///
/// Foundation's Process lets children inherit the blocked signals of Swift's threads and the pipes
/// of one another.
final class ChildProcess: @unchecked Sendable {
  struct Failure: Error { var code: Int32 }

  private let pid: pid_t
  private let lifeline: Int32
  /// What it prints, when asked for.
  let output: Socket?
  /// Its standard input, for a program that listens there.
  let input: Socket?

  /// Starts `with-parent program arguments…`.
  ///
  /// - Parameter listens: the program reads its standard input and ends with it by itself.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    capturesOutput: Bool = false, listens: Bool = false
  ) throws {
    // Socket pairs and not pipes, because these can be made so that no other child inherits them.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    var lines: [Int32] = [-1, -1]
    var channel: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &lines) == 0,
      !capturesOutput || socketpair(AF_UNIX, kind, 0, &channel) == 0
    else { throw Failure(code: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, lines[0], 0)
    if capturesOutput {
      posix_spawn_file_actions_adddup2(&actions, channel[1], 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let guardian = ["/bin/sh", TestServer.servers.appendingPathComponent("with-parent").path]
    let words = (listens ? [] : guardian) + [program] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let inherited = ["PATH", "HOME", "LANG", "VIRTUAL_ENV"].compactMap {
      (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    let variables = inherited + environment.map { "\($0)=\($1)" }
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    var pid = pid_t()
    let status = posix_spawn(&pid, words[0], &actions, &attributes, &argv, &envp)
    close(lines[0])
    if capturesOutput { close(channel[1]) }
    lifeline = lines[1]
    output = capturesOutput ? try Socket(descriptor: channel[0]) : nil
    input = listens ? try Socket(descriptor: lifeline) : nil
    self.pid = pid
    guard status == 0 else { throw Failure(code: status) }
  }

  var isRunning: Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
    return status == 0 && information._sifields._sigchld.si_pid == 0
  }

  /// Ends the program and waits until it is gone. Once only.
  func end() {
    close(lifeline)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    output?.close()
  }
}
