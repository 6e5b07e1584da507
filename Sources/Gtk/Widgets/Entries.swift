// SPDX-License-Identifier: MIT
import CGtk

/// What all widgets with one line of text have.
public protocol TextEntry: Widget {}

extension TextEntry {
  public var text: String {
    get { gtk_editable_get_text(pointer()).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(pointer(), newValue) }
  }

  /// As if Enter was pressed.
  public func pressEnter() { martlet_emit(raw, "activate") }

  public func selectAll() { gtk_editable_select_region(pointer(), 0, -1) }

  /// The text has changed.
  @discardableResult
  public func onChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("changed") { _ in body() }
  }

  /// Enter was pressed.
  @discardableResult
  public func onActivate(_ body: @escaping () -> Void) -> SignalHandler {
    on("activate") { _ in body() }
  }
}

/// One line of text.
open class Entry: Widget, TextEntry {
  public convenience init(placeholder: String = "") {
    self.init(adopting: UnsafeMutableRawPointer(gtk_entry_new()))
    gtk_entry_set_placeholder_text(pointer(), placeholder)
  }

  /// What is expected, for keyboards on the screen and input methods.
  public enum Purpose {
    case text, address, password, digits

    var gtk: GtkInputPurpose {
      switch self {
      case .text: GTK_INPUT_PURPOSE_FREE_FORM
      case .address: GTK_INPUT_PURPOSE_EMAIL
      case .password: GTK_INPUT_PURPOSE_PASSWORD
      case .digits: GTK_INPUT_PURPOSE_DIGITS
      }
    }
  }

  public final func setPurpose(_ purpose: Purpose) {
    gtk_entry_set_input_purpose(pointer(), purpose.gtk)
  }

  /// Marks the text as one that cannot be used.
  public final func setError(_ isWrong: Bool) { setStyle("error", isWrong) }
}

/// An entry for a password, with a button that shows it.
public final class PasswordEntry: Widget, TextEntry {
  public init() {
    super.init(adopting: UnsafeMutableRawPointer(gtk_password_entry_new()))
    gtk_password_entry_set_show_peek_icon(pointer(), 1)
    set("activates-default", to: .bool(true))
  }
}

/// An entry for what to search.
public final class SearchEntry: Widget, TextEntry {
  public init(placeholder: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_search_entry_new()))
    set("placeholder-text", to: .string(placeholder))
    // Else a screen reader says the name of the type (GTK 4.8).
    setAccessibleLabel(placeholder)
  }

  /// The text has changed and has rested for a moment.
  @discardableResult
  public func onSearchChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("search-changed") { _ in body() }
  }

  /// Escape was pressed.
  @discardableResult
  public func onStop(_ body: @escaping () -> Void) -> SignalHandler {
    on("stop-search") { _ in body() }
  }
}
