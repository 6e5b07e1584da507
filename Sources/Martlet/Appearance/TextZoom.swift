// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The size of the text of conversations beside that of the desktop.
@MainActor final class TextZoom {
  /// 100 is the desktop's size.
  private(set) var percent: Int

  private let sheet = StyleSheet()
  private static let range = 50...300
  private static let step = 10

  init(percent: Int) {
    self.percent = Self.bounded(percent)
    sheet.install()
    apply()
  }

  isolated deinit { sheet.uninstall() }

  /// Takes the target of the zoom action: "in", "out" or "reset".
  func change(_ how: String) {
    switch how {
    case "in": percent = Self.bounded(percent + Self.step)
    case "out": percent = Self.bounded(percent - Self.step)
    default: percent = 100
    }
    apply()
  }

  private func apply() { sheet.load("messages { font-size: \(percent)%; }") }

  private static func bounded(_ percent: Int) -> Int {
    min(max(percent, range.lowerBound), range.upperBound)
  }
}
