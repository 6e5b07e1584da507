# SPDX-License-Identifier: GPL-3.0-or-later
"""`kill -9` of the program at any moment while both sides write, seen from both sides."""
import random
import time

from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications
from harness.peer import CLIENT
from harness.proxy import Proxy
from harness.reading import MINE, THEIRS, Reading
from harness.server import PORT
from harness.signin import SignIn


class Kills(Reading, SignIn, EndToEndCase):
    def test_each_message_is_on_both_sides_once_and_in_order(self):
        kills, self.count = (100, 200) if self.full else (3, 20)
        seed = random.randrange(1 << 30) if self.full else 5
        print(f"     seed {seed}", flush=True)
        self.chance = random.Random(seed)
        self.host = self.server()
        martlet = self.talking()
        self.said = 0
        for kill in range(kills):
            typist = self.write(martlet, self.count * (kill + 1) // kills)
            martlet.kill()
            self.started.clear()
            # Ended in the middle, it would leave a key pressed.
            typist.wait()
            self.judge(f"kill {kill}")
            martlet = self.start()
            if self.chance.random() < 0.25:
                # In the middle of coming up and signing in.
                time.sleep(self.chance.uniform(0.05, 0.8))
                martlet.kill()
                self.started.clear()
                self.judge(f"kill {kill}, while it started")
                martlet = self.start()
            self.emptied(martlet)
        self.type_from(self.mine, self.count).wait()
        martlet.say("The end")

        self.bob.hear_text("The end")
        heard = self.heard
        self.assertEqual(heard, [*self.numbered("a"), "The end"])
        wait_until(lambda: len(self.stored(is_mine=False)) == self.count + 1, "all of Bob's", 120)
        self.assertEqual(self.stored(is_mine=False), ["Hello", *self.numbered("b")])
        self.assertEqual(self.stored(is_mine=True), [*self.numbered("a"), "The end"])
        wait_until(lambda: not self.place.query("SELECT 1 FROM message WHERE delivery = 0"),
                   "all to be acknowledged", 120)
        shown = self.all_that_is_shown(martlet, THEIRS + "Hello")
        self.picture("end")
        self.assertEqual(self.texts(shown, MINE), [*self.numbered("a"), "The end"])
        self.assertEqual(self.texts(shown, THEIRS), ["Hello", *self.numbered("b")])

    def test_what_arrived_behind_what_did_not_is_not_sent_again(self):
        """The server sends Bob's message again after the resumption; in the archive it stands before
        the one that it has from here already."""
        self.host = self.server(is_behind_proxy=True)
        proxy = Proxy(self.host.domain, PORT, self.host.address)
        self.addCleanup(proxy.end)
        martlet = self.talking()
        wait_until(lambda: self.place.query(
            "SELECT 1 FROM account_value WHERE key = 'xmpp-session'"), "a session to resume")
        proxy.eats["down"] = True
        self.bob.say(self.address("alice"), "Never got here")
        screen.type_text("Got there")
        screen.press("Return")
        self.bob.hear_text("Got there")
        martlet.kill()
        self.started.clear()
        proxy.eats["down"] = False
        martlet = self.start()
        self.emptied(martlet)
        martlet.wait_for_bubble(THEIRS + "Never got here")
        martlet.say("The end")
        self.bob.hear_text("The end")
        self.assertEqual(self.heard, ["Got there", "The end"])

    def talking(self):
        """Martlet with an account at the server and a conversation with Bob on the screen."""
        self.keyring()
        self.addCleanup(Notifications().end)
        self.host.stop()
        self.host.befriend("alice", "bob")
        self.host.start()
        self.bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        self.bob.say(self.address("alice"), "Hello")
        martlet.find(role="list item", start="bob")
        screen.press("alt+1")
        martlet.wait_for_bubble(THEIRS + "Hello")
        return martlet

    @property
    def heard(self):
        """What came to Bob, as often as it came."""
        return [text for s in self.bob.seen if (text := s.findtext(f"{{{CLIENT}}}body"))]

    def numbered(self, side, count=None):
        return [f"{side}{number}" for number in range(self.count if count is None else count)]

    def write(self, martlet, until):
        """Lets both sides write the messages up to this one, and returns at some moment of that what
        still types."""
        typist = self.type_from(self.mine, until)
        end = time.monotonic() + self.chance.uniform(0, 0.1 + 0.15 * (until - self.mine))
        while self.said < until:
            self.bob.say(self.address("alice"), f"b{self.said}", id=f"b{self.said}")
            self.said += 1
        time.sleep(max(0, end - time.monotonic()))
        return typist

    @staticmethod
    def type_from(first, until):
        return screen.type_lines((f"a{number}" for number in range(first, until)), delay=8)

    @property
    def mine(self):
        """How many messages of this side are on the disk; a person goes on after these."""
        return len(self.stored(is_mine=True))

    def stored(self, is_mine):
        return [body for body, in self.place.query(
            f"SELECT body FROM message WHERE sender IS {'' if is_mine else 'NOT'} NULL "
            "AND body <> '' ORDER BY conversation, position")]

    def judge(self, moment):
        """What is there now is a beginning of what was said, without a hole."""
        mine, theirs = self.stored(is_mine=True), self.stored(is_mine=False)
        self.assertEqual(mine, self.numbered("a", len(mine)), moment)
        self.assertEqual(theirs, ["Hello", *self.numbered("b", len(theirs) - 1)], moment)

    @staticmethod
    def emptied(martlet):
        """Takes back what was typed and not sent before the kill."""
        martlet.ready()
        screen.press("alt+1")
        wait_until(lambda: screen.run("xdotool", "getwindowname", martlet.window).strip() == "bob",
                   "Bob in the window")
        if martlet.field.text:
            screen.press("ctrl+a", "BackSpace")
            wait_until(lambda: not martlet.field.text, "the empty field")
