// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Pictures on the disk, each under its own hash, so that none is fetched twice. All of it can be
/// deleted at any time.
struct AvatarCache: Sendable {
  /// Nil keeps nothing.
  var folder: String?

  /// The picture with this hash, if it is there and whole.
  nonisolated func read(_ hash: String) async -> [UInt8]? {
    guard let file = path(of: hash),
      let data = try? Data(contentsOf: URL(filePath: file)), data.count <= Avatars.sizeLimit
    else { return nil }
    let bytes = Array(data)
    return Digest.sha1(bytes) == hash ? bytes : nil
  }

  nonisolated func write(_ bytes: [UInt8], _ hash: String) async {
    guard let folder, let file = path(of: hash) else { return }
    // A cache that cannot be written is one that is not there.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try? Data(bytes).write(to: URL(filePath: file), options: .atomic)
  }

  nonisolated func remove(_ hash: String) async {
    guard let file = path(of: hash) else { return }
    try? FileManager.default.removeItem(atPath: file)
  }

  private func path(of hash: String) -> String? {
    guard let folder, Avatars.isHash(hash) else { return nil }
    return folder + "/" + hash
  }
}
