# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing through real input methods: the Hangul engines of ibus and of fcitx."""
import os
import shutil
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


PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=hangul

[Groups/0/Items/0]
Name=keyboard-us

[Groups/0/Items/1]
Name=hangul

[GroupOrder]
0=Default
"""


class HangulOfFcitx(Hangul):
    """The same tests."""

    def setUp(self):
        EndToEndCase.setUp(self)
        for needed in ("/usr/share/fcitx5/inputmethod/hangul.conf", shutil.which("fcitx5")):
            if not needed or not os.path.exists(needed):
                self.skipTest("fcitx5 with fcitx5-hangul is not installed")
        settings = self.place.config / "fcitx5"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "profile").write_text(PROFILE)
        self.environment = {**os.environ, **self.place.environment}
        self.daemon = subprocess.Popen(
            ["fcitx5", "--disable=all", "--enable=dbus,dbusfrontend,keyboard,hangul"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.environment)
        self.addCleanup(self.end)
        self.addCleanup(lambda: [martlet.end() for martlet in self.started])
        wait_until(lambda: self.remote("-q") == "Default", "fcitx")
        self.martlet = self.start(GTK_IM_MODULE="fcitx").ready()

        def is_hangul():
            # Of the window with the focus, which has to have come to fcitx first.
            self.remote("-s", "hangul")
            return self.remote("-n") == "hangul" and self.remote() == "2"
        wait_until(is_hangul, "the engine")

    def remote(self, *arguments):
        result = subprocess.run(
            ["fcitx5-remote", *arguments], text=True, capture_output=True, env=self.environment)
        return result.stdout.strip()
