# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad disks and bad files: a clear sentence, and nothing lost."""
import hashlib
import os
import shutil
import sqlite3
import subprocess

from harness import EndToEndCase, wait_until
from harness import screen


def fingerprint(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Database(EndToEndCase):
    def filled(self, *texts):
        """The database that a Martlet leaves which was quit; all of it in the one file."""
        martlet = self.start().ready()
        for text in texts:
            martlet.say(text)
        self.assertEqual(martlet.quit(), 0)
        connection = sqlite3.connect(self.place.database)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        return self.place.database

    def test_of_a_newer_martlet_is_refused_and_left_untouched(self):
        database = self.filled("from today")
        connection = sqlite3.connect(database)
        connection.execute("PRAGMA user_version = 999999")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        before = fingerprint(database)
        martlet = self.start()
        wait_until(lambda: "newer" in martlet.words.lower(), "a word on the newer version")
        self.picture("newer")
        screen.press("Escape")
        martlet.end()
        self.assertEqual(fingerprint(database), before)

    def test_that_is_damaged_is_set_aside(self):
        database = self.filled(*(f"note {number}" for number in range(8)))
        size = database.stat().st_size
        with open(database, "r+b") as file:
            file.seek(4096)
            file.write(os.urandom(size - 4096))
        damaged = fingerprint(database)
        martlet = self.start()
        wait_until(lambda: self.aside(damaged), "the damaged file under another name")
        wait_until(
            lambda: any(str(path) in martlet.words for path in self.aside(damaged)),
            "a word on where it is")
        self.picture("damaged")
        martlet.ready().say("life goes on")

    def aside(self, print_of_it):
        """What has the contents that the database had."""
        found = []
        for path in self.place.data.iterdir():
            try:
                if path.is_file() and path != self.place.database \
                        and fingerprint(path) == print_of_it:
                    found.append(path)
            except FileNotFoundError:  # a temporary file
                pass
        return found

    def test_that_is_no_database_is_set_aside(self):
        self.place.data.mkdir(parents=True)
        self.place.database.write_bytes(b"\0" * 5000)
        martlet = self.start().ready()
        martlet.say("a new start")
        self.assertTrue(
            [p for p in self.place.data.iterdir() if p.stat().st_size == 5000], "it is kept")

    def test_that_is_empty_counts_as_new(self):
        self.place.data.mkdir(parents=True)
        self.place.database.touch()
        self.start().ready().say("first words")

    def test_lost_log_file_is_survived(self):
        self.filled("kept")
        for name in ("-wal", "-shm"):
            self.place.database.with_name(self.place.database.name + name).unlink(missing_ok=True)
        martlet = self.start().ready()
        martlet.wait_for_bubble("You said, kept")


class Folder(EndToEndCase):
    def test_that_cannot_be_made_is_named(self):
        in_the_way = self.place.folder / "data"
        in_the_way.write_text("a file where a folder should be")
        martlet = self.start()
        wait_until(lambda: str(self.place.data) in martlet.words, "a word on the folder")
        self.picture("no folder")

    def test_that_is_read_only_shows_what_is_there(self):
        martlet = self.start().ready()
        martlet.say("written before")
        martlet.quit()
        self.mount("--bind", str(self.place.folder / "data"), str(self.place.folder / "data"))
        self.mount("-o", "remount,bind,ro", str(self.place.folder / "data"))
        martlet = self.start()
        martlet.wait_for_bubble("You said, written before")
        wait_until(lambda: "read-only" in martlet.words, "a word on the folder")
        self.picture("read only")

    def test_that_is_full_loses_nothing(self):
        folder = self.place.folder / "data"
        folder.mkdir()
        self.mount("-t", "tmpfs", "-o", "size=32m", "tmpfs", str(folder))
        martlet = self.start().ready()
        martlet.say("before it was full")
        with open(folder / "ballast", "wb", buffering=0) as ballast:
            with self.assertRaises(OSError):
                while True:
                    ballast.write(b"\0" * 4096)
        screen.type_text("does not fit")
        wait_until(lambda: martlet.field.text == "does not fit", "the text")
        text = "does not fit " + "x" * 20
        screen.type_text(text.removeprefix("does not fit"))
        wait_until(lambda: martlet.field.text == text, "the text")
        for _ in range(40):
            screen.press("Return")
            if martlet.field.text:
                break
            screen.type_text(text)
            wait_until(lambda: martlet.field.text == text, "the text")
        self.assertEqual(martlet.field.text, text, "what could not be saved stays in the field")
        wait_until(lambda: "full" in martlet.words.lower(), "a word on the disk")
        self.picture("full")
        (folder / "ballast").unlink()
        screen.press("Return")
        wait_until(lambda: martlet.field.text == "", "the message to be sent after all")
        shown = [b for b in martlet.bubbles if text in b]
        stored = [m for m in self.place.messages() if m == text]
        self.assertLessEqual(len(shown), len(stored))

    def mount(self, *arguments):
        if os.geteuid() != 0 or not shutil.which("mount"):
            self.skipTest("only root can mount")
        result = subprocess.run(["mount", *arguments], text=True, capture_output=True)
        if result.returncode:
            self.skipTest(f"mounting is not allowed here: {result.stderr.strip()}")
        self.addCleanup(
            subprocess.run, ["umount", "--lazy", arguments[-1]], capture_output=True)


class HugePaste(EndToEndCase):
    def test_of_five_megabytes_neither_freezes_nor_is_written(self):
        martlet = self.start().ready()
        screen.type_text("before ")
        wait_until(lambda: martlet.field.text == "before ", "the text")
        clipboard = self.place.folder / "clipboard"
        clipboard.write_text("paste me " * 600_000)
        owner = subprocess.Popen(
            ["xclip", "-selection", "clipboard", "-quiet", "-i", str(clipboard)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(owner.wait)
        self.addCleanup(owner.kill)
        wait_until(lambda: b"UTF8_STRING" in subprocess.run(
            ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"],
            capture_output=True).stdout, "the clipboard")
        screen.press("ctrl+v")
        screen.type_text("after")
        wait_until(lambda: martlet.field.text == "before after", "only what was typed")
        self.picture("refused")
        wait_until(
            lambda: "too" in martlet.words.lower(), "a word on why")
