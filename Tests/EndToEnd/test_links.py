# SPDX-License-Identifier: GPL-3.0-or-later
"""xmpp: links (case 103-D08): they open, fill in or ask, and do nothing by themselves."""
import sqlite3

from harness import EndToEndCase, screen, wait_until
from harness.windows import row_list


class Links(EndToEndCase):
    def account(self):
        """Gives this place an account, as if it had been added."""
        martlet = self.start().ready()
        martlet.quit()
        connection = sqlite3.connect(self.place.database)
        with connection:
            connection.execute("INSERT INTO account (address) VALUES ('ana@example.org')")
        connection.close()

    def conversations(self):
        return self.place.query("SELECT kind, address FROM conversation WHERE account <> 0")

    def test_a_message_link_fills_the_field_and_sends_nothing(self):
        self.account()
        martlet = self.start("xmpp:bo@example.net?message;body=hi%20there").ready()
        wait_until(lambda: martlet.field.text == "hi there", "the text in the field")
        self.assertEqual(self.conversations(), [(1, "bo@example.net")])
        self.assertEqual(self.place.messages(), [])
        self.picture("filled")
        # A second link goes to the same window, and loses nothing that is written.
        status, _, errors = self.run_to_end("xmpp:bo@example.net?message;body=more")
        self.assertEqual((status, errors), (0, ""))
        wait_until(lambda: martlet.field.text == "hi there\nmore", "both texts")
        self.assertEqual(len(screen.windows(martlet.pid)), 1)

    def test_a_link_to_a_room_asks(self):
        self.account()
        martlet = self.start("xmpp:room@muc.example.org?join")
        join = martlet.find(role="push button", name="Join")
        self.picture("question")
        self.assertEqual(self.conversations(), [])
        self.assertFalse(any(row.is_selected for row in row_list(martlet)),
                         "what is asked is of no conversation")
        join.press()
        wait_until(lambda: self.conversations() == [(2, "room@muc.example.org")], "the room")
        wait_until(lambda: [row.name.split(",")[0] for row in row_list(martlet) if row.is_selected]
                   == ["room@muc.example.org"], "the room to be selected")

    def test_a_link_that_leads_nowhere_says_so(self):
        self.account()
        martlet = self.start().ready()
        for link, word in (("xmpp:?", "to whom"), ("xmpp:a@b@c", "not valid"),
                           ("xmpp:bo%zz@example.net", "no link")):
            status, _, errors = self.run_to_end(link)
            self.assertEqual((status, errors), (0, ""))
            wait_until(lambda: any(word in node.name for node in martlet.root.everything()),
                       f"a sentence about {link}")
        self.assertEqual(self.conversations(), [])

    def test_with_an_account_that_is_turned_off_it_says_so(self):
        self.account()
        connection = sqlite3.connect(self.place.database)
        with connection:
            connection.execute("UPDATE account SET is_enabled = 0")
        connection.close()
        martlet = self.start("xmpp:bo@example.net").ready()
        martlet.find(start="To write to bo@example.net turn an account on")

    def test_without_an_account_it_says_what_is_missing(self):
        martlet = self.start("xmpp:bo@example.net").ready()
        wait_until(lambda: any("need an account" in node.name
                               for node in martlet.root.everything()), "a sentence")
