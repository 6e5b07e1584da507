# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done about people and about oneself, against a real server: reports, names, groups, status,
and the end of an account."""
from harness import EndToEndCase, screen, wait_until
from harness.notifications import Notifications
from harness.signin import SignIn
from harness.windows import activate, at_rest

CLIENT = "jabber:client"


class People(SignIn, EndToEndCase):
    # Whether the server takes reports.
    takes_reports = False

    def setUp(self):
        super().setUp()
        self.host = self.server(takes_reports=self.takes_reports)
        self.host.stop()
        self.host.befriend("alice", "bob")
        self.host.start()
        self.keyring()
        # What comes while the window is not looked at is told.
        notifications = Notifications()
        self.addCleanup(notifications.end)

    def open_contact(self, martlet):
        """The dialog about whom the conversation on the screen is with."""
        activate("win", "contact")
        return martlet.find("text", "Name that you call them")

    def reach(self, martlet, role, name, key="Tab"):
        """Walks to a control by the keyboard."""
        control = martlet.find(role, name)
        steps = 0

        def has_focus():
            nonlocal control, steps
            if control.is_focused:
                return True
            screen.press(key)
            screen.frame()
            steps += 1
            # It may have been made anew meanwhile; to look for it each time takes most of the time.
            if steps % 8 == 0:
                control = martlet.find(role, name)
            return control.is_focused
        wait_until(has_focus, f"the keys to reach “{name}”")

    def press(self, martlet, name):
        """Reaches a button by the keyboard, and presses it."""
        self.reach(martlet, "push button", name, "shift+Tab")
        screen.press("space")

    def account_menu(self, martlet, item):
        activate("app", "preferences")
        martlet.open_menu(self.address("alice"), key="Tab")
        martlet.find("menu item", item).press()

    @staticmethod
    def get_roster(peer):
        """From now on the server tells it of changes, too."""
        peer.write('<iq type="get" id="r"><query xmlns="jabber:iq:roster"/></iq>')
        peer.hear(lambda s: s.get("id") == "r", "a roster")

    def open_chat(self, martlet, name):
        martlet.find(role="list item", start=name)
        screen.press("alt+1")
        martlet.ready()


class Blocking(People):
    takes_reports = True

    def test_a_spammer_is_reported_blocked_and_let_in_again(self):
        carol = self.peer(self.host, "carol")
        martlet = self.start().ready()
        self.add(martlet)
        carol.say(self.address("alice"), "Buy pills")
        self.open_chat(martlet, "carol")
        martlet.wait_for_bubble("They said, Buy pills")
        self.open_contact(martlet)
        self.press(martlet, "Block…")
        martlet.find("push button", "Block")
        wait_until(lambda: martlet.focused.name == "Cancel", "the focus where nothing is done")
        spam = martlet.find("radio button", "Report spam")
        self.reach(martlet, "radio button", "Tell nobody", "shift+Tab")
        screen.press("Down")
        wait_until(lambda: spam.is_focused, "the arrow to choose")
        self.reach(martlet, "text", "What happened, if you want to say")
        screen.type_text("Pills again")
        self.picture("report")
        screen.press("Return")
        martlet.find("push button", "Unblock")
        self.assertEqual(
            self.host.reports,
            [f"{self.address('carol')} urn:xmpp:reporting:spam 1 Pills again"])
        self.picture("blocked")
        screen.press("Escape")
        self.closed(martlet)

        # What is written to somebody who is blocked says why it does not arrive.
        martlet.ready()
        martlet.say("Stop it")
        wait_until(lambda: "You have blocked this address." in martlet.words, "the reason")
        self.picture("not sent")
        self.account_menu(martlet, "Blocked Addresses…")
        self.press(martlet, "Unblock")
        martlet.find(name="Nobody is blocked.")
        carol.say(self.address("alice"), "Sorry")
        wait_until(lambda: "Sorry" in self.place.messages(), "what she says now")

    def test_who_asks_and_is_a_nuisance_is_blocked(self):
        carol = self.peer(self.host, "carol")
        self.get_roster(carol)
        martlet = self.start().ready()
        self.add(martlet)
        carol.write(f'<presence to="{self.address("alice")}" type="subscribe"/>')
        martlet.find(start=f"{self.address('carol')} wants to be your contact")
        martlet.find("push button", "Block…").press()
        martlet.find("push button", "Block").press()
        carol.hear(lambda s: s.get("type") == "unsubscribed", "that she is refused")
        wait_until(lambda: not martlet.root.find(start=self.address("carol")), "the row to go")
        self.closed(martlet)
        self.assertEqual(self.host.reports, [])


class Names(People):
    def test_a_contact_gets_a_name_and_groups_and_is_found_by_them(self):
        tablet = self.peer(self.host, "alice")
        self.get_roster(tablet)
        martlet = self.start().ready()
        self.add(martlet)
        bob = self.peer(self.host, "bob")
        bob.say(self.address("alice"), "Hello")
        self.open_chat(martlet, "bob")
        name = self.open_contact(martlet)
        self.reach(martlet, "text", "Name that you call them")
        screen.type_text("Robert")
        wait_until(lambda: name.text == "Robert", "the name in the field")
        screen.press("Return")

        def push(condition, what):
            item = "{jabber:iq:roster}query/{jabber:iq:roster}item"
            return tablet.hear(
                lambda s: s.find(item) is not None and condition(s.find(item)), what)
        push(lambda item: item.get("name") == "Robert", "his new name")
        for group in ("Climbing", "Work"):
            self.reach(martlet, "text", "New group")
            screen.type_text(group)
            screen.press("Return")
            martlet.find("check box", group)

        def groups(item):
            return sorted(group.text for group in item)
        push(lambda item: groups(item) == ["Climbing", "Work"] and item.get("name") == "Robert",
             "his groups")
        self.reach(martlet, "check box", "Work", "shift+Tab")
        screen.press("space")
        push(lambda item: groups(item) == ["Climbing"], "that he left one")
        self.picture("groups")
        screen.press("Escape")
        self.closed(martlet)
        martlet.find(role="list item", start="Robert")
        martlet.find(role="frame", name="Robert")

        screen.press("ctrl+n")
        martlet.find(name="New Conversation")
        screen.type_text("climb")
        wait_until(lambda: martlet.root.find("list item", start="Robert, "), "Robert by his group")
        self.picture("found by a group")
        screen.press("Return")
        martlet.ready()

    def test_ones_own_name_is_published(self):
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        bob.say(self.address("alice"), "Hello")
        self.open_chat(martlet, "bob")
        self.account_menu(martlet, "Name…")
        self.reach(martlet, "text", "Your name")
        screen.type_text("Alice Swift")
        self.picture("name")
        screen.press("Return")
        wait_until(lambda: not martlet.root.find("text", "Your name"), "the dialog to close")
        bob.write(f'<iq type="get" id="n" to="{self.address("alice")}">'
                  '<pubsub xmlns="http://jabber.org/protocol/pubsub">'
                  '<items node="http://jabber.org/protocol/nick"/></pubsub></iq>')
        answer = bob.hear(lambda s: s.get("id") == "n", "an answer")
        self.assertEqual(
            answer.findtext(".//{http://jabber.org/protocol/nick}nick"), "Alice Swift")


class Status(People):
    def heard(self, bob, show, text):
        bob.hear(lambda s: s.tag == f"{{{CLIENT}}}presence"
                 and s.get("from", "").startswith(self.address("alice") + "/martlet-")
                 and s.findtext(f"{{{CLIENT}}}show") == show
                 and s.findtext(f"{{{CLIENT}}}status") == text, f"{show} “{text}”")

    def test_a_status_is_seen_and_kept_over_a_restart(self):
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        self.heard(bob, None, None)
        bob.write("<presence><show>away</show><status>At lunch</status></presence>")
        bob.say(self.address("alice"), "Hello")
        self.open_chat(martlet, "bob")
        # What the other one says about it stands below the name.
        martlet.find(name="away · At lunch")
        activate("win", "status")
        martlet.find("text", "Status text")
        self.reach(martlet, "radio button", "Online")
        screen.press("Down", "Down", "Down")
        wait_until(lambda: martlet.focused.name == "Do not disturb", "the arrows to choose")
        self.reach(martlet, "text", "Status text")
        screen.type_text("Counting birds")
        self.picture("status")
        screen.press("Return")
        self.heard(bob, "dnd", "Counting birds")
        martlet.find(name="Do not disturb · Counting birds")
        self.closed(martlet)
        self.picture("set")
        self.assertEqual(martlet.quit(), 0)
        bob.hear(lambda s: s.get("type") == "unavailable", "that she left")

        martlet = self.start().ready()
        self.heard(bob, "dnd", "Counting birds")
        martlet.find(name="Do not disturb · Counting birds")


class Leaving(People):
    def test_an_account_is_deleted_at_its_server_and_its_history_stays(self):
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        bob.say(self.address("alice"), "Stay in touch")
        self.open_chat(martlet, "bob")
        martlet.wait_for_bubble("They said, Stay in touch")
        self.account_menu(martlet, "Delete at the Server…")
        delete = martlet.find("push button", "Delete Account")
        wait_until(lambda: martlet.focused.role == "text", "the focus in the field")
        screen.type_text(self.address("bob"))
        self.picture("delete")
        screen.press("Return")
        self.assertFalse(delete.is_sensitive, "that is another one")
        screen.press("ctrl+a")
        screen.type_text(self.address("alice"))
        wait_until(lambda: delete.is_sensitive, "that it can be done")
        screen.press("Return")
        wait_until(lambda: self.host.has_account("alice") is False, "the account to be gone")
        wait_until(lambda: self.place.query(
            "SELECT is_enabled FROM account WHERE id <> 0") == [(0,)], "it to be gone here")
        wait_until(lambda: not martlet.root.find("push button", "Delete Account"),
                   "the dialog to close")
        self.assertEqual(self.place.messages(), ["Stay in touch"])
        self.assertTrue(self.host.has_account("bob"))


class Crowd(SignIn, EndToEndCase):
    """Thousands of contacts, which come in one stanza (case 114-P04)."""

    def test_thousands_come_at_once_and_are_walked_through(self):
        count = 8_000 if self.full else 1_000
        self.keyring()
        self.host = self.server()
        self.host.stop()
        self.host.crowd("alice", count)
        self.host.start()
        martlet = self.start().ready()
        self.add(martlet)
        # It answers while they come.
        martlet.say("Still here")
        wait_until(lambda: self.place.query("SELECT count(*) FROM contact") == [(count,)],
                   "all of them on disk", patience=120)
        main = martlet.window
        screen.press("ctrl+n")
        window = wait_until(lambda: set(screen.windows(martlet.pid)) - {main}, "the dialog").pop()
        martlet.find(start="Person 0001")
        screen.run("xdotool", "mousemove", "--window", window, "200", "300")
        screen.run("xdotool", "click", "--repeat", "40", "--delay", "10", "5")
        wait_until(lambda: not martlet.root.find(start="Person 0001"), "the list to be scrolled")
        at_rest(window)
        self.picture("scrolled")
        # Only those in view have rows.
        rows = [node for node in martlet.root.everything() if node.name.startswith("Person ")]
        self.assertLess(len(rows), 40)
        last = f"Person {count:04}"
        screen.type_text(last)
        wait_until(lambda: martlet.root.find(start=f"{last}, "), f"{last} to be found")
        screen.press("Return")
        wait_until(lambda: screen.run("xdotool", "getwindowname", main).strip() == last,
                   "the conversation")
        martlet.ready()
