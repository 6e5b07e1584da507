# SPDX-License-Identifier: GPL-3.0-or-later
"""Accounts on the screen, against a real server and a real keyring."""
import base64
import subprocess
import unittest

from harness import EndToEndCase, wait_until
from harness import screen
from harness.files import Files
from harness.logind import Logind
from harness.notifications import Notifications
from harness.signin import SignIn
from harness.windows import activate

RECEIPTS = "urn:xmpp:receipts"
MARKERS = "urn:xmpp:chat-markers:0"
STATES = "http://jabber.org/protocol/chatstates"


class Accounts(Files, SignIn, EndToEndCase):
    def setUp(self):
        super().setUp()
        self.host = self.server()
        self.host.stop()
        self.host.befriend("alice", "bob")
        self.host.start()

    def open(self, martlet, name):
        screen.press("ctrl+n")
        martlet.find(name="New Conversation")
        wait_until(lambda: martlet.root.find(role="list item", start=name), f"{name} in the list")
        screen.type_text(name)
        self.picture("new conversation")
        screen.press("Return")
        martlet.ready()

    def test_add_an_account_chat_both_ways_and_start_again(self):
        self.keyring()
        # What comes while the window is not looked at is told.
        notifications = Notifications()
        self.addCleanup(notifications.end)
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.picture("first start")
        self.add(martlet)
        self.open(martlet, "bob")
        martlet.say("Hello Bob")
        heard = bob.hear_text("Hello Bob")
        self.assertTrue(heard.get("from").startswith(self.address("alice") + "/martlet-"))
        bob.tell(heard.get("from"), f'<composing xmlns="{STATES}"/>')
        wait_until(lambda: "bob is typing…" in martlet.words, "that Bob types")
        asked = f'<request xmlns="{RECEIPTS}"/><markable xmlns="{MARKERS}"/>'
        said = bob.say(heard.get("from"), "Hello Alice", asked)
        martlet.wait_for_bubble("They said, Hello Alice")
        self.assertEqual(
            bob.hear_payload(RECEIPTS, "received").find(f"{{{RECEIPTS}}}received").get("id"), said)
        # It is on the screen of a window that has the focus, so it is read.
        self.assertEqual(
            bob.hear_payload(MARKERS, "displayed").find(f"{{{MARKERS}}}displayed").get("id"), said)
        bob.tell(heard.get("from"), f'<received xmlns="{RECEIPTS}" id="{heard.get("id")}"/>')
        wait_until(
            lambda: self.place.query("SELECT delivery FROM message WHERE body = 'Hello Bob'")
            == [(2,)], "that it was delivered")
        self.picture("both ways")
        self.assertEqual(martlet.quit(), 0)
        self.assertNotIn(b"alice-pw", b"".join(
            path.read_bytes() for path in self.place.folder.rglob("*")
            if path.is_file() and "keyring" not in str(path)), "the password is in a file")

        bob.say(self.address("alice"), "While you were away")
        martlet = self.start().ready()
        row = martlet.find(role="list item", start="bob")
        wait_until(lambda: "While you were away" in row.name, "what came meanwhile")
        screen.press("alt+1")
        martlet.wait_for_bubble("They said, While you were away")
        martlet.say("Here again")
        bob.hear_text("Here again")
        screen.press("Up")
        wait_until(lambda: martlet.field.text == "Here again", "the last message in the field")
        screen.type_text("!")
        screen.press("Return")
        corrected = bob.hear_payload("urn:xmpp:message-correct:0", "replace")
        self.assertEqual(corrected.findtext("{jabber:client}body"), "Here again!")

    def test_after_sleep_a_dead_connection_is_noticed_and_replaced(self):
        self.keyring()
        logind = Logind()
        self.addCleanup(logind.end)
        martlet = self.start(**logind.environment).ready()
        self.add(martlet)
        bob = self.peer(self.host, "bob")
        self.open(martlet, "bob")
        martlet.say("Good night")
        bob.hear_text("Good night")
        before = self.host.clients - {f"{bob.socket.getsockname()[1]:04X}"}
        # Nothing is ended by anybody; only nobody is there any more.
        self.host.freeze()
        logind.say("sleep")
        logind.say("wake")
        wait_until(lambda: not before & self.host.clients, "the dead connection to be given up")
        self.host.freeze(False)
        martlet.say("Good morning")
        bob.hear_text("Good morning")

    def avatar(self, peer):
        """What `peer` finds when it asks for Alice's picture: its bytes, or None."""
        def ask(payload):
            self.asked += 1
            peer.write(f'<iq type="get" id="p{self.asked}" to="{self.address("alice")}">'
                       f"{payload}</iq>")
            return peer.hear(lambda s: s.get("id") == f"p{self.asked}", "an answer")

        def items(node, item=""):
            return ask('<pubsub xmlns="http://jabber.org/protocol/pubsub">'
                       f'<items node="urn:xmpp:avatar:{node}">{item}</items></pubsub>')
        found = items("metadata").find(".//{urn:xmpp:avatar:metadata}info")
        if found is None:
            return None
        data = items("data", f'<item id="{found.get("id")}"/>')
        picture = base64.b64decode(data.findtext(".//{urn:xmpp:avatar:data}data"))
        # Old clients look into the card.
        card = ask('<vCard xmlns="vcard-temp"/>').findtext(".//{vcard-temp}BINVAL")
        self.assertEqual(base64.b64decode(card), picture)
        return picture

    def test_ones_own_picture_is_chosen_seen_by_others_and_taken_away(self):
        self.keyring()
        self.asked = 0
        file = self.place.folder / "me.png"
        subprocess.run(["convert", "-size", "400x300", "gradient:tomato-navy", "-set", "comment",
                        "taken at home", str(file)], check=True)
        bob = self.peer(self.host, "bob")
        martlet = self.start().ready()
        self.add(martlet)
        self.open(martlet, "bob")
        self.assertIsNone(self.avatar(bob))
        activate("app", "preferences")
        martlet.open_menu(self.address("alice"))
        martlet.find("menu item", "Picture…").press()
        martlet.find(start=f"The contacts of {self.address('alice')}")
        self.press(martlet, "Choose a Picture…")
        self.choose(martlet, file)
        wait_until(lambda: martlet.find("push button", "Remove the Picture").is_sensitive,
                   "the picture to be there")
        self.picture("chosen")
        seen = self.avatar(bob)
        self.assertTrue(seen.startswith(b"\x89PNG"))
        self.assertEqual((int.from_bytes(seen[16:20]), int.from_bytes(seen[20:24])), (192, 192))
        self.assertNotIn(b"home", seen)
        martlet.find("push button", "Remove the Picture").press()
        wait_until(lambda: not martlet.find("push button", "Remove the Picture").is_sensitive,
                   "the picture to go")
        self.assertIsNone(self.avatar(bob))

    def test_a_server_that_signs_in_less_safely_is_taken_by_the_users_word_only(self):
        self.keyring()
        self.host.stop()
        # Prosody 0.12 ties sign-ins to the encryption up to TLS 1.2, and says nothing of it in 1.3:
        # so it looks when a server is moved.
        self.host.tls = "tlsv1_2"
        self.host.start()
        martlet = self.start().ready()
        self.add(martlet)
        signed_in = "Authenticated as"
        wait_until(lambda: self.host.log.count(signed_in) == 1, "that she signs in")
        self.host.stop()
        self.host.tls = "tlsv1_3"
        self.host.start()
        martlet.find(start="The server signs in less safely than before")
        self.picture("less safely")
        self.assertEqual(self.host.log.count(signed_in), 1, "by itself it does not")
        martlet.find(role="push button", name="Sign In All the Same…").press()
        martlet.find(start="The server of " + self.address("alice"))
        self.picture("question")
        martlet.find(role="push button", name="Sign In").press()
        wait_until(lambda: self.host.log.count(signed_in) == 2, "that she signs in again")
        wait_until(lambda: not martlet.root.find(start="The server signs in less safely"),
                   "the row to go")

    def test_who_asks_is_a_row_that_can_be_accepted(self):
        self.keyring()
        martlet = self.start().ready()
        self.add(martlet)
        carol = self.peer(self.host, "carol")
        carol.write(f'<presence to="{self.address("alice")}" type="subscribe"/>')
        martlet.find(start=f"{self.address('carol')} wants to be your contact")
        accept = martlet.find(role="push button", name="Accept")

        def stands_above_the_list():
            _, top, _, height = accept.extents
            return height > 0 and \
                top + height <= martlet.find("list", "Conversations").extents[1]
        wait_until(stands_above_the_list, "the row to stand above the list")
        self.picture("asked")
        accept.press()
        carol.hear(lambda s: s.get("from", "").startswith(self.address("alice") + "/martlet-"),
                   "that she was accepted: Alice's presence")
        carol.hear(lambda s: s.get("type") == "subscribe", "that she is asked in turn")
        wait_until(lambda: not martlet.root.find(role="push button", name="Accept"),
                   "the row to go")

    def test_a_wrong_password_asks_again_and_cancelling_leaves_nothing(self):
        self.keyring()
        martlet = self.start().ready()
        martlet.find(role="push button", name="Add an Account").press()
        martlet.find(name="Address")
        self.fill(martlet, "wrong", self.address("alice"))
        martlet.find(role="push button", name="Trust This Server").press()
        martlet.find(start="The address or the password is wrong")
        self.picture("wrong password")
        screen.press("Escape")
        self.closed(martlet)
        wait_until(lambda: self.place.query("SELECT count(*) FROM account") == [(1,)],
                   "nothing of it to be left")

    @unittest.skipUnless(EndToEndCase.full, "MARTLET_FULL=1 asks for it: libatspi may crash after it")
    def test_a_new_account_is_made_at_the_server(self):
        self.keyring()
        martlet = self.start().ready()
        martlet.find(role="push button", name="Add an Account").press()
        martlet.find(role="push button", name="New Account…").press()
        martlet.find(role="text", name="Server")
        wait_until(lambda: (now := martlet.focused) and now.role == "text", "the focus")
        screen.type_text(self.host.domain)
        self.picture("server")
        screen.press("Return")
        martlet.find(start="Is this really")
        martlet.find(role="push button", name="Trust This Server").press()
        martlet.find(role="text", name="Username")
        # The focus is in the first question.
        wait_until(lambda: (now := martlet.focused) and now.role == "text", "the focus")
        screen.type_text("dora")
        screen.press("Tab")
        screen.type_text("dora-pw")
        self.picture("questions")
        screen.press("Return")
        self.closed(martlet)
        wait_until(lambda: self.host.log.count("Authenticated as") == 1, "that she signs in")
        self.assertEqual(
            self.place.query("SELECT address FROM account WHERE id <> 0"),
            [(self.address("dora"),)])

    def test_without_a_keyring_it_asks_at_each_start_and_says_why(self):
        martlet = self.start().ready()
        self.add(martlet)
        martlet.find(start="No keyring runs on this system")
        self.picture("no keyring")
        martlet.quit()
        martlet = self.start().ready()
        martlet.find(role="push button", name="Enter Password…").press()
        martlet.find(name="Password")
        self.fill(martlet, "alice-pw")
        self.closed(martlet)
        wait_until(lambda: self.host.log.count("Authenticated as") >= 2, "a second sign-in")
