# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices of new messages, as the service of the desktop gets them."""
import json
import shutil
import subprocess

from harness import EndToEndCase, sample, screen, wait_until
from harness.notifications import Notifications
from harness.windows import CHAT, Tour, activate, at_rest

# Case 096-D01: what the desktop calls when an entry of its list is clicked.
CLICK = ("im.martlet.Martlet", "/im/martlet/Martlet",
         "org.freedesktop.Application.ActivateAction", "show-conversation")


class Desktop(EndToEndCase):
    def service(self, *capabilities):
        """What shows notices, for as long as the test runs."""
        service = Notifications(*capabilities)
        self.addCleanup(service.end)
        return service


class Notices(Desktop):
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

    def test_a_click_opens_the_conversation_at_the_message(self):
        archive = json.loads(sample.archive())
        time = archive["exported"]
        archive["conversations"].append({
            "account": sample.ACCOUNT, "kind": "direct", "address": "log@example.org",
            "title": "Ledger", "readUpTo": 200, "messages": [
                {"position": number, "time": time, "body": f"Entry {number}",
                 "sender": {"address": "log@example.org", "name": "Log"}, "delivery": "received"}
                for number in range(1, 201)]})
        file = self.place.folder / "ledger.json"
        file.write_text(json.dumps(archive))
        self.assertEqual(self.run_to_end("import", str(file))[0], 0)
        martlet = self.start().ready()
        [(message,)] = self.place.query("SELECT id FROM message WHERE body = 'Entry 7'")
        self.click(f"{self.number('Ledger')}/{message}")
        martlet.wait_for_bubble("They said, Entry 7")
        at_rest(martlet.window)
        self.picture("at the message")
        height = screen.size(martlet.window)[1]
        bubble = martlet.root.find(name="They said, Entry 7")
        self.assertGreater(bubble.extents[1], 0)
        self.assertLess(bubble.extents[1], height)
        self.assertNotIn("They said, Entry 200", martlet.bubbles)


