// SPDX-License-Identifier: GPL-3.0-or-later

/// The version of this program. `meson.build` says the same; a check keeps them together.
enum Version {
  static let string = "0.1.0"
}
