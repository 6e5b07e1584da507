# SPDX-License-Identifier: GPL-3.0-or-later
"""What the preferences do with what is kept: export, import, and delete for good."""
import json

from harness import EndToEndCase, screen, wait_until
from harness.files import Files
from harness.windows import CHAT, Tour, activate


class Preferences(Files, EndToEndCase):
    def open(self):
        """The preferences over a window with the sample."""
        Tour(self).with_sample()
        martlet = self.start().ready()
        activate("app", "preferences")
        martlet.find("push button", "Export…")
        return martlet

    def chosen(self, martlet, item):
        """Presses an item of the menu of a conversation."""
        martlet.open_menu(CHAT)
        entry = martlet.find("menu item", item)
        self.before = set(screen.windows(martlet.pid))
        entry.press()

    def test_everything_and_one_conversation_go_out(self):
        martlet = self.open()
        file, page = self.place.folder / "all.json", self.place.folder / "bo.txt"
        self.press(martlet, "Export…")
        self.choose(martlet, file)
        martlet.find(start=f"Saved as {file}")
        archive = json.loads(file.read_text())
        bodies = [message["body"] for conversation in archive["conversations"]
                  for message in conversation["messages"]]
        self.assertEqual(sorted(bodies), sorted(self.place.messages()))

        self.chosen(martlet, "Export as Text…")
        self.choose(martlet, page)
        martlet.find(start=f"Saved as {page}")
        self.assertIn("Bring the good binoculars", page.read_text())

    def test_what_is_deleted_is_gone_and_comes_back_by_import(self):
        martlet = self.open()
        file = self.place.folder / "all.json"
        self.assertEqual(self.run_to_end("export", "--output", str(file))[0], 0)
        kept = self.place.messages()
        self.chosen(martlet, "Delete…")
        martlet.find(start="12 messages, what you were writing")
        self.picture("what goes")
        martlet.find("push button", "Delete").press()

        def is_gone():
            return not any(b"binoculars" in path.read_bytes()
                           for path in self.place.data.iterdir() if path.is_file())
        wait_until(is_gone, "the words to be overwritten on disk")
        wait_until(lambda: not martlet.root.find(name=f"What to do with {CHAT}"), "the row to go")

        self.press(martlet, "Import…")
        self.choose(martlet, file)
        martlet.find(start="12 messages imported")
        martlet.find(name=f"What to do with {CHAT}")
        self.picture("back again")
        self.assertEqual(sorted(self.place.messages()), sorted(kept))

    def test_a_damaged_archive_changes_nothing(self):
        martlet = self.open()
        broken = self.place.folder / "broken.json"
        broken.write_text('{"format": "im.martlet.archive", "version": 1, ')
        kept = self.place.messages()
        self.press(martlet, "Import…")
        self.choose(martlet, broken)
        martlet.find(start="The archive is damaged at line 1")
        self.picture("damaged")
        self.assertEqual(self.place.messages(), kept)
