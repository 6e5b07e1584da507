# SPDX-License-Identifier: GPL-3.0-or-later
"""One Martlet a session: starting, raising, closing, and what is remembered."""
import signal
import subprocess

from harness import EndToEndCase, wait_until
from harness import screen
from harness.windows import CHAT, Tour


class Starting(EndToEndCase):
    def test_second_start_raises_the_first_window(self):
        martlet = self.start().ready()
        window = martlet.window
        cover = subprocess.Popen(["xmessage", "cover"]) if self.has("xmessage") else None
        if cover:
            self.addCleanup(cover.kill)
            wait_until(lambda: screen.active_window() != window, "another window in front")
        status, _, errors = self.run_to_end()
        self.assertEqual((status, errors), (0, ""))
        wait_until(lambda: screen.active_window() == window, "the window in front")
        self.assertEqual(screen.windows(martlet.pid), [window], "and no second one")
        self.assertIsNone(martlet.process.poll())

    def test_two_starts_at_once_make_one_window(self):
        pair = [self.start(), self.start()]
        wait_until(lambda: any(m.process.poll() is not None for m in pair), "one of two to end")
        first = next(m for m in pair if m.process.poll() is None)
        second = next(m for m in pair if m is not first)
        self.assertEqual(second.process.returncode, 0, second.said)
        first.ready().say("only once")

    def test_a_start_on_another_bus_says_who_has_the_data(self):
        martlet = self.start().ready()
        martlet.say("mine")
        # Another bus, as over ssh, but the same screen and screen reader.
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(bus.stdout.close)
        self.addCleanup(bus.wait)
        self.addCleanup(bus.kill)
        reader = self.bus_call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
        second = self.start(
            DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().strip(),
            AT_SPI_BUS_ADDRESS=reader.split("'")[1])
        wait_until(lambda: str(martlet.pid) in second.words, "a word on who has the data")
        self.picture("in use")
        self.assertEqual(self.place.messages(), ["mine"])
        # It is no dead end: once the first has gone, trying again opens.
        martlet.kill()
        second.find(role="push button", name="Try Again").press()
        second.ready().wait_for_bubble("You said, mine")

    def test_the_bus_starts_it(self):
        self.make_activatable()
        self.bus_call("im.martlet.Martlet", "/im/martlet/Martlet",
                      "org.freedesktop.Application.Activate", "{}")
        pid = self.activated()
        wait_until(lambda: screen.windows(pid), "its window")

    def test_closing_and_quitting_end_it(self):
        for key in ("ctrl+w", "ctrl+q"):
            martlet = self.start().ready()
            screen.press(key)
            self.assertEqual(martlet.wait(), 0, key)

    def test_sigterm_keeps_the_draft(self):
        martlet = self.start().ready()
        screen.type_text("not yet sent")
        wait_until(lambda: martlet.field.text == "not yet sent", "the draft")
        martlet.process.send_signal(signal.SIGTERM)
        martlet.wait()
        self.assertEqual(self.start().ready().field.text, "not yet sent")

    def test_size_of_the_window_is_remembered(self):
        martlet = self.start().ready()
        screen.resize(martlet.window, 611, 533)
        wait_until(lambda: screen.size(martlet.window) == (611, 533), "the new size")
        martlet.quit()
        martlet = self.start().ready()
        wait_until(lambda: screen.size(martlet.window) == (611, 533), "the remembered size")

    def test_the_conversation_that_was_open_is_opened_again(self):
        tour = Tour(self)
        place = tour.with_sample()

        def title(martlet):
            return screen.run("xdotool", "getwindowname", martlet.window).strip()

        martlet = tour.start(place)
        tour.open_chat(martlet)
        wait_until(lambda: title(martlet) == CHAT, "the conversation")
        tour.stop(martlet)
        martlet = tour.start(place)
        wait_until(lambda: title(martlet) == CHAT, "the same conversation")

    def test_a_broken_state_file_is_no_reason_to_fail(self):
        self.place.state.mkdir(parents=True)
        (self.place.state / "state.ini").write_bytes(b"\xff\x00[window\nwidth=-7\nheight=x")
        self.start().ready().say("still here")

    def test_f10_opens_the_menu_and_escape_closes_it(self):
        martlet = self.start().ready()
        screen.press("F10")
        wait_until(lambda: (now := martlet.focused) and now.role == "menu item", "the menu")
        self.picture("menu")
        screen.press("Escape")
        wait_until(lambda: screen.windows(martlet.pid) == [martlet.window], "the menu to close")
        screen.type_text("goes to the field")
        wait_until(lambda: martlet.field.text == "goes to the field", "the text")

    @staticmethod
    def has(program):
        return subprocess.run(["which", program], capture_output=True).returncode == 0


class Demo(EndToEndCase):
    def test_demo_talks_and_leaves_nothing_behind(self):
        martlet = self.start("--demo").ready()
        wait_until(lambda: any(b.startswith("They said, ") for b in martlet.bubbles),
                   "the other side")
        self.picture("opened")
        martlet.say("Hello there")
        theirs = sum(b.startswith("They said, ") for b in martlet.bubbles)
        wait_until(
            lambda: martlet.bubbles and martlet.bubbles[-1].startswith("They said, "),
            f"an answer after {theirs}")
        self.picture("answered")
        self.assertEqual(martlet.quit(), 0)
        self.assertFalse(self.place.database.exists())
