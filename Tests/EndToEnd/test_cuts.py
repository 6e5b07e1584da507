# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection that breaks again and again, seen on the screen."""
import random
import threading
import time

from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications
from harness.proxy import Proxy
from harness.reading import MINE, THEIRS, Reading
from harness.server import PORT
from harness.signin import SignIn

CLIENT = "jabber:client"


class Cuts(Reading, SignIn, EndToEndCase):
    def setUp(self):
        super().setUp()
        self.host = self.server(is_behind_proxy=True)
        self.host.stop()
        self.host.befriend("alice", "bob")
        self.host.start()
        self.proxy = Proxy(self.host.domain, PORT, self.host.address)
        self.addCleanup(self.proxy.end)

    def test_each_message_is_on_the_screen_once_and_in_order(self):
        cuts, count = (500, 5000) if self.full else (3, 20)
        self.keyring()
        notifications = Notifications()
        self.addCleanup(notifications.end)
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        bob.say(self.address("alice"), "Hello")
        martlet.find(role="list item", start="bob")
        screen.press("alt+1")
        martlet.wait_for_bubble("They said, Hello")

        vandal = threading.Thread(target=self.vandalize, args=(cuts,))
        vandal.start()
        for number in range(count):
            bob.say(self.address("alice"), f"b{number}", id=f"b{number}")
            self.assertEqual(
                self.run_to_end("send", self.address("bob"), f"a{number}")[0], 0)
        vandal.join()
        self.assertEqual(self.cuts, cuts)

        heard = [bob.hear(lambda s: s.findtext(f"{{{CLIENT}}}body"), f"a{number}", patience=120)
                 .findtext(f"{{{CLIENT}}}body") for number in range(count)]
        self.assertEqual(heard, [f"a{number}" for number in range(count)])
        wait_until(lambda: len(self.place.messages()) == 2 * count + 1, "all to be stored", 120)
        wait_until(lambda: not self.place.query("SELECT 1 FROM message WHERE delivery = 0"),
                   "all to be acknowledged", 120)

        shown = self.all_that_is_shown(martlet, THEIRS + "Hello")
        self.picture("end")
        self.assertEqual(self.texts(shown, MINE), [f"a{number}" for number in range(count)])
        self.assertEqual(
            self.texts(shown, THEIRS), ["Hello", *(f"b{number}" for number in range(count))])
        # Nobody was told anything twice in the end.
        self.assertEqual([s for s in list(bob.stanzas.queue) if s.findtext(f"{{{CLIENT}}}body")], [])

    def vandalize(self, cuts):
        """Breaks the connection in one of its ways, each time that there is one."""
        generator = random.Random(None if self.full else 5)
        self.cuts = 0
        while self.cuts < cuts:
            wait_until(lambda: self.proxy.pairs, "a connection", 120)
            time.sleep(generator.uniform(0.05, 0.6))
            way = generator.randrange(4)
            if way == 0:
                self.proxy.half_close()
            elif way < 3:
                self.proxy.eats["up" if way == 1 else "down"] = True
                time.sleep(0.1)
            if self.proxy.cut():
                self.cuts += 1
            self.proxy.eats = {"up": False, "down": False}
