// SPDX-License-Identifier: GPL-3.0-or-later
import ChatXMPP
import Gtk
import Observation

/// The pictures of the people of one account: asked for when they are to be shown, decoded once to
/// the pixels of their place on the screen, and the latest kept.
@MainActor @Observable final class AccountPictures {
  /// Grows with every picture that has come or gone.
  private(set) var revision = 0

  @ObservationIgnored private var known: [JID: Entry] = [:]
  /// Whose, the longest known first.
  @ObservationIgnored private var order: [JID] = []
  /// Bytes of the pixels of all that are known.
  @ObservationIgnored private(set) var size = 0
  @ObservationIgnored private var running: Set<JID> = []
  /// Finds the picture of an address.
  @ObservationIgnored var find: @MainActor (JID) async -> Answer = { _ in .unknown }

  enum Answer {
    /// The account is not at work, so nothing is known.
    case unknown
    case none
    case picture(RemotePicture)
  }

  private struct Entry {
    /// Nil for somebody who has none.
    var texture: Texture?
    /// Device pixels that it was decoded for.
    var side: Int

    /// Whether a larger place would show more of it. What is smaller than asked for is whole.
    func isEnough(for side: Int) -> Bool {
      guard let texture else { return true }
      return side <= self.side || max(texture.width, texture.height) < self.side
    }
  }

  /// Bytes: those of 300 people in a list on a screen of scale 2 (160 × 160 pixels would be 30 MB).
  static let sizeLimit = 8 << 20
  /// People, most of whom may have no picture.
  private static let countLimit = 4096

  /// The picture of somebody for a place of `side` device pixels, as far as it is here: a smaller one
  /// until the right one has come. Asks for it otherwise.
  subscript(address: JID, side: Int) -> Texture? {
    let entry = known[address]
    if entry?.isEnough(for: side) != true { fetch(address, side) }
    return entry?.texture
  }

  /// There is news of somebody's picture.
  func changed(_ address: JID) {
    if let entry = known[address] { fetch(address, entry.side) }
  }

  /// The account is online: who had none may have one now.
  func askAgain() {
    let missing = known.filter { $0.value.texture == nil }.keys
    guard !missing.isEmpty else { return }
    for address in missing { forget(address) }
    revision += 1
  }

  private func fetch(_ address: JID, _ side: Int) {
    guard running.insert(address).inserted else { return }
    Task { [weak self, find] in
      let answer = await find(address)
      var texture: Texture?
      if case .picture(let remote) = answer {
        texture = await Texture.decode(remote.bytes, side: side, fit: .square)
      }
      self?.take(answer, Entry(texture: texture, side: side), of: address)
    }
  }

  private func take(_ answer: Answer, _ entry: Entry, of address: JID) {
    running.remove(address)
    if case .unknown = answer { return }
    let before = known[address]?.texture
    forget(address)
    known[address] = entry
    order.append(address)
    size += entry.texture?.size ?? 0
    while let oldest = order.first, oldest != address,
      size > Self.sizeLimit || order.count > Self.countLimit
    {
      forget(oldest)
    }
    if entry.texture != before { revision += 1 }
  }

  private func forget(_ address: JID) {
    guard let entry = known.removeValue(forKey: address) else { return }
    size -= entry.texture?.size ?? 0
    order.removeAll { $0 == address }
  }
}
