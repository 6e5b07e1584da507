// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Writes what a window is to open with next time, soon after it has changed.
@MainActor final class WindowStateKeeper {
  private let file: StateFile
  private let current: () -> WindowState
  private var written: WindowState
  private var saving: Scheduled?

  /// Who drags an edge changes the size with each frame. A power cut loses at most so much.
  private static let delay: Duration = .milliseconds(500)

  /// - Parameter state: What the file says now.
  init(_ file: StateFile, state: WindowState, current: @escaping () -> WindowState) {
    self.file = file
    self.current = current
    written = state
  }

  isolated deinit { saving?.cancel() }

  /// The window may have changed.
  func changed() {
    guard saving == nil else { return }
    saving = MainLoop.after(Self.delay) { [weak self] in self?.save() }
  }

  /// Writes at once what has changed.
  func save() {
    saving?.cancel()
    saving = nil
    let state = current()
    guard state != written else { return }
    written = state
    file.update { state.write(to: $0) }
  }
}
