// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// The formatting bar of a composer: a ``KeyboardToolbar`` with the styles of a message, and what
/// else stands beside them.
///
/// ```swift
/// let formatting = FormattingBar(for: bar.textView)
/// content.keyboardToolbar(formatting.toolbar)
/// ```
///
/// It lives as long as it is kept.
public final class FormattingBar {
  public let toolbar: KeyboardToolbar
  public let formatting: MessageFormatting

  /// - Parameters:
  ///   - view: The text view that it formats.
  ///   - styles: Which styles it offers, in this order.
  ///   - more: Items behind the styles, such as one for emoji.
  public init(
    for view: TextView, styles: [MessageStyle] = MessageStyle.allCases,
    more: [KeyboardToolbarItem] = [.dismissKeyboard], style: KeyboardToolbarStyle = .standard
  ) {
    formatting = MessageFormatting(view)
    toolbar = KeyboardToolbar(style: style)
    toolbar.setAccessibleLabel(tr("Formatting"))
    toolbar.items = styles.map(item) + more
    formatting.onActiveChanged = { [weak self] in self?.show($0) }
  }

  private func item(_ style: MessageStyle) -> KeyboardToolbarItem {
    KeyboardToolbarItem(
      .icon(style.icon), id: style.rawValue, isToggle: true, accessibilityLabel: style.name
    ) { [weak formatting] in formatting?.toggle(style) }
  }

  private func show(_ active: Set<MessageStyle>) {
    toolbar.items = toolbar.items.map { item in
      var item = item
      if let style = MessageStyle(rawValue: item.id) { item.isSelected = active.contains(style) }
      return item
    }
  }
}
