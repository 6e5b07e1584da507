// SPDX-License-Identifier: GPL-3.0-or-later
import ChatXMPP
import Gtk
import Observation

/// The pictures of the people of one account: asked for when they are to be shown, decoded once, and
/// the latest kept.
@MainActor @Observable final class AccountPictures {
  /// Grows with every picture that has come or gone.
  private(set) var revision = 0

  @ObservationIgnored private var known: [JID: Texture?] = [:]
  /// Whose, the longest known first.
  @ObservationIgnored private var order: [JID] = []
  @ObservationIgnored private var running: Set<JID> = []
  /// Finds the picture of an address.
  @ObservationIgnored var find: @MainActor (JID) async -> Answer = { _ in .unknown }

  enum Answer {
    /// The account is not at work, so nothing is known.
    case unknown
    case none
    case picture(RemotePicture)
  }

  /// Device pixels of the longer side: the largest that is shown is 80, on a screen of scale 2.
  private static let side = 160
  private static let limit = 256

  /// The picture of somebody, as far as it is here. Asks for it otherwise.
  subscript(address: JID) -> Texture? {
    if let known = known[address] { return known }
    fetch(address)
    return nil
  }

  /// There is news of somebody's picture.
  func changed(_ address: JID) {
    guard known[address] != nil else { return }
    fetch(address)
  }

  /// The account is online: who had none may have one now.
  func askAgain() {
    let missing = known.filter { $0.value == nil }.keys
    guard !missing.isEmpty else { return }
    for address in missing { forget(address) }
    revision += 1
  }

  private func fetch(_ address: JID) {
    guard running.insert(address).inserted else { return }
    Task { [weak self, find] in
      let answer = await find(address)
      var texture: Texture?
      if case .picture(let remote) = answer {
        texture = await Texture.decode(remote.bytes, side: Self.side)
      }
      self?.take(answer, texture, of: address)
    }
  }

  private func take(_ answer: Answer, _ texture: Texture?, of address: JID) {
    running.remove(address)
    if case .unknown = answer { return }
    let before = known[address] ?? nil
    forget(address)
    known[address] = .some(texture)
    order.append(address)
    if order.count > Self.limit, let oldest = order.first { forget(oldest) }
    if texture != before { revision += 1 }
  }

  private func forget(_ address: JID) {
    guard known.removeValue(forKey: address) != nil else { return }
    order.removeAll { $0 == address }
  }
}
