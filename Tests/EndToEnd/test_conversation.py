# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing, sending and reading in Notes to Self."""
from harness import EndToEndCase, wait_until
from harness import screen
from harness.tree import STATE, TYPE_NAME


class Writing(EndToEndCase):
    def test_return_sends_and_the_bubble_shows_it(self):
        martlet = self.start().ready()
        self.picture("empty")
        screen.type_text("Buy strings for the violin")
        self.picture("typed")
        screen.press("Return")
        martlet.wait_for_bubble("You said, Buy strings for the violin")
        self.picture("sent")
        self.assertEqual(martlet.field.text, "", "the field is emptied")
        self.assertTrue(martlet.field.is_focused, "the focus stays in the field")
        self.assertEqual(self.place.messages(), ["Buy strings for the violin"])

    def test_every_enter_key_sends(self):
        martlet = self.start().ready()
        for key in ("Return", "KP_Enter", "ctrl+Return"):
            screen.type_text(f"by {key}")
            screen.press(key)
            martlet.wait_for_bubble(f"You said, by {key}")

    def test_shift_return_breaks_the_line(self):
        martlet = self.start().ready()
        screen.type_text("one")
        screen.press("shift+Return")
        screen.type_text("two")
        wait_until(lambda: martlet.field.text == "one\ntwo", "two lines in the field")
        screen.press("Return")
        wait_until(lambda: self.place.messages() == ["one\ntwo"], "the message on disk")
        wait_until(lambda: martlet.bubbles, "its bubble")
        self.picture("two lines")

    def test_white_space_is_trimmed_and_blank_text_is_never_sent(self):
        martlet = self.start().ready()
        screen.type_text("   ")
        screen.press("Return")
        screen.press("shift+Return", "space", "Return")
        self.assertFalse(martlet.send_button.is_sensitive)
        screen.press("ctrl+a", "BackSpace")
        screen.type_text("  words  ")
        screen.press("Return")
        martlet.wait_for_bubble("You said, words")
        self.assertEqual(self.place.messages(), ["words"])

    def test_send_button_tells_whether_there_is_something_to_send(self):
        martlet = self.start().ready()
        button = martlet.send_button
        self.assertEqual(button.role, "push button")
        self.assertFalse(button.is_sensitive)
        screen.type_text("now")
        wait_until(lambda: button.is_sensitive, "the button to become sensitive")
        self.picture("sensitive")
        button.press()
        martlet.wait_for_bubble("You said, now")
        wait_until(lambda: not button.is_sensitive, "the button to become insensitive")
        wait_until(lambda: martlet.field.is_focused, "the focus back in the field")

    def test_tab_walks_out_of_the_field_and_back(self):
        martlet = self.start().ready()
        martlet.say("something to stand on")
        field = martlet.field
        for key in ("Tab", "shift+Tab"):
            stops = []
            while not stops or stops[-1] != field:
                stops.append(self.next_stop(martlet, key))
                self.assertLess(len(stops), 20, f"{key} leads back to the field")
            names = [f"{stop.role} “{stop.name}”" for stop in stops]
            self.assertGreater(len(stops), 1, f"{key} leaves the field")
            self.assertTrue(all(stop.name for stop in stops), names)
        self.assertEqual(field.text, "", "no tab was written")

    def next_stop(self, martlet, key):
        """Presses a key, and returns what then has the focus."""
        before = martlet.focused
        screen.press(key)
        return wait_until(
            lambda: (now := martlet.focused) and now != before and now,
            f"{key} to move the focus on from {before.role} “{before.name}”")

    def test_field_grows_to_five_lines_and_no_further(self):
        martlet = self.start().ready()
        martlet.say("the last message")
        field, window = martlet.field, martlet.window
        extent = screen.size(window)
        heights = []
        for line in range(1, 9):
            screen.type_text(f"line {line}")
            wait_until(lambda: field.text.endswith(f"line {line}"), "the line")
            self.settle(martlet)
            heights.append(self.visible_height(martlet))
            screen.press("shift+Return")
        self.picture("eight lines")
        self.assertEqual(sorted(heights), heights)
        self.assertLess(heights[0], heights[4])
        self.assertEqual(len(set(heights[5:])), 1, f"from the sixth line on it scrolls: {heights}")
        self.assertEqual(screen.size(window), extent, "the window keeps its size")
        self.assertIn("You said, the last message", martlet.bubbles, "nothing is covered")
        screen.press("ctrl+a", "BackSpace")
        wait_until(lambda: self.visible_height(martlet) == heights[0], "the field to shrink")

    def test_long_words_and_markup_stay_what_they_are(self):
        martlet = self.start().ready()
        window = martlet.window
        extent = screen.size(window)
        for text in ("<b>bold</b> & <a href='x'>link</a>", "w" * 300):
            martlet.say(text)
        self.picture("odd texts")
        self.assertEqual(screen.size(window), extent)

    def visible_height(self, martlet):
        """How far the field reaches up from the bottom of the window."""
        return screen.size(martlet.window)[1] - martlet.field.extents[1]

    def settle(self, martlet):
        """Waits until two looks in a row are the same."""
        last = None
        for _ in range(100):
            now = martlet.field.extents
            if now == last:
                return
            last = now
            screen.frame()


class Reading(EndToEndCase):
    def test_everything_is_there_after_a_restart(self):
        martlet = self.start().ready()
        texts = [f"note {number}" for number in range(1, 6)]
        for text in texts:
            martlet.say(text)
        screen.type_text("half a thought")
        wait_until(lambda: martlet.field.text == "half a thought", "the draft")
        self.assertEqual(martlet.quit(), 0)
        martlet = self.start().ready()
        self.assertEqual(martlet.field.text, "half a thought", "the draft is restored")
        wait_until(lambda: len(martlet.bubbles) == 5, "five bubbles")
        self.assertEqual(martlet.bubbles, [f"You said, {text}" for text in texts])
        self.picture("after the restart")

    def test_opens_at_the_latest_message(self):
        martlet = self.start().ready()
        for number in range(40):
            martlet.say(f"message {number}")
        self.picture("forty")
        martlet.quit()
        martlet = self.start().ready()
        martlet.wait_for_bubble("You said, message 39")
        self.assertNotIn("You said, message 0", martlet.bubbles)
        self.picture("opened at the end")

    def test_list_has_a_role_that_screen_readers_know(self):
        martlet = self.start().ready()
        martlet.say("in a list")
        wait_until(
            lambda: any(
                node.find(start="You said, ") for role in ("list", "log")
                for node in martlet.root.find_all(role=role)),
            "a list or log around the bubbles")

    def test_every_control_has_a_name(self):
        martlet = self.start().ready()
        nameless = [
            node.drawing() for node in martlet.root.everything()
            if node.has(STATE.FOCUSABLE) and node.is_showing and (not node.name or TYPE_NAME.match(node.name))
            and node.role not in ("frame", "window", "filler", "panel")]
        self.assertEqual(nameless, [])
