# SPDX-License-Identifier: GPL-3.0-or-later
"""What every end-to-end test starts from."""
import os
import shutil
import signal
import subprocess
import unittest
from pathlib import Path

from . import screen
from .app import PROGRAM, ROOT, Martlet, Place
from .keyring import Keyring
from .peer import Peer
from .portal import Portal
from .server import Server
from .waiting import wait_until

PICTURES = Path(__file__).resolve().parent.parent / "pictures"


class EndToEndCase(unittest.TestCase):
    """Gives each test a place of its own, and ends what it started."""

    # The long form of a test: what takes minutes.
    full = bool(os.environ.get("MARTLET_FULL"))

    def setUp(self):
        self.place = Place()
        self.started = []
        self.steps = 0

    def tearDown(self):
        complaints = [line for martlet in self.started for line in martlet.complaints]
        for martlet in self.started:
            martlet.end()
        self.doCleanups()
        # Else the next start would hand itself over to one that is going.
        wait_until(lambda: not self.name_is_owned(), "the name on the bus to be free")
        self.assertEqual(complaints, [], "Martlet complained")

    def start(self, *arguments, place=None, program=None, **environment):
        """Starts Martlet; it is ended with the test."""
        martlet = Martlet(place or self.place, *arguments, program=program, **environment)
        self.started.append(martlet)
        return martlet

    def installed(self):
        """The program laid out as it is installed, with its translations beside it."""
        prefix = self.place.folder / "prefix"
        (prefix / "bin").mkdir(parents=True)
        for language in (ROOT / "po/LINGUAS").read_text().split():
            folder = prefix / "share/locale" / language / "LC_MESSAGES"
            folder.mkdir(parents=True)
            subprocess.run(
                ["msgfmt", f"--output-file={folder / 'martlet.mo'}", ROOT / f"po/{language}.po"],
                check=True)
        return shutil.copy(PROGRAM, prefix / "bin/martlet")

    def run_to_end(self, *arguments, **environment):
        """Runs Martlet as a command: exit status, standard output, standard error."""
        result = subprocess.run(
            [PROGRAM, *arguments], stdin=subprocess.DEVNULL, text=True, capture_output=True,
            timeout=60, env={**os.environ, **self.place.environment, **environment})
        return result.returncode, result.stdout, result.stderr

    def make_activatable(self):
        """Lets the bus start the program, in this test's place, as its service file does."""
        service = Path(os.environ["MARTLET_SESSION"]) / "services/im.martlet.Martlet.service"
        service.write_text(
            f"[D-BUS Service]\nName=im.martlet.Martlet\nExec={PROGRAM} --gapplication-service\n")
        self.addCleanup(service.unlink)
        values = ", ".join(f"'{k}': '{v}'" for k, v in self.place.environment.items())
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        self.bus_call(*bus, "org.freedesktop.DBus.UpdateActivationEnvironment", f"{{{values}}}")
        self.bus_call(*bus, "org.freedesktop.DBus.ReloadConfig")

    def activated(self):
        """The number of the process that the bus has started; it is ended with the test."""
        pid = int(self.bus_call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus",
            "org.freedesktop.DBus.GetConnectionUnixProcessID",
            "im.martlet.Martlet").split()[1].strip(",)"))

        def end():
            if self.name_is_owned():
                os.kill(pid, signal.SIGTERM)
            wait_until(lambda: not self.name_is_owned(), "its end")
        self.addCleanup(end)
        return pid

    @staticmethod
    def bus_call(name, path, method, *arguments):
        return subprocess.run(
            ["gdbus", "call", "--session", "--dest", name, "--object-path", path,
             "--method", method, *arguments],
            text=True, capture_output=True, check=True).stdout

    def portal(self, **settings):
        """A settings portal on the session bus, for as long as the test runs."""
        portal = Portal(**settings)
        self.addCleanup(portal.end)
        return portal

    def server(self, **options):
        """A server, for as long as the test runs."""
        if not Server.is_installed():
            self.skipTest("Prosody is not installed (Debian: prosody)")
        server = Server(**options)
        self.addCleanup(server.stop)
        return server

    def keyring(self):
        """A keyring on the session bus, for as long as the test runs."""
        if not Keyring.is_installed():
            self.skipTest("no keyring is installed (Debian: gnome-keyring)")
        keyring = Keyring()
        self.addCleanup(keyring.end)
        return keyring

    def peer(self, server, user):
        """Somebody who is signed in to the server."""
        peer = Peer(server, user)
        self.addCleanup(peer.end)
        return peer

    def picture(self, step, window="root"):
        """Keeps a picture of this step, and returns its path."""
        self.steps += 1
        name = self.id().split(".", 1)[1].replace(".test_", "-")
        path = PICTURES / f"{name}-{self.steps:02}-{step.replace(' ', '-')}.png"
        screen.picture(path, window)
        return path

    @staticmethod
    def name_is_owned(name="im.martlet.Martlet"):
        answer = subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus",
             "--object-path", "/org/freedesktop/DBus",
             "--method", "org.freedesktop.DBus.NameHasOwner", name],
            text=True, capture_output=True, check=True)
        return "true" in answer.stdout
