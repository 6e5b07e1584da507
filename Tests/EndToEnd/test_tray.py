# SPDX-License-Identifier: GPL-3.0-or-later
"""The item in the panel, as a panel sees it."""
import sqlite3

from gi.repository import Gio, GLib

from harness import EndToEndCase, screen, wait_until

WATCHER = "org.kde.StatusNotifierWatcher"
INTERFACE = """
<node><interface name="org.kde.StatusNotifierWatcher">
  <method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
</interface></node>
"""


class Tray(EndToEndCase):
    """This process is the panel: its main context is run while it waits."""

    def setUp(self):
        super().setUp()
        self.items = []
        self.bus = Gio.DBusConnection.new_for_address_sync(
            GLib.getenv("DBUS_SESSION_BUS_ADDRESS"),
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.addCleanup(self.bus.close_sync, None)

    def panel(self):
        def called(_bus, _sender, _path, _interface, _method, parameters, invocation):
            invocation.return_value(None)
            self.items.append(parameters.unpack()[0])

        node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
        self.bus.register_object("/StatusNotifierWatcher", node.interfaces[0], called, None, None)
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                  "RequestName", GLib.Variant("(su)", (WATCHER, 0)))

    def call(self, name, path, interface, method, parameters=None):
        return self.bus.call_sync(
            name, path, interface, method, parameters, None, 0, 20_000, None).unpack()

    def account(self):
        self.start().ready().quit()
        connection = sqlite3.connect(self.place.database)
        with connection:
            connection.execute("INSERT INTO account (address) VALUES ('ana@example.org')")
        connection.close()

    def test_a_panel_opens_the_window_and_quits(self):
        self.account()
        martlet = self.start("--background")
        wait_until(self.name_is_owned, "its name on the bus")
        # The panel may come later than the item.
        self.panel()

        def registered():
            GLib.MainContext.default().iteration(False)
            return self.items
        [item] = wait_until(registered, "the item")
        properties = self.call(
            item, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "GetAll",
            GLib.Variant("(s)", ("org.kde.StatusNotifierItem",)))[0]
        self.assertEqual(properties["Category"], "Communications")
        self.assertEqual(properties["Menu"], "/MenuBar")
        _, (root, _, entries) = self.call(
            item, properties["Menu"], "com.canonical.dbusmenu", "GetLayout",
            GLib.Variant("(iias)", (0, -1, [])))
        self.assertEqual(root, 0)
        labels = {entry[1]["label"]: entry[0] for entry in entries}
        self.assertEqual(list(labels), ["Open Martlet", "Quit"])
        self.assertEqual(screen.windows(martlet.pid), [])
        self.call(item, "/StatusNotifierItem", "org.kde.StatusNotifierItem", "Activate",
                  GLib.Variant("(ii)", (0, 0)))
        martlet.ready()
        self.call(item, properties["Menu"], "com.canonical.dbusmenu", "Event",
                  GLib.Variant("(isvu)", (labels["Quit"], "clicked", GLib.Variant("s", ""), 0)))
        self.assertEqual(martlet.wait(), 0)
