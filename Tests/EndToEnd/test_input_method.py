# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing through a real input method: ibus with its Hangul engine."""
import os
import subprocess

from harness import EndToEndCase, wait_until
from harness import screen

# It begins with Hangul, so that no switch has to be pressed. Keys that it does not want it leaves to
# the program: those that it would send back by itself are lost in ibus's module for GTK 4, whatever
# the program (ibus 1.5.27, _ibus_context_forward_key_event_cb).
SETTINGS = """[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'
use-event-forwarding=false
"""


class Hangul(EndToEndCase):
    def setUp(self):
        super().setUp()
        settings = self.place.config / "glib-2.0/settings"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "keyfile").write_text(SETTINGS)
        self.environment = {**os.environ, **self.place.environment}
        self.daemon = subprocess.Popen(
            ["ibus-daemon", "--panel=disable", "--emoji-extension=disable"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.environment)
        self.addCleanup(self.end)
        self.addCleanup(lambda: [martlet.end() for martlet in self.started])
        wait_until(lambda: self.ibus("address") not in ("", "(null)"), "ibus")
        self.martlet = self.start(GTK_IM_MODULE="ibus").ready()
        # The engine is that of the window with the focus, which has to have come to ibus first.
        def is_hangul():
            self.ibus("engine", "hangul")
            return self.ibus("engine") == "hangul"
        wait_until(is_hangul, "the engine")

    def end(self):
        self.daemon.terminate()
        self.daemon.wait()

    def ibus(self, *arguments):
        result = subprocess.run(
            ["ibus", *arguments], text=True, capture_output=True, env=self.environment)
        return result.stdout.strip()

    def test_return_ends_the_syllable_and_sends_it_whole(self):
        for key in "gksrmf":
            screen.press(key)
        wait_until(lambda: self.martlet.field.text == "한", "the first syllable in the field")
        self.assertEqual(self.place.messages(), [])
        self.picture("half composed")
        screen.press("Return")
        self.martlet.wait_for_bubble("You said, 한글")
        self.assertEqual(self.place.messages(), ["한글"])
        self.assertEqual(self.martlet.field.text, "", "nothing of it is left")

    def test_return_that_takes_a_candidate_does_not_send(self):
        for key in ("g", "k", "s", "F9"):
            screen.press(key)
        screen.frame()
        screen.press("Return")
        text = wait_until(lambda: self.martlet.field.text, "the candidate in the field")
        self.assertTrue("\u4e00" <= text <= "\u9fff", f"a Chinese character for 한: {text}")
        self.assertEqual(self.place.messages(), [], "nothing was sent")
        self.picture("converted")
        screen.press("Return")
        self.martlet.wait_for_bubble(f"You said, {text}")
        self.assertEqual(self.place.messages(), [text])

    def test_shift_return_breaks_the_line_behind_the_syllable(self):
        for key in ("g", "k", "s", "shift+Return", "r", "m", "f", "space"):
            screen.press(key)
        wait_until(lambda: self.martlet.field.text == "한\n글 ", "two lines")
        self.assertEqual(self.place.messages(), [])
