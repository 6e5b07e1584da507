// SPDX-License-Identifier: MIT
import Gtk

/// The caret while one types, and until half a second after.
///
/// Each time GTK draws a caret it asks the X server for the keyboard's direction, and waits for the
/// answer (`gtk_snapshot_render_insertion_cursor`): an eighth of the time from a key to its letter on
/// the screen. The direction only matters where text of both directions meets. Elsewhere GTK draws no
/// caret while one types, when it stands still anyway, and a picture of it is put into its place. GTK
/// takes over again before it would begin to blink.
@MainActor final class TypingCaret {
  /// Microseconds after the last key. GTK's caret stands still for half of the time of a blink: 600 ms.
  var hold: Int64 = 500_000

  private let view: TextView
  private var picture: CaretPicture?
  /// The buffer whose caret GTK does not draw.
  private var buffer: TextBuffer?
  /// Where the caret is, in the coordinates of the buffer.
  private var place: Rectangle?
  /// Whether the text has changed since `place` was found.
  private var isOutdated = false
  private var typedAt: Int64 = 0
  private var end: Scheduled?

  /// Whether the view has the keyboard; it has no caret otherwise.
  var isFocused = false {
    didSet { if !isFocused { stop() } }
  }

  /// Whether it is drawn here.
  var isActive: Bool { place != nil }

  init(_ view: TextView) { self.view = view }

  /// The text has changed; ``userActed()`` follows if it was the user.
  func textChanged() { isOutdated = true }

  /// A change by the user is over.
  func userActed() {
    guard isOutdated else { return }
    isOutdated = false
    guard isFocused, let place = view.plainCaret, madePicture()?.height == place.height
    else { return stop() }
    self.place = place
    typedAt = MainLoop.now
    if buffer == nil {
      buffer = view.buffer
      buffer?.showsCaret = false
    }
    if end?.isPending != true { schedule(hold) }
  }

  /// GTK draws it again.
  func stop() {
    place = nil
    buffer?.showsCaret = true
    buffer = nil
    end?.cancel()
    end = nil
  }

  /// The font or the colours have changed.
  func styleChanged() {
    picture = nil
    stop()
  }

  private func madePicture() -> CaretPicture? {
    picture = picture ?? CaretPicture(of: view)
    return picture
  }

  private func schedule(_ microseconds: Int64) {
    end = MainLoop.after(.milliseconds(microseconds / 1000 + 1)) { [weak self] in
      guard let self else { return }
      end = nil
      let rest = typedAt + hold - MainLoop.now
      if rest > 0 { schedule(rest) } else { stop() }
    }
  }

  /// - Parameter room: Where the view is in what `snapshot` draws.
  func draw(in snapshot: Snapshot, room: Rectangle) {
    guard let place, let picture else { return }
    if isOutdated { MainLoop.whenIdle { [weak self] in self?.stop() } }
    var caret = view.inView(isOutdated ? view.plainCaret ?? place : place)
    caret.x += room.x
    caret.y += room.y
    let (top, bottom) = (room.y, room.y + room.height)
    if caret.y >= top, caret.y + caret.height <= bottom {
      picture.draw(in: snapshot, x: caret.x, y: caret.y)
    } else {
      snapshot.clipped(to: room, radius: 0) { picture.draw(in: snapshot, x: caret.x, y: caret.y) }
    }
  }
}
