# SPDX-License-Identifier: GPL-3.0-or-later
"""Running without a window (cases 101-D06 and 102-D07)."""
import json
import signal
import sqlite3

from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications
from harness.windows import activate


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

    def switch_start_at_log_in(self):
        """Turns the switch in the preferences."""
        activate("app", "preferences")
        switch = self.martlet.find("check box", "Start at log-in")
        switch.press()
        return switch

    def test_without_a_portal_starting_at_log_in_is_one_file(self):
        folder = self.place.config / "autostart"
        other = folder / "other.desktop"
        folder.mkdir(parents=True)
        other.write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
        self.martlet = self.start().ready()
        file = folder / "im.martlet.Martlet.desktop"
        self.switch_start_at_log_in()
        wait_until(file.exists, "the file")
        self.assertIn("Exec=martlet --background\n", file.read_text())
        self.martlet.find("check box", "Start at log-in").press()
        wait_until(lambda: not file.exists(), "the file to go")
        self.assertEqual([entry.name for entry in folder.iterdir()], [other.name])

    def test_with_a_portal_it_is_the_portal_that_is_asked(self):
        requests = self.place.folder / "requests"
        requests.write_text("")
        self.portal(background=requests)
        self.martlet = self.start().ready()

        def asked():
            return [json.loads(line) for line in requests.read_text().splitlines()]
        self.switch_start_at_log_in()
        wait_until(lambda: len(asked()) == 1, "the request")
        self.assertEqual(asked()[0]["commandline"], ["martlet", "--background"])
        self.assertTrue(asked()[0]["autostart"])
        self.assertTrue(asked()[0]["reason"])
        self.martlet.find("check box", "Start at log-in").press()
        wait_until(lambda: len(asked()) == 2, "the second request")
        self.assertFalse(asked()[1]["autostart"])
        self.assertFalse((self.place.config / "autostart").exists())
