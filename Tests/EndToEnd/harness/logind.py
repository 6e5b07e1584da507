# SPDX-License-Identifier: GPL-3.0-or-later
"""A system bus of a test's own, with somebody on it who plays logind.

As a module it starts both as processes; as a program it is the player, and reads one word a line:
"sleep" or "wake".
"""
import os
import subprocess
import sys

NAME = "org.freedesktop.login1"
PATH = "/org/freedesktop/login1"


class Logind:
    def __init__(self):
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = self.bus.stdout.readline().strip()
        self.player = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **self.environment})
        self.player.stdout.readline()

    @property
    def environment(self):
        return {"DBUS_SYSTEM_BUS_ADDRESS": self.address}

    def say(self, word):
        print(word, file=self.player.stdin, flush=True)
        self.player.stdout.readline()

    def end(self):
        for process in (self.player, self.bus):
            process.kill()
            process.wait()
            process.stdout.close()
        self.player.stdin.close()


def serve():
    from gi.repository import Gio, GLib

    bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)

    def line_came(_channel, _condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        bus.emit_signal(None, PATH, NAME + ".Manager", "PrepareForSleep",
                        GLib.Variant("(b)", (line.strip() == "sleep",)))
        bus.flush_sync()
        print("said", flush=True)
        return True

    loop = GLib.MainLoop()
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, line_came)
    loop.run()


if __name__ == "__main__":
    serve()
