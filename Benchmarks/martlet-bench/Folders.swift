// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc

/// Where a benchmark finds what it measures.
enum Folders {
  /// The path of a program that was built together with this one.
  static func beside(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &buffer, Int(PATH_MAX)) > 0 else {
      throw BenchFailure("the path of this program is unknown")
    }
    let path = buffer.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + name
  }

  /// The checkout: the folder above this program in which `Package.swift` lies.
  static func root() throws -> String {
    var folder = try beside("")
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      if access(folder + "/Package.swift", F_OK) == 0 { return folder }
    }
    throw BenchFailure("run it from where it was built: there is no Package.swift above it")
  }

  /// Deletes a folder that ``temporary()`` has made, with all in it.
  nonisolated static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A new empty folder.
  nonisolated static func temporary() throws -> String {
    var template = Array("/tmp/martlet-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchFailure("no folder in /tmp") }
    return template.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
