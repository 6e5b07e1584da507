# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in on the screen; for a test case whose server is `host`."""
from . import screen
from .waiting import wait_until


class SignIn:
    def address(self, user):
        return f"{user}@{self.host.domain}"

    def fill(self, martlet, password, address=None):
        """Fills the dialog by keys alone, and presses Return."""
        wait_until(lambda: (now := martlet.focused) and now.role in ("text", "password text"),
                   "the focus in the dialog")
        if address:
            screen.type_text(address)
            screen.press("Tab")
        screen.type_text(password)
        screen.press("Return")

    def add(self, martlet, user="alice"):
        martlet.find(role="push button", name="Add an Account").press()
        martlet.find(name="Address")
        self.fill(martlet, f"{user}-pw", self.address(user))
        martlet.find(start="Is this really")
        self.picture("certificate")
        martlet.find(role="push button", name="Trust This Server").press()
        self.closed(martlet)

    def closed(self, martlet):
        wait_until(lambda: len(screen.windows(martlet.pid)) == 1, "the dialog to close")
