# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of messages in the real window: where it opens, selecting with the pointer, its width."""
import json
import subprocess
from datetime import datetime, timedelta, timezone

from harness import EndToEndCase, screen, wait_until
from harness.app import Place

BO = {"address": "bo@example.net", "name": "Bo"}
# Nothing to break a line at (case 056-T11).
UNBREAKABLE = ["?" * 300, "a" * 300, "https://example.org/" + "a" * 1980, "\u00a0" * 300 + "|",
               "\u2550" * 300]


class TheList(EndToEndCase):
    def fill(self, bodies, unread=0, title="Bo"):
        """A conversation with Bo in which these were said by turns, and nothing else."""
        now = datetime.now(timezone.utc)

        def moment(minutes):
            return (now - timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S.000000Z")

        messages = [
            {"position": number, "time": moment(len(bodies) - number), "body": body,
             "sender": "me" if number % 2 else BO, "delivery": "sent" if number % 2 else "received"}
            for number, body in enumerate(bodies, 1)]
        file = self.place.folder / "filled.json"
        file.write_text(json.dumps({
            "format": "im.martlet.archive", "version": 1, "exported": moment(0),
            "accounts": [{"address": "ana@localhost", "name": "Ana"}],
            "conversations": [{
                "account": "ana@localhost", "kind": "direct", "address": BO["address"],
                "title": title, "readUpTo": len(bodies) - unread, "messages": messages}]}))
        self.assertEqual(self.run_to_end("import", str(file))[0], 0)

    def open(self, wanted):
        """Starts and opens the conversation with the keyboard."""
        martlet = self.start().ready()
        screen.press("alt+2")
        martlet.wait_for_bubble(wanted)
        return martlet

    def places(self, martlet):
        """Where each bubble in view is, in the window."""
        last = None

        def at_rest():
            nonlocal last
            now = {node.name: node.extents for node in martlet.root.everything()
                   if node.name.startswith(("You said, ", "They said, "))}
            before, last = last, now
            screen.frame()
            return now and now == before and now
        return wait_until(at_rest, "the list to come to rest")

    def test_the_place_that_was_read_is_there_after_a_restart(self):
        texts = [f"number {n}" + " and more words" * (n * 7 % 23) for n in range(1, 301)]
        self.fill(texts)
        martlet = self.open(f"They said, {texts[-1]}")
        before = self.places(martlet)
        for page in range(3):
            last = before
            screen.press("Prior")
            before = wait_until(lambda: (now := self.places(martlet)) != last and now, "a page")
        self.picture("read")
        martlet.quit()
        martlet = self.start().ready()
        after = self.places(martlet)
        self.picture("read again")
        self.assertEqual(after, before)

    def test_opens_at_the_first_unread_message(self):
        self.fill([f"number {n}" for n in range(1, 301)], unread=60)
        martlet = self.start().ready()
        screen.press("alt+2")
        # The first that Bo said after what was read.
        martlet.wait_for_bubble("They said, number 242")
        places = self.places(martlet)
        self.picture("first unread")
        line = martlet.find(name="New messages").extents[1]
        top = martlet.find(role="list", name="Messages").extents[1]
        self.assertEqual(line, top, "the line stands at the top edge")
        below = min((place[1], name) for name, place in places.items() if place[1] > line)
        self.assertEqual(below[1], "They said, number 242")

    def test_dragging_selects_over_several_messages_and_copies(self):
        self.fill([f"word{n} and more" for n in range(1, 41)])
        martlet = self.open("They said, word40 and more")
        places = self.places(martlet)

        def pointer(name, into, *more):
            """Moves to the only line of a message: so far from the start of its row."""
            x, y, _, height = places[name]
            screen.run("xdotool", "mousemove", "--window", martlet.window, str(x + into),
                       str(y + height - 14), *more)

        # Behind the picture, the margins and the first letter.
        pointer("They said, word36 and more", 74, "mousedown", "1")
        for name in ("You said, word37 and more", "They said, word38 and more"):
            pointer(name, 400)
            screen.frame()
        screen.run("xdotool", "mouseup", "1")
        self.picture("selected")
        screen.press("ctrl+c")

        def clipboard():
            return subprocess.run(["xclip", "-selection", "clipboard", "-o"],
                                  text=True, capture_output=True).stdout
        wait_until(lambda: "word38" in clipboard(), "the messages on the clipboard")
        first, *others = clipboard().splitlines()
        self.assertTrue(first.endswith("and more") and not first.startswith("word36"), first)
        self.assertEqual(others, ["word37 and more", "word38 and more"])

    def test_what_is_said_never_widens_the_window(self):
        """Case 056-T11."""
        def narrowest(wanted):
            martlet = self.open(wanted)
            before = screen.size(martlet.window)[0]
            screen.run("xdotool", "windowsize", martlet.window, "100", "600")
            wait_until(lambda: screen.size(martlet.window)[0] < before, "a narrow window")
            self.places(martlet)
            self.picture("narrow")
            width = screen.size(martlet.window)[0]
            for name, (_, _, extent, _) in self.places(martlet).items():
                self.assertLess(extent, width, name)
            martlet.quit()
            return width

        self.fill(["short"])
        width = narrowest("You said, short")
        self.place = Place()
        self.fill(UNBREAKABLE * 2, title="Wide" * 100)
        self.assertEqual(narrowest(f"They said, {UNBREAKABLE[-1]}"), width)
