// SPDX-License-Identifier: MIT
import CGtk

/// An input method of the program's own: it sees the keys first, shows what is half composed, and
/// commits text.
///
/// Register a subclass by name, then give a text view that name as its ``TextView/inputModule``.
@MainActor open class InputMethod {
  private weak var context: InputMethodHandle?

  public init() {}

  /// A key for the field that has the focus. True when the input method wants it for itself.
  open func filter(_ event: KeyEvent) -> Bool { false }

  /// What is half composed is to be forgotten or committed: the caret went elsewhere.
  open func reset() {}

  open func focusChanged(_ isFocused: Bool) {}

  /// Where the caret is, in the coordinates of the field: the place for a list of candidates.
  open func caretMoved(to rectangle: Rectangle) {}

  /// What is half composed: shown at the caret, not yet part of the text.
  public final var preedit = "" {
    didSet {
      guard preedit != oldValue else { return }
      if oldValue.isEmpty { emit("preedit-start") }
      emit("preedit-changed")
      if preedit.isEmpty { emit("preedit-end") }
    }
  }

  /// Puts text where the caret is.
  public final func commit(_ text: String) { emit("commit", [.string(text)]) }

  private func emit(_ signal: String, _ arguments: [PropertyValue] = []) {
    guard let context else { return }
    Object(borrowing: context.raw).emit(signal, arguments)
  }

  /// Makes an input method known by `name`. `make` is called for each text view that uses it.
  public static func register(_ name: String, _ make: @escaping () -> InputMethod) {
    InputMethodClass.register(name, make)
  }

  fileprivate func attach(_ handle: InputMethodHandle) { context = handle }
}

/// What the GObject owns: the Swift side of one context.
private final class InputMethodHandle {
  let raw: UnsafeMutableRawPointer
  let method: InputMethod

  init(_ raw: UnsafeMutableRawPointer, _ method: InputMethod) {
    self.raw = raw
    self.method = method
    method.attach(self)
  }
}

private final class Factory {
  let make: () -> InputMethod
  init(_ make: @escaping () -> InputMethod) { self.make = make }
}

/// GtkIMContext with virtual functions in Swift. The factory stands behind the fields of the class,
/// the handle behind those of the instance.
private enum InputMethodClass {
  private static let sizes: GTypeQuery = {
    var query = GTypeQuery()
    g_type_query(gtk_im_context_get_type(), &query)
    return query
  }()

  private static var factoryOffset: Int { aligned(sizes.class_size) }

  private static func aligned(_ size: guint) -> Int {
    let alignment = MemoryLayout<UnsafeRawPointer>.alignment
    return (Int(size) + alignment - 1) / alignment * alignment
  }

  static func register(_ name: String, _ make: @escaping () -> InputMethod) {
    let pointer = UInt16(MemoryLayout<UnsafeRawPointer>.size)
    var info = GTypeInfo()
    info.class_size = UInt16(aligned(sizes.class_size)) + pointer
    info.instance_size = UInt16(aligned(sizes.instance_size)) + pointer
    // Types live as long as the program.
    info.class_data = UnsafeRawPointer(Unmanaged.passRetained(Factory(make)).toOpaque())
    info.class_init = { klass, factory in
      guard let klass else { return }
      (klass + InputMethodClass.factoryOffset).storeBytes(
        of: factory, as: UnsafeMutableRawPointer?.self)
      InputMethodClass.setUp(klass)
    }
    info.instance_init = { instance, klass in
      guard let instance, let klass,
        let factory = (klass + InputMethodClass.factoryOffset)
          .load(as: UnsafeMutableRawPointer?.self)
      else { return }
      let raw = UnsafeMutableRawPointer(instance)
      let method = Unmanaged<Factory>.fromOpaque(factory).takeUnretainedValue().make()
      InputMethodClass.slot(raw).pointee = Unmanaged.passRetained(InputMethodHandle(raw, method))
    }
    let type = g_type_register_static(
      gtk_im_context_get_type(), "MartletInputMethod-\(name)", &info, GTypeFlags(rawValue: 0))
    // The least: it is used where it is asked for, and by no other field.
    g_io_extension_point_implement("gtk-im-module", type, name, gint.min)
  }

  private static func slot(
    _ raw: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Unmanaged<InputMethodHandle>?> {
    (raw + aligned(sizes.instance_size))
      .assumingMemoryBound(to: Unmanaged<InputMethodHandle>?.self)
  }

  private static func method(_ context: UnsafeMutablePointer<GtkIMContext>?) -> InputMethod? {
    context.flatMap { slot(UnsafeMutableRawPointer($0)).pointee?.takeUnretainedValue().method }
  }

  private static func setUp(_ klass: UnsafeMutableRawPointer) {
    let context = klass.assumingMemoryBound(to: GtkIMContextClass.self)
    context.pointee.filter_keypress = { context, event in
      guard let event, let method = InputMethodClass.method(context) else { return 0 }
      return method.filter(KeyEvent(raw: event)) ? 1 : 0
    }
    context.pointee.get_preedit_string = { context, text, attributes, caret in
      let preedit = InputMethodClass.method(context)?.preedit ?? ""
      text?.pointee = g_strdup(preedit)
      attributes?.pointee = pango_attr_list_new()
      caret?.pointee = gint(clamping: preedit.unicodeScalars.count)
    }
    context.pointee.reset = { InputMethodClass.method($0)?.reset() }
    context.pointee.focus_in = { InputMethodClass.method($0)?.focusChanged(true) }
    context.pointee.focus_out = { InputMethodClass.method($0)?.focusChanged(false) }
    context.pointee.set_cursor_location = { context, area in
      guard let area = area?.pointee else { return }
      InputMethodClass.method(context)?.caretMoved(
        to: Rectangle(
          x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
    }
    let object = klass.assumingMemoryBound(to: GObjectClass.self)
    object.pointee.finalize = { object in
      guard let object else { return }
      let raw = UnsafeMutableRawPointer(object)
      InputMethodClass.slot(raw).pointee?.release()
      InputMethodClass.slot(raw).pointee = nil
      g_type_class_peek(gtk_im_context_get_type())?
        .assumingMemoryBound(to: GObjectClass.self).pointee.finalize?(object)
    }
  }
}