class NoticesOfPeople(Desktop):
    """Notices of what others write, from a server to the screen (cases 097-D02 and 100-D05)."""
    HOSTILE = "<b>ALERT</b> <a href='https://evil.example'>sign in</a> & <img src='file:///x'/>"
    ESCAPED = ("&lt;b&gt;ALERT&lt;/b&gt; &lt;a href='https://evil.example'&gt;sign in&lt;/a&gt; "
               "&amp; &lt;img src='file:///x'/&gt;")

    def online(self):
        """Martlet with an account and Notes to Self on the screen, and somebody who writes."""
        self.keyring()
        host = self.server()
        host.stop()
        host.befriend("alice", "bob")
        host.start()
        self.me = f"alice@{host.domain}"
        self.bob = self.peer(host, "bob")
        self.other_device = self.peer(host, "alice")
        self.other_device.write('<iq type="set" id="c"><enable xmlns="urn:xmpp:carbons:2"/></iq>')
        martlet = self.start().ready()
        martlet.find(role="push button", name="Add an Account").press()
        martlet.find(name="Address")
        wait_until(lambda: (now := martlet.focused) and now.role == "text", "the dialog")
        screen.type_text(self.me)
        screen.press("Tab")
        screen.type_text("alice-pw")
        screen.press("Return")
        martlet.find(role="push button", name="Trust This Server").press()
        wait_until(lambda: len(screen.windows(martlet.pid)) == 1, "the dialog to close")
        return martlet

    def test_notices_are_counted_answered_clicked_and_withdrawn(self):
        service = self.service("body", "body-markup", "actions", "inline-reply")
        martlet = self.online()
        window = martlet.window
        self.bob.say(self.me, self.HOSTILE)
        first = service.next()
        self.assertEqual((first["app"], first["body"]), ("Martlet", self.ESCAPED))
        self.assertEqual(first["actions"], ["default", "", "inline-reply", "Reply"])
        self.assertNotIn("suppress-sound", first["hints"])
        self.bob.say(self.me, "Second line")
        second = service.next()
        self.assertEqual((second["id"], second["replaces"]), (first["id"], first["id"]))
        self.assertEqual(second["body"], self.ESCAPED + "\nSecond line")
        self.assertIn("(2)", second["title"])
        self.assertIn("suppress-sound", second["hints"])

        service.reply(first["id"], "From the notice & so on")
        self.bob.hear_text("From the notice & so on")
        self.assertEqual(service.next(), {"call": "close", "id": first["id"]})

        self.bob.say(self.me, "Third line")
        third = service.next()
        self.assertEqual((third["replaces"], third["body"]), (0, "Third line"))
        screen.run("xdotool", "windowminimize", window)
        service.click(third["id"], "token-of-the-click")
        martlet.wait_for_bubble("They said, Third line")
        wait_until(lambda: screen.active_window() == window, "the window in front")
        self.assertIn("token-of-the-click",
                      screen.run("xprop", "-id", window, "_NET_STARTUP_ID"))
        self.assertEqual(service.next(), {"call": "close", "id": third["id"]}, "read here")

        screen.run("xdotool", "windowminimize", window)
        wait_until(lambda: screen.active_window() != window, "the window to go")
        fourth = self.bob.say(self.me, "Fourth line", '<markable xmlns="urn:xmpp:chat-markers:0"/>')
        notice = service.next()
        self.other_device.tell(
            self.bob.address, f'<displayed xmlns="urn:xmpp:chat-markers:0" id="{fourth}"/>')
        self.assertEqual(service.next(), {"call": "close", "id": notice["id"]}, "read elsewhere")
        self.assertTrue(service.is_silent)

    def set_status(self, martlet, key, name):
        """Walks to a status by the keyboard, and sets it."""
        main = set(screen.windows(martlet.pid))
        activate("win", "status")
        wait_until(lambda: (now := martlet.focused) and now.role == "radio button", "the dialog")

        def is_chosen():
            if martlet.focused.name == name:
                return True
            screen.press(key)
            screen.frame()
            return False
        wait_until(is_chosen, f"the arrows to choose “{name}”")
        martlet.find("push button", "Set Status").press()
        wait_until(lambda: set(screen.windows(martlet.pid)) == main, "the dialog to close")

    def test_who_is_not_to_be_disturbed_gets_no_notice(self):
        service = self.service("body", "actions")
        martlet = self.online()
        self.bob.say(self.me, "Before")
        self.assertEqual(service.next()["body"], "Before")
        self.set_status(martlet, "Down", "Do not disturb")
        self.bob.say(self.me, "Meanwhile")
        wait_until(lambda: "2 unread" in martlet.words, "what came meanwhile")
        self.set_status(martlet, "Up", "Online")
        self.bob.say(self.me, "Afterwards")
        self.assertEqual(service.next()["body"], "Before\nAfterwards")
        self.assertTrue(service.is_silent)

    def test_a_real_service_shows_one_notice_a_conversation(self):
        if not shutil.which("dunst"):
            self.skipTest("no notification service is installed (Debian: dunst)")
        # As Debian sets it up; without a word about it, it reads markup and does not say so.
        settings = self.place.folder / "dunstrc"
        settings.write_text("[global]\nmarkup = full\n")
        dunst = subprocess.Popen(["dunst", "-conf", settings], stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (dunst.kill(), dunst.wait()))
        wait_until(lambda: self.name_is_owned("org.freedesktop.Notifications"), "dunst")

        def displayed():
            return int(screen.run("dunstctl", "count", "displayed"))
        martlet = self.online()
        window = martlet.window
        for text in (self.HOSTILE, "Second line"):
            self.bob.say(self.me, text)
        wait_until(lambda: displayed() == 1, "a notice")
        martlet.find(role="list item", start="bob")
        wait_until(lambda: "2 unread" in martlet.words, "both to be there")
        self.picture("notice")
        self.assertEqual(displayed(), 1)
        screen.run("xdotool", "windowminimize", window)
        screen.run("dunstctl", "action")
        martlet.wait_for_bubble("They said, Second line")
        wait_until(lambda: screen.active_window() == window, "the window in front")
        wait_until(lambda: displayed() == 0, "the notice to go")
        [[notice]] = json.loads(screen.run("dunstctl", "history"))["data"]
        self.assertIn(self.ESCAPED, notice["message"]["data"])
