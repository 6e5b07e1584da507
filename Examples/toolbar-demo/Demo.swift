// SPDX-License-Identifier: MIT
import ChatWidgets
import Gtk

/// The window of the demo: a text that its toolbar formats.
final class Demo {
  private let window: ApplicationWindow
  private let text = TextView()
  private lazy var completion = EmojiCompletion(text)
  private lazy var caret = GraphemeCaret(text)
  private lazy var spelling = SpellChecker(text)
  private lazy var bar = FormattingBar(for: text, more: moreItems)

  init(_ application: Application) {
    window = ApplicationWindow(application)
    window.title = "Keyboard toolbar"
    window.defaultSize = (680, 460)
    text.wrapByWordOrCharacter()
    text.acceptsTab = false
    text.setInnerMargins(start: 16, end: 16, top: 16, bottom: 16)
    text.buffer.text = """
      Make the window narrow: the items in the middle scroll, the *fixed ones* stay.
      > _Tab_ goes to the bar and on; the arrow keys, `Home` and `End` go along it.

      ```
      toolbar["strong"]?.isSelected = true
      ```
      """
    _ = (completion, caret, spelling)
    window.setTitleBar(header)
    window.child = ScrolledWindow(child: text).keyboardToolbar(bar.toolbar)
  }

  func present() { window.present() }

  /// One of each kind that formatting does not have.
  private var moreItems: [KeyboardToolbarItem] {
    // The bar owns its actions, so they must not own the bar.
    var favourite = KeyboardToolbarItem(
      .icon("emblem-favorite-symbolic"), id: "favourite", color: Color(css: "#e01b24"),
      isFixed: .leading, isToggle: true, accessibilityLabel: "Favourite"
    ) { [weak self] in self?.bar.toolbar["favourite"]?.isSelected.toggle() }
    favourite.isSelected = true
    return [
      favourite,
      .emoji(for: text),
      KeyboardToolbarItem(.text("Aa"), accessibilityLabel: "Insert letters") { [weak self] in
        self?.text.buffer.insertBlock("Aa")
      },
      KeyboardToolbarItem(.image(file: picture), accessibilityLabel: "A picture") {},
      KeyboardToolbarItem(.text("Soon"), isEnabled: false, accessibilityLabel: "Not yet") {},
      .dismissKeyboard,
    ]
  }

  private let picture = "/usr/share/icons/Adwaita/48x48/legacy/face-cool.png"

  // MARK: Header

  private var header: Widget {
    let header = HeaderBar()
    let menu = Menu()
    for (name, _) in styles { menu.add(name, action: "win.style", text: name) }
    let button = MenuButton(icon: "open-menu-symbolic", name: "Style")
    button.setMenu(menu)
    header.packStart(button)
    window.add(
      Action(
        "style",
        text: { [weak self] name in
          guard let self, let style = styles.first(where: { $0.name == name }) else { return }
          bar.toolbar.style = style.style
        }))
    let dark = ToggleButton(icon: "weather-clear-night-symbolic", name: "Dark style")
    dark.onToggled { Settings.default?.prefersDark = $0 }
    header.packEnd(dark)
    let mirror = ToggleButton(icon: "object-flip-horizontal-symbolic", name: "Right to left")
    mirror.onToggled { Direction.default = $0 ? .rightToLeft : .leftToRight }
    header.packEnd(mirror)
    return header
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
