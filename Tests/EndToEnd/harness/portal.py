# SPDX-License-Identifier: GPL-3.0-or-later
"""A portal that says what a test wants it to say: settings, and whether Martlet starts at log-in.

As a module it starts itself as a process of its own; as a program it is that process, and reads
one setting a line: "color-scheme 1".
With "--background FILE" it grants what it is asked for, and writes each request to the file.
"""
import json
import subprocess
import sys

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
BACKGROUND = """
<node><interface name="org.freedesktop.portal.Background">
  <method name="RequestBackground"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
</interface></node>
"""
REQUEST = "org.freedesktop.portal.Request"
APPEARANCE = "org.freedesktop.appearance"
INTERFACE = """
<node><interface name="org.freedesktop.portal.Settings">
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/></method>
  <method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
  <method name="ReadOne"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  <property name="version" type="u" access="read"/>
</interface></node>
"""

# How a desktop can look: its color scheme, and whether its contrast is high.
STYLES = {"light": (2, 0), "dark": (1, 0), "light high contrast": (2, 1),
          "dark high contrast": (1, 1)}


class Portal:
    """`color_scheme`: 0 none, 1 dark, 2 light; `contrast`: 1 high; `accent`: three of 0 … 1;
    `background`: the file that gets a line of JSON for each request to start at log-in."""

    def __init__(self, color_scheme=0, contrast=0, accent=None, background=None):
        options = ["--background", str(background)] if background else []
        self.process = subprocess.Popen(
            [sys.executable, __file__, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.set("color-scheme", color_scheme)
        self.set("contrast", contrast)
        if accent:
            self.set("accent-color", *accent)

    def set(self, key, *values):
        """Changes a setting; programs that listen hear of it."""
        print(key, *values, file=self.process.stdin, flush=True)
        self.process.stdout.readline()

    def show(self, style):
        """Makes the desktop look like one of `STYLES`."""
        scheme, contrast = STYLES[style]
        self.set("contrast", contrast)
        self.set("color-scheme", scheme)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def serve():
    from gi.repository import Gio, GLib

    settings = {}
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def called(_bus, _sender, _path, _interface, method, parameters, invocation):
        if method == "ReadAll":
            invocation.return_value(
                GLib.Variant("(a{sa{sv}})", ({APPEARANCE: settings},)))
            return
        value = settings.get(parameters[1])
        if value is None:
            invocation.return_dbus_error(
                "org.freedesktop.portal.Error.NotFound", "no such setting")
        else:
            boxed = GLib.Variant("v", value) if method == "Read" else value
            invocation.return_value(GLib.Variant("(v)", (boxed,)))

    def asked(_bus, sender, _path, _interface, _method, parameters, invocation):
        options = parameters.unpack()[1]
        handle = (f"/org/freedesktop/portal/desktop/request/"
                  f"{sender[1:].replace('.', '_')}/{options['handle_token']}")
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            print(json.dumps(options), file=file)
        answer = {"background": GLib.Variant("b", True),
                  "autostart": GLib.Variant("b", options["autostart"])}
        bus.emit_signal(sender, handle, REQUEST, "Response", GLib.Variant("(ua{sv})", (0, answer)))
        bus.flush_sync()

    def wanted(_bus, _sender, _path, _interface, _property):
        return GLib.Variant("u", 2)

    def line_came(channel, _condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        key, *values = line.split()
        if key == "accent-color":
            value = GLib.Variant("(ddd)", tuple(map(float, values)))
        else:
            value = GLib.Variant("u", int(values[0]))
        settings[key] = value
        bus.emit_signal(None, PATH, "org.freedesktop.portal.Settings", "SettingChanged",
                        GLib.Variant("(ssv)", (APPEARANCE, key, value)))
        bus.flush_sync()
        print("set", flush=True)
        return True

    node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
    bus.register_object(PATH, node.interfaces[0], called, wanted, None)
    if sys.argv[1:2] == ["--background"]:
        node = Gio.DBusNodeInfo.new_for_xml(BACKGROUND)
        bus.register_object(PATH, node.interfaces[0], asked, None, None)
    loop = GLib.MainLoop()
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, line_came)
    loop.run()


if __name__ == "__main__":
    serve()
