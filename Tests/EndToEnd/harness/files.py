# SPDX-License-Identifier: GPL-3.0-or-later
"""Dialogs for files; for a test case."""
import time

from . import screen
from .waiting import wait_until
from .windows import at_rest


class Files:
    def choose(self, martlet, path):
        """Types a path into the dialog for files that opens now."""
        def dialog():
            return next((window for window in screen.windows(martlet.pid)
                         if screen.size(window) != (0, 0) and window not in self.before), None)
        window = wait_until(dialog, "the dialog for files")
        at_rest(window)
        wait_until(lambda: screen.active_window() == window, "the dialog in front")
        screen.press("ctrl+a")
        screen.type_text(str(path))
        at_rest(window)
        self.picture("file")

        def is_gone():
            # Return may only have closed the list that completes the path, when that was open.
            if screen.active_window() == window:
                screen.press("Return")
            deadline = time.monotonic() + 3
            while window in screen.windows(martlet.pid):
                if time.monotonic() > deadline:
                    return False
                time.sleep(0.05)
            return True
        wait_until(is_gone, "the dialog to go")

    def press(self, martlet, name):
        self.before = set(screen.windows(martlet.pid))
        martlet.find("push button", name).press()
