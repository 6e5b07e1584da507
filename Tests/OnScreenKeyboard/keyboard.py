# SPDX-License-Identifier: GPL-3.0-or-later
"""What Martlet does with the on-screen keyboard. Run by Tests/OnScreenKeyboard/run."""
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

PLACE = Path(os.environ["PLACE"])
sys.path.insert(0, str(PLACE))
sys.dont_write_bytecode = True
from harness import tree  # noqa: E402
from harness.waiting import wait_until  # noqa: E402

PROGRAM = PLACE / "martlet"
MESSAGES = [f"message {number}" for number in range(40)]
# Bits of zwp_text_input_v3.content_hint, and its purpose.
COMPLETION, SPELLCHECK, CAPITALS, MULTILINE, NORMAL = 0x1, 0x2, 0x4, 0x200, 0


def run(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def osk(method, *arguments):
    return run("gdbus", "call", "--session", "--dest", "sm.puri.OSK0",
               "--object-path", "/sm/puri/OSK0", "--method", method, *arguments)


def keyboard_is_visible():
    return "true" in osk(
        "org.freedesktop.DBus.Properties.Get", "sm.puri.OSK0", "Visible")


def window_height():
    """Of Martlet's window, as the compositor has it; 0 where there is none."""
    def nodes(node):
        yield node
        for child in node["nodes"] + node["floating_nodes"]:
            yield from nodes(child)
    tree = json.loads(run("swaymsg", "-t", "get_tree"))
    return next((node["rect"]["height"] for node in nodes(tree) if node.get("pid")), 0)


OUTPUT = ("output", "HEADLESS-1")
SCREEN = 800  # pixels, as the sway configuration has it


class Keyboard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for message in MESSAGES:
            run(PROGRAM, "send", "notes", message)

    def setUp(self):
        self.steps = 0
        self.log = open(PLACE / "martlet.log", "w+")
        self.martlet = subprocess.Popen(
            [PROGRAM], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**os.environ, "WAYLAND_DEBUG": "client"})
        self.root = wait_until(lambda: tree.application(self.martlet.pid), "Martlet")
        self.field = wait_until(lambda: self.root.find("text", "Message"), "the field")
        wait_until(lambda: self.field.is_focused, "the focus in the field")

    def tearDown(self):
        self.martlet.kill()
        self.martlet.wait()
        self.log.close()

    def picture(self, name):
        self.steps += 1
        run("grim", str(PLACE / f"pictures/{self.steps}-{name}.png"))

    @property
    def said(self):
        return (PLACE / "martlet.log").read_text(errors="replace")

    def settled(self):
        """Where field and last message are, once two looks in a row are the same."""
        def look():
            last = self.root.find(name=f"You said, {MESSAGES[-1]}")
            return (window_height(), self.field.extents, last and last.extents)
        places = look()
        def same():
            nonlocal places
            before, places = places, look()
            return before == places
        wait_until(same, "the window to settle")
        return places

    def shown(self, visible):
        wait_until(lambda: keyboard_is_visible() == visible, f"the keyboard: {visible}")
        wait_until(lambda: (window_height() == SCREEN) != visible, "the window to follow it")
        return self.settled()

    def assert_pinned(self, places, distance=None):
        """The last message stands right above the field, and the field within the window."""
        height, field, last = places
        self.assertIsNotNone(last, "the last message is in view")
        self.assertLessEqual(field[1] + field[3], height, "the field is within the window")
        gap = field[1] - (last[1] + last[3])
        self.assertGreaterEqual(gap, 0, "the bar covers nothing")
        if distance is not None:
            self.assertEqual(gap, distance, "the list keeps its end")
        return gap

    def test_bar_rises_with_the_keyboard_and_the_list_stays(self):
        # It comes by itself: the field has the focus.
        with_keyboard = self.shown(True)
        self.picture("with")
        gap = self.assert_pinned(with_keyboard)
        self.assertLess(with_keyboard[0], SCREEN - 100, "the keyboard takes its room")

        osk("sm.puri.OSK0.SetVisible", "false")
        without = self.shown(False)
        self.picture("hidden")
        self.assert_pinned(without, gap)
        self.assertEqual(
            without[1][1] - with_keyboard[1][1], SCREEN - with_keyboard[0],
            "the field moves as far as the edge of the window does")

        osk("sm.puri.OSK0.SetVisible", "true")
        self.assertEqual(self.shown(True), with_keyboard, "up again, to where it was")
        self.picture("again")

    def test_item_of_the_toolbar_hides_it_and_leaves_the_field(self):
        self.shown(True)
        button = wait_until(lambda: self.root.find(name="Hide Keyboard"), "the item")
        button.press()
        self.assert_pinned(self.shown(False))
        self.assertFalse(self.field.is_focused, "the field is left")
        self.picture("dismissed")

    def test_keyboard_is_told_what_is_typed(self):
        self.shown(True)
        told = re.findall(r"set_content_type\((\d+), (\d+)\)", self.said)
        self.assertTrue(told, "what is typed is told")
        hints, purpose = map(int, told[-1])
        self.assertEqual(purpose, NORMAL)
        for name, hint in (("completion", COMPLETION), ("spelling", SPELLCHECK),
                           ("capitals", CAPITALS)):
            self.assertTrue(hints & hint, name)

    def test_at_one_and_a_half_times_the_size_all_is_where_it_was(self):
        def sizes(places):
            return [(left, width, height) for left, _, width, height in places[1:]]
        places = self.shown(True)
        gap = self.assert_pinned(places)
        # As much room as before, on more pixels. GTK draws for twice the size, sharper than asked
        # for; it is the compositor that makes it smaller. The keyboard takes another height.
        self.addCleanup(run, "swaymsg", *OUTPUT, "resolution", "480x800", "scale", "1")
        run("swaymsg", *OUTPUT, "resolution", "720x1200", "scale", "1.5")
        wait_until(lambda: "set_buffer_scale(2)" in self.said, "the window to be drawn larger")
        larger = self.settled()
        self.assert_pinned(larger, gap)
        self.assertEqual(sizes(larger), sizes(places))
        self.picture("one-and-a-half")


class Lines(unittest.TestResult):
    """One line a test, as scripts/test counts them."""

    def addSuccess(self, test):
        print("ok  ", test.id(), flush=True)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.failed(test, self.failures[-1][1])

    def addError(self, test, error):
        super().addError(test, error)
        self.failed(test, self.errors[-1][1])

    def failed(self, test, why):
        test.picture(f"failed-{test._testMethodName}")
        print("FAIL", test.id(), flush=True)
        print(why, "\n".join(test.said.splitlines()[-20:]), flush=True)


result = Lines()
unittest.defaultTestLoader.loadTestsFromTestCase(Keyboard).run(result)
sys.exit(0 if result.wasSuccessful() else 1)
