# SPDX-License-Identifier: GPL-3.0-or-later
"""A notification service that keeps what it was told.

As a module it starts itself as a process of its own; as a program it is that process. It writes a
line of JSON for each call, and reads "click ID TOKEN" and "reply ID TEXT".
"""
import json
import queue
import subprocess
import sys
import threading

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = """
<node><interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation">
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/></method>
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
    <arg type="u" direction="out"/></method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  <signal name="ActivationToken"><arg type="u"/><arg type="s"/></signal>
  <signal name="NotificationReplied"><arg type="u"/><arg type="s"/></signal>
</interface></node>
"""


class Notifications:
    """`capabilities`: what the service says that it can do."""

    def __init__(self, *capabilities):
        self.process = subprocess.Popen(
            [sys.executable, __file__, *capabilities], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.calls = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.calls.put(json.loads(line))

    def next(self, timeout=60):
        """The next call: a dictionary with "call", "id", "title", "body", …"""
        try:
            return self.calls.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError("no notification came") from None

    @property
    def is_silent(self):
        """Whether nothing has come that was not taken by `next`."""
        return self.calls.empty()

    def click(self, number, token=""):
        """`token`: what allows the program to come to the front."""
        print("click", number, token, file=self.process.stdin, flush=True)

    def reply(self, number, text):
        print("reply", number, text, file=self.process.stdin, flush=True)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdin.close()
        self.process.stdout.close()


def serve(capabilities):
    from gi.repository import Gio, GLib

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    last = 0

    def called(_bus, _sender, _path, _interface, method, parameters, invocation):
        nonlocal last
        if method == "GetCapabilities":
            invocation.return_value(GLib.Variant("(as)", (capabilities,)))
        elif method == "GetServerInformation":
            invocation.return_value(GLib.Variant("(ssss)", ("test", "test", "1", "1.2")))
        elif method == "Notify":
            app, replaces, icon, title, body, actions, hints, timeout = parameters.unpack()
            last = replaces or last + 1
            invocation.return_value(GLib.Variant("(u)", (last,)))
            print(json.dumps({
                "call": "notify", "id": last, "replaces": replaces, "app": app, "title": title,
                "body": body, "actions": actions, "hints": sorted(hints)}), flush=True)
        elif method == "CloseNotification":
            invocation.return_value(None)
            print(json.dumps({"call": "close", "id": parameters.unpack()[0]}), flush=True)

    def line_came(_channel, _condition):
        words = sys.stdin.readline().rstrip("\n").split(" ", 2)
        if len(words) < 3:
            loop.quit()
            return False
        command, number, text = words
        if command == "reply":
            tell("NotificationReplied", int(number), text)
        else:
            if text:
                tell("ActivationToken", int(number), text)
            tell("ActionInvoked", int(number), "default")
        return True

    def tell(signal, number, text):
        bus.emit_signal(None, PATH, NAME, signal, GLib.Variant("(us)", (number, text)))
        bus.flush_sync()

    node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
    bus.register_object(PATH, node.interfaces[0], called, None, None)
    loop = GLib.MainLoop()
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, line_came)
    loop.run()


if __name__ == "__main__":
    serve(sys.argv[1:])
