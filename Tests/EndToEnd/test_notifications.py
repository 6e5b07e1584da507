# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices of new messages, as the service of the desktop gets them."""
from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications
from harness.windows import CHAT, Tour

# Case 096-D01: what the desktop calls when an entry of its list is clicked.
CLICK = ("im.martlet.Martlet", "/im/martlet/Martlet",
         "org.freedesktop.Application.ActivateAction", "show-conversation")


class Notices(EndToEndCase):
    def service(self, *capabilities):
        service = Notifications(*capabilities)
        self.addCleanup(service.end)
        return service

    def answered_unseen(self, text="Hello there"):
        """A demo whose other side answers while nobody looks."""
        martlet = self.start("--demo").ready()
        wait_until(lambda: any(b.startswith("They said, ") for b in martlet.bubbles), "a greeting")
        screen.type_text(text)
        screen.press("Return")
        martlet.wait_for_bubble(f"You said, {text}")
        screen.run("xdotool", "windowminimize", martlet.window)
        return martlet

    def test_an_unseen_answer_is_told_and_a_click_opens_it(self):
        service = self.service("body", "actions")
        martlet = self.answered_unseen()
        notice = service.next()
        self.assertEqual(notice["call"], "notify")
        self.assertIn("default", notice["actions"])
        self.assertTrue(notice["title"])
        self.assertTrue(notice["body"])
        service.click(notice["id"])
        wait_until(lambda: screen.active_window() == martlet.window, "the window in front")
        self.picture("after the click")

    def test_what_is_seen_is_not_told(self):
        service = self.service("body", "actions")
        martlet = self.start("--demo").ready()
        screen.type_text("Hello there")
        screen.press("Return")
        martlet.wait_for_bubble("You said, Hello there")
        wait_until(lambda: martlet.bubbles[-1].startswith("They said, "), "an answer")
        martlet.quit()
        self.assertTrue(service.is_silent)

    def number(self, title):
        return self.place.query("SELECT id FROM conversation WHERE title = ?", title)[0][0]

    def click(self, number):
        self.bus_call(*CLICK, f"[<'{number}'>]", "{}")

    def shows(self, pid, title):
        wait_until(
            lambda: any(screen.run("xdotool", "getwindowname", window).strip() == title
                        for window in screen.windows(pid)), f"a window of “{title}”")

    def test_a_click_after_the_end_starts_it_with_the_conversation(self):
        Tour(self).with_sample()
        self.make_activatable()
        self.click(self.number(CHAT))
        pid = self.activated()
        self.shows(pid, CHAT)
        self.assertEqual(len(screen.windows(pid)), 1)
        self.picture("opened by the click")

    def test_a_click_on_what_is_gone_opens_the_window(self):
        Tour(self).with_sample()
        self.make_activatable()
        self.click(999)
        self.shows(self.activated(), "Notes to Self")

    def test_a_click_in_the_background_opens_the_window(self):
        Tour(self).with_sample()
        with self.place.write() as connection:
            connection.execute("UPDATE account SET is_enabled = 1")
        connection.close()
        martlet = self.start("--background")
        wait_until(self.name_is_owned, "its name on the bus")
        self.assertEqual(screen.windows(martlet.pid), [])
        self.click(self.number(CHAT))
        self.shows(martlet.pid, CHAT)
        wait_until(lambda: screen.active_window() == martlet.window, "the window in front")
