// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What of the window is remembered over restarts.
struct WindowState: Equatable {
  /// Pixels of the application.
  var width = 760
  var height = 720
  var isMaximized = false
  var sidebarWidth = 300
  /// The size of the text of conversations, in per cent.
  var zoom = 100
  /// Whether the conversation was on the screen, where there is room for it or the list.
  var showsContent = true
  /// The conversation that was open.
  var conversation: ConversationID?

  /// The least that a window can be and still be used; a damaged file may say anything.
  static let minimumSize = (width: 300, height: 300)
  private static let maximumExtent = 16_384
  private static let group = "window"

  init() {}

  init(from file: KeyFile) {
    if let width = file.int(Self.group, "width"), let height = file.int(Self.group, "height") {
      self.width = min(max(width, Self.minimumSize.width), Self.maximumExtent)
      self.height = min(max(height, Self.minimumSize.height), Self.maximumExtent)
    }
    isMaximized = file.int(Self.group, "maximized") == 1
    if let width = file.int(Self.group, "sidebar-width") { sidebarWidth = width }
    if let zoom = file.int(Self.group, "zoom") { self.zoom = zoom }
    showsContent = file.int(Self.group, "shows-content") != 0
    conversation = file.string(Self.group, "conversation").flatMap { Int64($0) }
      .map(ConversationID.init(rawValue:))
  }

  func write(to file: KeyFile) {
    file.set(Self.group, "width", to: width)
    file.set(Self.group, "height", to: height)
    file.set(Self.group, "maximized", to: isMaximized ? 1 : 0)
    file.set(Self.group, "sidebar-width", to: sidebarWidth)
    file.set(Self.group, "zoom", to: zoom)
    file.set(Self.group, "shows-content", to: showsContent ? 1 : 0)
    file.set(Self.group, "conversation", to: conversation.map { String($0.rawValue) } ?? "")
  }
}

/// A small file of groups and keys: the state of the window, the user's shortcuts.
struct StateFile {
  private let folder: String
  private let path: String

  init(_ folder: String, _ name: String) {
    self.folder = folder
    path = folder + "/" + name
  }

  func read() -> KeyFile { KeyFile(path: path) }

  /// Changes the file. It holds nothing that is worth a word when it cannot be written.
  func update(_ change: (KeyFile) -> Void) {
    let file = read()
    change(file)
    Folders.make(folder)
    try? file.save(to: path)
  }
}
