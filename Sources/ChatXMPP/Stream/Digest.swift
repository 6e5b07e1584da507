// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGio

/// Hashes, as GLib computes them.
enum Digest {
  /// SHA-1 in hexadecimal, small letters: how avatars and pieces of data are named. It protects
  /// nothing.
  static func sha1(_ bytes: [UInt8]) -> String {
    String(takingC: g_compute_checksum_for_data(G_CHECKSUM_SHA1, bytes, gsize(bytes.count))) ?? ""
  }
}
