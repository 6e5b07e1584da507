# SPDX-License-Identifier: GPL-3.0-or-later
"""`kill -9` while text is typed and sent: what was shown is there, nothing twice."""
import random
import time

from harness import EndToEndCase, wait_until
from harness import screen

# How far the draft may be behind what was typed, and the time the commit itself may take on a
# busy machine; seconds.
DRAFT_LAG = 0.5
COMMIT = 0.4
SPOKEN = "You said, "


class PowerCut(EndToEndCase):
    def test_what_was_shown_is_there_after_kill(self):
        kills = 200 if self.full else 12
        # A fixed seed, named in each failure: a failure can be had again.
        seed = random.randrange(1 << 30)
        chance = random.Random(seed)
        shown = set()
        number = 0
        for kill in range(kills):
            with self.subTest(kill=kill, seed=seed):
                martlet = self.start().ready()
                if martlet.field.text:
                    screen.press("ctrl+a", "BackSpace")
                script = []
                for _ in range(40):
                    number += 1
                    script.append(f"m{number} " + "ab cd "[: chance.randrange(6)].strip())
                drafts = self.storm(martlet, script, chance.uniform(0.3, 2.5), shown)
                self.judge(shown, drafts)
                self.started.clear()
        self.assertGreater(len(shown), 5 * kills, "there was something to lose")

    def storm(self, martlet, script, until_kill, shown):
        """Types and sends; kills after `until_kill` seconds. Notes every bubble in `shown`, and
        returns what stood in the field: (seconds before the kill, text)."""
        typist = screen.type_lines(script, delay=8)
        field = martlet.field
        looks = []
        end = time.monotonic() + until_kill
        while time.monotonic() < end:
            now = time.monotonic()
            text = field.text
            looks.append((now, text))
            shown.update(b.removeprefix(SPOKEN) for b in martlet.bubbles if b.startswith(SPOKEN))
        martlet.kill()
        killed = time.monotonic()
        screen.stop_typing(typist, script)
        return [(killed - moment, text) for moment, text in looks]

    def judge(self, shown, looks):
        stored = self.place.messages()
        twice = {message for message in stored if stored.count(message) > 1}
        self.assertEqual(twice, set(), "no message is there twice")
        self.assertEqual(shown - set(stored), set(), "what was shown is on disk")
        drafts = [row[0] for row in self.place.query("SELECT text FROM draft")]
        draft = drafts[0] if drafts else ""
        self.assertNotIn(draft.strip(), stored, "what was sent is not a draft any more")
        old_enough = [text for age, text in looks if age > DRAFT_LAG + COMMIT]
        if old_enough and old_enough[-1].strip():
            expected = old_enough[-1]
            kept = draft.startswith(expected) or any(
                message.startswith(expected.strip()) for message in stored)
            self.assertTrue(kept, f"typed {expected!r}, kept {draft!r}")

    def test_everything_shown_is_shown_again(self):
        martlet = self.start().ready()
        for number in range(6):
            martlet.say(f"before the cut {number}")
        martlet.kill()
        martlet = self.start().ready()
        wait_until(lambda: len(martlet.bubbles) == 6, "six bubbles")
        self.assertEqual(
            martlet.bubbles, [f"{SPOKEN}before the cut {number}" for number in range(6)])
