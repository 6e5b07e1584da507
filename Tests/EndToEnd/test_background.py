# SPDX-License-Identifier: GPL-3.0-or-later
"""Running without a window (cases 101-D06 and 102-D07)."""
import signal
import sqlite3

from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications


class Background(EndToEndCase):
    def account(self):
        self.start().ready().quit()
        connection = sqlite3.connect(self.place.database)
        with connection:
            connection.execute("INSERT INTO account (address) VALUES ('ana@example.org')")
        connection.close()

    def no_window(self, martlet):
        wait_until(lambda: not screen.windows(martlet.pid), "the window to close")

    def test_with_an_account_closing_keeps_it_running_and_says_so_once(self):
        service = Notifications("body", "actions")
        self.addCleanup(service.end)
        self.account()
        martlet = self.start().ready()
        screen.type_text("half")
        screen.press("ctrl+w")
        self.no_window(martlet)
        notice = service.next()
        self.assertIn("keeps running", notice["title"])
        self.assertEqual(self.run_to_end()[0], 0)
        martlet.ready()
        self.assertEqual(martlet.field.text, "half")
        self.assertEqual(len(screen.windows(martlet.pid)), 1)
        self.assertEqual(service.next()["call"], "close")
        screen.press("ctrl+w")
        self.no_window(martlet)
        self.assertIsNone(martlet.process.poll())
        self.assertTrue(service.is_silent, "it was said before")
        martlet.process.send_signal(signal.SIGTERM)
        self.assertEqual(martlet.wait(), 0)

    def test_ctrl_q_always_quits(self):
        self.account()
        martlet = self.start().ready()
        screen.type_text("kept")
        wait_until(lambda: martlet.field.text == "kept", "the draft")
        self.assertEqual(martlet.quit(), 0)
        self.assertEqual(self.place.query("SELECT text FROM draft"), [("kept",)])

    def test_a_start_at_log_in_shows_nothing(self):
        self.account()
        martlet = self.start("--background")
        wait_until(self.name_is_owned, "its name on the bus")
        self.assertEqual(self.run_to_end("--background")[0], 0)
        self.assertEqual(screen.windows(martlet.pid), [])
        self.assertEqual(self.run_to_end("send", "notes", "to the hidden one"), (0, "", ""))
        self.assertEqual(self.run_to_end()[0], 0)
        martlet.ready().wait_for_bubble("You said, to the hidden one")
        self.assertEqual(martlet.quit(), 0)

    def test_without_an_account_there_is_nothing_to_wait_for(self):
        self.assertEqual(self.start("--background").wait(), 0)
