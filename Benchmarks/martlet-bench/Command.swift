// SPDX-License-Identifier: MIT
import Glibc

/// Another program, run to its end.
enum Command {
  /// What it writes to its standard output. Its errors go to ours.
  static func output(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw BenchFailure("no pipe: \(String(cString: strerror(errno)))")
    }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    // Only its standard output is for the other program.
    _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)

    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for argument in argv { free(argument) } }
    argv.append(nil)
    var envp = makeEnvironment(environment)
    defer { for entry in envp { free(entry) } }

    var process: pid_t = 0
    let status = posix_spawnp(&process, arguments[0], &actions, nil, &argv, &envp)
    close(writing)
    guard status == 0 else {
      throw BenchFailure("\(arguments[0]): \(String(cString: strerror(status)))")
    }
    let output = readAll(reading)
    var result: Int32 = 0
    waitpid(process, &result, 0)
    guard result == 0 else { throw BenchFailure("\(arguments[0]) failed (status \(result))") }
    return output
  }

  private static func readAll(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ours with some changed, and a nil at its end.
  private static func makeEnvironment(
    _ changes: [String: String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var entries: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if changes[String(text.prefix { $0 != "=" })] == nil { entries.append(strdup(text)) }
      next += 1
    }
    for (name, value) in changes { entries.append(strdup("\(name)=\(value)")) }
    entries.append(nil)
    return entries
  }
}
