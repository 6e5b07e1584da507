// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The sign of a running Martlet in the panel of desktops that have a place for it
/// (StatusNotifierItem; https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/).
///
/// It is offered only while a watcher is there: where there is none, nothing is done.
final class TrayItem {
  private static let path = "/StatusNotifierItem"
  private static let interface = "org.kde.StatusNotifierItem"
  private static let watcher = "org.kde.StatusNotifierWatcher"
  private static let description = """
    <node><interface name="\(interface)">
      <property name="Category" type="s" access="read"/>
      <property name="Id" type="s" access="read"/>
      <property name="Title" type="s" access="read"/>
      <property name="Status" type="s" access="read"/>
      <property name="WindowId" type="i" access="read"/>
      <property name="IconName" type="s" access="read"/>
      <property name="ItemIsMenu" type="b" access="read"/>
      <property name="Menu" type="o" access="read"/>
      <method name="Activate">
        <arg type="i" direction="in"/><arg type="i" direction="in"/></method>
      <method name="SecondaryActivate">
        <arg type="i" direction="in"/><arg type="i" direction="in"/></method>
      <method name="ContextMenu">
        <arg type="i" direction="in"/><arg type="i" direction="in"/></method>
      <method name="Scroll">
        <arg type="i" direction="in"/><arg type="s" direction="in"/></method>
    </interface></node>
    """

  private let bus: SessionBus
  private let menu: TrayMenu
  private var item: Subscription?
  private var watch: Subscription?

  /// - Parameters:
  ///   - open: shows the window.
  ///   - quit: ends the program.
  init(_ bus: SessionBus, open: @escaping () -> Void, quit: @escaping () -> Void) {
    self.bus = bus
    menu = TrayMenu(
      bus,
      entries: [
        TrayMenu.Entry(label: tr("Open Martlet"), run: open),
        TrayMenu.Entry(label: tr("Quit"), run: quit),
      ])
    item = bus.export(
      Self.path, interface: Self.description, property: { Self.property($0) },
      called: { call in
        if call.method == "Activate" { open() }
        call.reply()
      })
    watch = bus.watch(Self.watcher) { [bus] isThere in
      guard isThere else { return }
      // What refuses has no place for it, and then there is none.
      bus.call(
        Self.watcher, path: "/StatusNotifierWatcher", interface: Self.watcher,
        method: "RegisterStatusNotifierItem", Variant(tuple: [Variant(bus.uniqueName)])
      ) { _ in }
    }
  }

  private static func property(_ name: String) -> Variant? {
    switch name {
    case "Category": Variant("Communications")
    case "Id": Variant("martlet")
    case "Title": Variant("Martlet")
    case "Status": Variant("Active")
    case "WindowId": Variant(Int32(0))
    case "IconName": Variant(MartletApplication.id + "-symbolic")
    case "ItemIsMenu": Variant(false)
    case "Menu": Variant(objectPath: TrayMenu.path)
    default: nil
    }
  }
}
