// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

/// The keys, names and icons of the styles.
extension MessageStyle {
  /// As GTK writes it: "<Control>b".
  public var shortcut: String {
    switch self {
    case .strong: "<Control>b"
    case .emphasis: "<Control>i"
    case .strikethrough: "<Control><Shift>x"
    case .code: "<Control>e"
    case .quote: "<Control><Shift>b"
    case .codeBlock: "<Control><Shift>c"
    }
  }

  /// The name in the user's language.
  public var name: String {
    switch self {
    case .strong: tr("Bold")
    case .emphasis: tr("Italic")
    case .strikethrough: tr("Strikethrough")
    case .code: tr("Code")
    case .quote: tr("Quote")
    case .codeBlock: tr("Code Block")
    }
  }

  var icon: String {
    switch self {
    case .strong: "martlet-bold-symbolic"
    case .emphasis: "martlet-italic-symbolic"
    case .strikethrough: "martlet-strikethrough-symbolic"
    case .code: "martlet-code-symbolic"
    case .quote: "martlet-quote-symbolic"
    case .codeBlock: "martlet-code-block-symbolic"
    }
  }
}
