// SPDX-License-Identifier: MIT
import ChatWidgets
import Gtk

/// The window of the demo.
final class Demo {
  private let window: ApplicationWindow
  private let text = TextView()
  private let toolbar = KeyboardToolbar()

  init(_ application: Application) {
    window = ApplicationWindow(application)
    window.title = "Keyboard toolbar"
    window.defaultSize = (640, 420)
    text.wrapByWordOrCharacter()
    text.acceptsTab = false
    text.setInnerMargins(start: 16, end: 16, top: 16, bottom: 16)
    text.buffer.text = """
      Make the window narrow: the items in the middle scroll, the fixed ones stay.

      Tab goes to the bar and on; the arrow keys, Home and End go along it.
      """
    toolbar.setAccessibleLabel("Formatting")
    toolbar.items = items
    window.setTitleBar(header)
    window.child = ScrolledWindow(child: text).keyboardToolbar(toolbar)
  }

  func present() { window.present() }

  private var items: [KeyboardToolbarItem] {
    var favourite = toggle(.icon("emblem-favorite-symbolic"), "Favourite")
    favourite.color = Color(css: "#e01b24")
    favourite.isFixed = .leading
    var bold = toggle(.icon("format-text-bold-symbolic"), "Bold")
    bold.isSelected = true
    return [
      favourite, bold,
      toggle(.icon("format-text-italic-symbolic"), "Italic"),
      toggle(.icon("format-text-strikethrough-symbolic"), "Strikethrough"),
      toggle(.icon("martlet-code-symbolic"), "Code"),
      toggle(.icon("martlet-quote-symbolic"), "Quote"),
      toggle(.text("Big"), "Big letters"),
      KeyboardToolbarItem(.icon("face-smile-symbolic"), accessibilityLabel: "Smile") {
        [buffer = text.buffer] in buffer.insertAtCaret("🙂")
      },
      KeyboardToolbarItem(.image(file: picture), accessibilityLabel: "A picture") {},
      KeyboardToolbarItem(.text("Soon"), isEnabled: false, accessibilityLabel: "Not yet") {},
      .dismissKeyboard,
    ]
  }

  private let picture = "/usr/share/icons/Adwaita/48x48/legacy/face-cool.png"

  /// The bar owns the action, so the action must not own the bar.
  private func toggle(
    _ content: KeyboardToolbarItem.Content, _ label: String
  ) -> KeyboardToolbarItem {
    KeyboardToolbarItem(content, isToggle: true, accessibilityLabel: label) { [weak self] in
      self?.toolbar[label]?.isSelected.toggle()
    }
  }

  // MARK: Header

  private var header: Widget {
    let bar = HeaderBar()
    let menu = Menu()
    for (name, _) in styles { menu.add(name, action: "win.style", text: name) }
    let button = MenuButton(icon: "open-menu-symbolic", name: "Style")
    button.setMenu(menu)
    bar.packStart(button)
    window.add(
      Action(
        "style",
        text: { [weak self] name in
          guard let self, let style = styles.first(where: { $0.name == name }) else { return }
          toolbar.style = style.style
        }))
    let dark = ToggleButton(icon: "weather-clear-night-symbolic", name: "Dark style")
    dark.onToggled { Settings.default?.prefersDark = $0 }
    bar.packEnd(dark)
    let mirror = ToggleButton(icon: "object-flip-horizontal-symbolic", name: "Right to left")
    mirror.onToggled { Direction.default = $0 ? .rightToLeft : .leftToRight }
    bar.packEnd(mirror)
    return bar
  }

  private let styles: [(name: String, style: KeyboardToolbarStyle)] = [
    ("Glass", .standard),
    (
      "Tinted glass",
      .standard.withBackground(.tintedGlass(Color(red: 0.2, green: 0.6, blue: 0.3)))
    ),
    ("Contrast", .contrast),
    (
      "Gathered, with dividers",
      .standard.withDistributesItems(false).withDividerBetweenItems(true).withItemSpacing(4)
    ),
    ("Large", .standard.withHeight(72).withItemSize(32).withSelectionOpacity(1)),
  ]
}
