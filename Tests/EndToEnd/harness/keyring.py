# SPDX-License-Identifier: GPL-3.0-or-later
"""A keyring on the session's bus: GNOME's, with a home of its own."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .waiting import wait_until

PROGRAM = "gnome-keyring-daemon"
NAME = "org.freedesktop.secrets"


class Keyring:
    @staticmethod
    def is_installed():
        return shutil.which(PROGRAM) is not None

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="keyring-", dir=os.environ["MARTLET_SESSION"]))
        environment = {**os.environ, "HOME": str(self.folder),
                       "XDG_DATA_HOME": str(self.folder / "data")}
        self.process = subprocess.Popen(
            [PROGRAM, "--foreground", "--unlock", "--components=secrets",
             f"--control-directory={self.folder / 'control'}"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment)
        # The password of the keyring, which opens it.
        self.process.stdin.write(b"test")
        self.process.stdin.close()
        wait_until(self.is_there, "the keyring on the bus")

    @staticmethod
    def is_there():
        answer = subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
             "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", NAME],
            text=True, capture_output=True)
        return "true" in answer.stdout

    def end(self):
        self.process.kill()
        self.process.wait()
