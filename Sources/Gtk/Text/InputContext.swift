// SPDX-License-Identifier: MIT
import CGtk

/// What stands between a text view and the user's input method.
public final class InputContext: Object {
  /// Drops what is half composed; some input methods commit it instead.
  ///
  /// Unlike ``TextView/resetInputMethod()`` it always does: GTK passes a reset on only after a key or
  /// a click, but on-screen keyboards and Wayland's text-input compose without keys.
  public func reset() { gtk_im_context_reset(pointer()) }

  /// What the input method is saying.
  public enum Emission {
    /// It begins to show something half composed.
    case preeditStart
    /// It puts text into the field.
    case commit
  }

  /// What is being said while a handler runs that it causes; nil for anything else.
  public var emission: Emission? {
    guard let hint = g_signal_get_invocation_hint(raw),
      let name = g_signal_name(hint.pointee.signal_id)
    else { return nil }
    switch String(cString: name) {
    case "preedit-start": return .preeditStart
    case "commit": return .commit
    default: return nil
    }
  }
}

extension TextView {
  /// The view's input context, which GTK shows only through the controller that feeds it with keys.
  public var inputContext: InputContext? {
    guard let controllers = gtk_widget_observe_controllers(widget) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      guard martlet_instance_is(controller, gtk_event_controller_key_get_type()) != 0,
        let context = gtk_event_controller_key_get_im_context(OpaquePointer(controller))
      else { continue }
      return InputContext(borrowing: UnsafeMutableRawPointer(context))
    }
    return nil
  }
}
