// SPDX-License-Identifier: MIT
public import Gtk

/// One thing on a ``KeyboardToolbar``: what it shows, where it stands, and what it does.
public struct KeyboardToolbarItem: Identifiable {
  /// What an item shows.
  public enum Content: Equatable {
    /// A symbolic icon of the icon theme, in the item's colour.
    case icon(String)
    /// An image file in its own colours; one that cannot be read shows as a missing image.
    case image(file: String)
    /// Any widget. Without an ``KeyboardToolbarItem/action`` it stands in the bar as it is and
    /// answers for its own focus and name.
    case widget(Widget)
    case text(String)
  }

  /// The end of the bar at which an item stays while the others scroll.
  public enum FixedPosition: Hashable, Sendable, CaseIterable {
    case leading, trailing
  }

  /// Tells items apart over changes of ``KeyboardToolbar/items``; unique within a bar.
  public var id: String
  public var content: Content
  /// The colour of icon and text; nil takes the bar's.
  public var color: Color?
  /// Nil stands in the middle, which scrolls when the bar is too narrow.
  public var isFixed: FixedPosition?
  /// Shown as a filled capsule, and told to assistive technologies as pressed.
  public var isSelected: Bool { didSet { if isSelected { isToggle = true } } }
  /// Whether it can be selected at all. An item that was ever selected can.
  public var isToggle: Bool
  /// Whether it can be pressed now.
  public var isEnabled: Bool
  /// The name that a screen reader speaks, also shown as the tooltip.
  public var accessibilityLabel: String
  /// Whether pressing it also hides the on-screen keyboard and leaves the field.
  public var dismissesKeyboard: Bool
  /// Called when it is pressed. An item that does nothing is not a button.
  public var action: (() -> Void)?

  /// - Parameter id: Nil takes the label.
  public init(
    _ content: Content, id: String? = nil, color: Color? = nil, isFixed: FixedPosition? = nil,
    isSelected: Bool = false, isToggle: Bool = false, isEnabled: Bool = true,
    accessibilityLabel: String, action: (() -> Void)? = nil
  ) {
    self.id = id ?? accessibilityLabel
    self.content = content
    self.color = color
    self.isFixed = isFixed
    self.isSelected = isSelected
    self.isToggle = isToggle || isSelected
    self.isEnabled = isEnabled
    self.accessibilityLabel = accessibilityLabel
    self.dismissesKeyboard = false
    self.action = action
  }

  /// Hides the on-screen keyboard and leaves the field. Fixed at the trailing end.
  public static var dismissKeyboard: KeyboardToolbarItem {
    var item = KeyboardToolbarItem(
      .icon("martlet-keyboard-hide-symbolic"), id: "dismiss-keyboard", isFixed: .trailing,
      accessibilityLabel: tr("Hide Keyboard"))
    item.dismissesKeyboard = true
    return item
  }

  /// Whether it is a button.
  var isButton: Bool { action != nil || dismissesKeyboard }
}
