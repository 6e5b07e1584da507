// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The menu of the tray item, as panels ask for it (`com.canonical.dbusmenu`, version 3): a list of
/// entries that never changes.
final class TrayMenu {
  struct Entry {
    var label: String
    var run: () -> Void
  }

  static let path = "/MenuBar"
  private static let interface = "com.canonical.dbusmenu"
  private static let description = """
    <node><interface name="\(interface)">
      <property name="Version" type="u" access="read"/>
      <property name="Status" type="s" access="read"/>
      <property name="TextDirection" type="s" access="read"/>
      <property name="IconThemePath" type="as" access="read"/>
      <method name="GetLayout">
        <arg type="i" direction="in"/><arg type="i" direction="in"/>
        <arg type="as" direction="in"/>
        <arg type="u" direction="out"/><arg type="(ia{sv}av)" direction="out"/></method>
      <method name="GetGroupProperties">
        <arg type="ai" direction="in"/><arg type="as" direction="in"/>
        <arg type="a(ia{sv})" direction="out"/></method>
      <method name="GetProperty">
        <arg type="i" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="out"/></method>
      <method name="Event">
        <arg type="i" direction="in"/><arg type="s" direction="in"/>
        <arg type="v" direction="in"/><arg type="u" direction="in"/></method>
      <method name="EventGroup">
        <arg type="a(isvu)" direction="in"/><arg type="ai" direction="out"/></method>
      <method name="AboutToShow">
        <arg type="i" direction="in"/><arg type="b" direction="out"/></method>
      <method name="AboutToShowGroup">
        <arg type="ai" direction="in"/>
        <arg type="ai" direction="out"/><arg type="ai" direction="out"/></method>
    </interface></node>
    """

  /// Entries count from 1; 0 is the menu itself.
  private let entries: [Entry]
  private var exported: Subscription?

  init(_ bus: SessionBus, entries: [Entry]) {
    self.entries = entries
    exported = bus.export(
      Self.path, interface: Self.description,
      property: { name in
        switch name {
        case "Version": Variant(UInt32(3))
        case "Status": Variant("normal")
        case "TextDirection": Variant("ltr")
        case "IconThemePath": Variant(strings: [])
        default: nil
        }
      },
      called: { [weak self] call in self?.answer(call) })
  }

  private func answer(_ call: MethodCall) {
    let first = call.parameters[0]
    switch call.method {
    case "GetLayout":
      guard let id = first?.int32, id >= 0, id <= entries.count else { return refuse(call) }
      call.reply(Variant(tuple: [Variant(UInt32(1)), layout(id)]))
    case "GetGroupProperties":
      let asked = (0..<(first?.count ?? 0)).compactMap { first?[$0]?.int32 }
      let ids = asked.isEmpty ? (0...entries.count).map { Int32($0) } : asked
      let rows = ids.map { Variant(tuple: [Variant($0), Variant(options: properties($0))]) }
      call.reply(Variant(tuple: [Variant(array: rows, of: "(ia{sv})")]))
    case "GetProperty":
      guard let id = first?.int32, let name = call.parameters[1]?.string,
        let value = properties(id)[name]
      else { return refuse(call) }
      call.reply(Variant(tuple: [Variant(boxing: value)]))
    case "Event":
      // Answered first: what the entry does may end the program.
      call.reply()
      happened(first?.int32, call.parameters[1]?.string)
    case "EventGroup":
      call.reply(Variant(tuple: [Variant(array: [], of: "i")]))
      for index in 0..<(first?.count ?? 0) {
        happened(first?[index]?[0]?.int32, first?[index]?[1]?.string)
      }
    case "AboutToShow": call.reply(Variant(tuple: [Variant(false)]))
    case "AboutToShowGroup":
      call.reply(Variant(tuple: [Variant(array: [], of: "i"), Variant(array: [], of: "i")]))
    default: refuse(call)
    }
  }

  private func refuse(_ call: MethodCall) {
    call.fail(Self.interface + ".Error", "there is no such entry")
  }

  private func happened(_ id: Int32?, _ event: String?) {
    guard event == "clicked", let id, entries.indices.contains(Int(id) - 1) else { return }
    entries[Int(id) - 1].run()
  }

  private func layout(_ id: Int32) -> Variant {
    let children = id == 0 ? (1...entries.count).map { Variant(boxing: layout(Int32($0))) } : []
    return Variant(tuple: [
      Variant(id), Variant(options: properties(id)), Variant(array: children, of: "v"),
    ])
  }

  private func properties(_ id: Int32) -> [String: Variant] {
    if id == 0 { return ["children-display": Variant("submenu")] }
    guard entries.indices.contains(Int(id) - 1) else { return [:] }
    return ["label": Variant(entries[Int(id) - 1].label)]
  }
}
