# SPDX-License-Identifier: GPL-3.0-or-later
"""Martlet as a process with a window."""
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from . import screen, tree
from .waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("MARTLET", str(ROOT / ".build/debug/martlet"))
# Words of GLib and GTK that mean a mistake of the program.
COMPLAINT = re.compile(r"(CRITICAL|WARNING|ERROR) \*\*|Fatal error|\bassertion\b")


class Place:
    """A home of its own for one user: folders that outlive a start of the program."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="place-", dir=os.environ["MARTLET_SESSION"]))
        self.data = self.folder / "data" / "martlet"
        self.state = self.folder / "state" / "martlet"
        self.config = self.folder / "config"
        # The settings of the session (no blinking caret, …) hold here, too.
        shutil.copytree(os.environ["XDG_CONFIG_HOME"], self.config)

    @property
    def database(self):
        return self.data / "martlet.db"

    @property
    def environment(self):
        return {
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.config),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
        }

    def write(self):
        """A connection that may change the database; only while no program has it."""
        return sqlite3.connect(self.database, isolation_level=None)

    def query(self, sql, *values):
        """Rows of the database, read while the program may be running."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def messages(self):
        """The texts on disk, in their order."""
        return [row[0] for row in self.query("SELECT body FROM message ORDER BY position")]


class Martlet:
    """One start of the program."""

    def __init__(self, place, *arguments, program=None, **environment):
        self.place = place
        self.log = tempfile.NamedTemporaryFile(
            "w+", prefix="log-", dir=place.folder, delete=False, errors="replace")
        self.process = subprocess.Popen(
            [program or PROGRAM, *arguments], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log,
            env={**os.environ, **place.environment, **environment})
        self._root = None

    @property
    def pid(self):
        return self.process.pid

    @property
    def said(self):
        """What the program wrote to its outputs."""
        return Path(self.log.name).read_text(errors="replace")

    @property
    def complaints(self):
        return [line for line in self.said.splitlines() if COMPLAINT.search(line)]

    # -- its window ----------------------------------------------------------------------------

    @property
    def root(self):
        """The accessibility tree, once there is one."""
        def there():
            if self.process.poll() is not None:
                raise AssertionError(
                    f"Martlet ended with status {self.process.returncode}: {self.said[-2000:]}")
            return tree.application(self.pid)
        if self._root is None:
            self._root = wait_until(there, "Martlet in the accessibility tree")
        return self._root

    def find(self, role=None, name=None, start=None):
        """The object once it is there."""
        root = self.root
        try:
            return wait_until(
                lambda: root.find(role, name, start), f"{role or 'object'} “{name or start}”")
        except AssertionError as failure:
            raise AssertionError(f"{failure}; there is:\n{root.drawing()}") from None

    def ready(self):
        """Waits until the field has the focus, and returns this."""
        self.window
        field = self.field
        wait_until(lambda: field.is_focused, "the focus in the field")
        return self

    @property
    def window(self):
        """The X window."""
        return wait_until(lambda: screen.windows(self.pid), "a window")[-1]

    @property
    def field(self):
        return self.find(role="text", name="Message")

    @property
    def focused(self):
        """What has the focus; the innermost of what says so."""
        return next(
            (node for node in reversed(list(self.root.everything())) if node.is_focused), None)

    @property
    def send_button(self):
        return self.find(name="Send message")

    @property
    def bubbles(self):
        """What is spoken for each message in view, top down."""
        return [node.name for node in self.root.everything()
                if node.name.startswith(("You said, ", "They said, "))]

    @property
    def words(self):
        """All that can be read in the window."""
        return " ".join(f"{node.name} {node.description}" for node in self.root.everything())

    def wait_for_bubble(self, spoken):
        try:
            wait_until(lambda: spoken in self.bubbles, f"the bubble “{spoken}”")
        except AssertionError as failure:
            raise AssertionError(f"{failure}; there is:\n{self.root.drawing()}") from None

    def open_menu(self, of, key="shift+Tab"):
        """Opens by keys the menu of a button that stands for what can be done with something."""
        # GTK's menu buttons are a button in another of the same name.
        button = self.find(name=f"What to do with {of}").children[0]

        def has_focus():
            screen.press(key)
            screen.frame()
            return button.is_focused
        wait_until(has_focus, "the keys to reach the button")
        screen.press("space")

    def say(self, text):
        """Types a message and presses Return."""
        screen.type_text(text)
        field = self.field
        wait_until(lambda: field.text == text, f"“{text}” in the field")
        screen.press("Return")
        self.wait_for_bubble(f"You said, {text}")

    # -- its end -------------------------------------------------------------------------------

    def wait(self):
        """The exit status, once it has ended by itself."""
        return wait_until(lambda: self.process.poll() is not None, "the end of Martlet") and \
            self.process.returncode

    def quit(self):
        screen.press("ctrl+q")
        return self.wait()

    def kill(self):
        """A power cut, as far as the program can tell."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        if self.process.poll() is None:
            self.kill()
        self.log.close()
