# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices of new messages, as the service of the desktop gets them."""
from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications


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
