// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Everything that keys do in Martlet's windows. The one table: the application sets its keys from
/// it, the shortcuts window shows it, and what the user changes is kept beside it as data.
struct ShortcutTable {
  struct Shortcut: Identifiable, Equatable {
    /// The action with its target, as GTK writes it: "win.conversation::1".
    let id: String
    let title: String
    let group: Group
    /// As GTK writes them: "<Control>k".
    let standardKeys: [String]
  }

  enum Group: CaseIterable {
    case conversations, messages, window

    var title: String {
      switch self {
      case .conversations: tr("Conversations")
      case .messages: tr("Messages")
      case .window: tr("Window")
      }
    }
  }

  let shortcuts: [Shortcut]
  /// What the user has changed, by shortcut; an empty list means "no keys".
  private(set) var changes: [String: [String]] = [:]

  init() {
    var table = [
      Shortcut(
        id: "win.switch", title: tr("Go to a conversation"), group: .conversations,
        standardKeys: ["<Control>k"]),
      Shortcut(
        id: "win.new-conversation", title: tr("New conversation"), group: .conversations,
        standardKeys: ["<Control>n"]),
      Shortcut(
        id: "win.contact", title: tr("Who this is"), group: .conversations,
        standardKeys: ["<Alt>Return"]),
      Shortcut(
        id: "win.next-conversation", title: tr("Next conversation"), group: .conversations,
        standardKeys: ["<Alt>Down", "<Control>Page_Down"]),
      Shortcut(
        id: "win.previous-conversation", title: tr("Previous conversation"),
        group: .conversations, standardKeys: ["<Alt>Up", "<Control>Page_Up"]),
      Shortcut(
        id: "win.jump-to-date", title: tr("Go to a date"), group: .messages,
        standardKeys: ["<Control>j"]),
      Shortcut(
        id: "win.return", title: tr("Back to where you were"), group: .messages,
        standardKeys: ["<Alt>Left"]),
      Shortcut(
        id: "win.search", title: tr("Search all conversations"), group: .conversations,
        standardKeys: ["<Control><Shift>f"]),
      Shortcut(
        id: "win.find", title: tr("Find in the conversation"), group: .messages,
        standardKeys: ["<Control>f"]),
      Shortcut(
        id: "win.find-next", title: tr("Next older hit"), group: .messages,
        standardKeys: ["F3", "<Control>g"]),
      Shortcut(
        id: "win.find-previous", title: tr("Next newer hit"), group: .messages,
        standardKeys: ["<Shift>F3", "<Control><Shift>g"]),
      Shortcut(
        id: "win.zoom::in", title: tr("Larger text"), group: .messages,
        standardKeys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
      Shortcut(
        id: "win.zoom::out", title: tr("Smaller text"), group: .messages,
        standardKeys: ["<Control>minus", "<Control>KP_Subtract"]),
      Shortcut(
        id: "win.zoom::reset", title: tr("Text at its normal size"), group: .messages,
        standardKeys: ["<Control>0", "<Control>KP_0"]),
      Shortcut(
        id: "win.next-region", title: tr("Next part of the window"), group: .window,
        standardKeys: ["F6"]),
      Shortcut(
        id: "win.previous-region", title: tr("Previous part of the window"), group: .window,
        standardKeys: ["<Shift>F6"]),
      Shortcut(
        id: "win.back", title: tr("Back to the list or the results"), group: .window,
        standardKeys: ["<Alt><Shift>Left"]),
      Shortcut(
        id: "win.menu", title: tr("Main menu"), group: .window, standardKeys: ["F10"]),
      Shortcut(
        id: "app.preferences", title: tr("Preferences"), group: .window,
        standardKeys: ["<Control>comma"]),
      Shortcut(
        id: "app.shortcuts", title: tr("Keyboard shortcuts"), group: .window,
        standardKeys: ["<Control>question", "F1"]),
      Shortcut(
        id: "win.close", title: tr("Close the window"), group: .window,
        standardKeys: ["<Control>w"]),
      Shortcut(
        id: "app.quit", title: tr("Quit"), group: .window, standardKeys: ["<Control>q"]),
    ]
    for number in 1...9 {
      table.append(
        Shortcut(
          id: "win.conversation::\(number)",
          title: tr("Conversation %s of the list").filling(String(number)),
          group: .conversations, standardKeys: ["<Alt>\(number)"]))
    }
    shortcuts = table
  }

  /// The keys of a shortcut now.
  func keys(of shortcut: Shortcut) -> [String] {
    changes[shortcut.id] ?? shortcut.standardKeys
  }

  /// Which other shortcut has these keys.
  func owner(of keys: String, otherThan id: String) -> Shortcut? {
    shortcuts.first { $0.id != id && self.keys(of: $0).contains(keys) }
  }

  /// Gives a shortcut other keys; they are taken from whichever had them. Nil brings back the
  /// standard ones.
  mutating func setKeys(_ keys: [String]?, of id: String) {
    for key in keys ?? [] {
      if let owner = owner(of: key, otherThan: id) {
        changes[owner.id] = self.keys(of: owner).filter { $0 != key }
      }
    }
    changes[id] = keys
  }

  // MARK: File

  private static let group = "shortcuts"

  /// Takes the user's changes; what is not understood is left out.
  mutating func read(from file: KeyFile) {
    changes = [:]
    for shortcut in shortcuts {
      guard let text = file.string(Self.group, Self.fileKey(shortcut.id)) else { continue }
      changes[shortcut.id] =
        text.split(separator: " ").map(String.init).filter { Accelerator.isValid($0) }
    }
  }

  func write(to file: KeyFile) {
    for shortcut in shortcuts {
      if let keys = changes[shortcut.id] {
        file.set(Self.group, Self.fileKey(shortcut.id), to: keys.joined(separator: " "))
      } else {
        file.remove(Self.group, Self.fileKey(shortcut.id))
      }
    }
  }

  /// Keys of the file are letters, digits and hyphens.
  private static func fileKey(_ id: String) -> String {
    String(id.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}
