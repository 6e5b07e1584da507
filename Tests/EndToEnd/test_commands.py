# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of the command line: with no window, and beside a Martlet that has one."""
import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from harness import EndToEndCase, wait_until
from harness import screen
from harness.app import PROGRAM, ROOT

NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


class Commands(EndToEndCase):
    def command(self, *arguments, stdin="", **environment):
        """Runs a command with no display: exit status, standard output, standard error."""
        result = subprocess.run(
            [PROGRAM, *arguments], input=stdin, text=True, capture_output=True, timeout=120,
            env={**os.environ, **self.place.environment, **NO_DISPLAY, **environment})
        return result.returncode, result.stdout, result.stderr

    def done(self, *arguments, stdin="", **environment):
        """Runs a command that has to succeed without a word; returns its output."""
        status, output, errors = self.command(*arguments, stdin=stdin, **environment)
        self.assertEqual((status, errors), (0, ""), arguments)
        return output

    def refused(self, status, *arguments, stdin="", **environment):
        """Runs a command that has to fail with one sentence and no output; returns the sentence."""
        result, output, errors = self.command(*arguments, stdin=stdin, **environment)
        self.assertEqual((result, output), (status, ""), errors)
        self.assertTrue(errors.startswith("martlet: "), errors)
        return errors

    # -- alone -----------------------------------------------------------------------------------

    def test_a_note_from_the_command_line_is_there_in_the_window(self):
        self.assertEqual(self.done("send", "notes", "  milk, eggs \n"), "")
        self.done("send", "notes", "-", stdin="two\nlines\n")
        self.assertEqual(self.place.messages(), ["milk, eggs", "two\nlines"])
        self.start().ready().wait_for_bubble("You said, milk, eggs")

    def test_nothing_to_read_yet_is_no_damage(self):
        self.assertEqual(self.done("list"), "")
        self.assertEqual(json.loads(self.done("list", "--json")), [])
        self.refused(1, "export")
        self.assertFalse(self.place.database.exists(), "reading makes nothing")

    def test_search_finds_ends_as_grep_does_and_is_no_language_of_its_own(self):
        self.assertEqual(self.command("search", "tea"), (1, "", ""), "no store yet")
        self.assertFalse(self.place.database.exists(), "reading makes nothing")
        for text in ["green tea", "black tea, \u202e really", "coffee https://example.org"]:
            self.done("send", "notes", text)
        self.assertEqual(
            [line.split(": ")[1] for line in self.done("search", "TEA").splitlines()],
            ["black tea,  really", "green tea"])
        [entry] = map(json.loads, self.done("search", "--json", "has:link").splitlines())
        self.assertEqual(entry["body"], "coffee https://example.org")
        self.assertEqual(entry["conversation"]["kind"], "notes")
        self.assertEqual(len(self.done("search", "--limit", "1", "tea").splitlines()), 1)
        for nothing in ["milk", "from:nobody", "\"", "NEAR(tea", "tea AND", "'; DROP TABLE message"]:
            self.assertEqual(self.command("search", nothing), (1, "", ""), nothing)
        self.assertEqual(self.command("search")[0], 2)
        app = self.start().ready()
        self.assertEqual(len(self.done("search", "tea").splitlines()), 2, "beside a window")
        app.quit()
        self.place.database.write_bytes(b"no database" * 100)
        self.refused(2, "search", "tea")

    def test_list_tells_programs_and_people(self):
        self.done("send", "notes", "a \"quoted\" \u202e note")
        [entry] = json.loads(self.done("list", "--json"))
        self.assertEqual(entry["kind"], "notes")
        self.assertEqual(entry["unread"], 0)
        self.assertEqual(entry["last"]["body"], "a \"quoted\" \u202e note")
        self.assertIn(f"#{entry['id']}", self.done("list"))
        self.done("send", f"#{entry['id']}", "by number")
        self.assertEqual(self.place.messages()[-1], "by number")

    def test_export_and_import_carry_everything_to_another_place(self):
        for text in ("one", "two", "<b>three</b>"):
            self.done("send", "notes", text)
        archive = self.done("export")
        self.assertEqual(json.loads(archive)["version"], 1)
        self.place = type(self.place)()
        self.assertIn("3", self.done("import", "-", stdin=archive))
        self.assertEqual(self.place.messages(), ["one", "two", "<b>three</b>"])
        self.assertIn("3", self.done("import", "-", stdin=archive))
        self.assertEqual(len(self.place.messages()), 3)
        page = self.done("export", "--format=html", "notes")
        self.assertIn("&lt;b&gt;three&lt;/b&gt;", page)
        self.assertIn(": two", self.done("export", "--format", "text", "notes"))

    def test_export_to_a_file_replaces_it_whole(self):
        self.done("send", "notes", "kept")
        path = self.place.folder / "out.json"
        path.write_text("old")
        self.done("export", "--output", str(path))
        self.assertEqual(len(json.loads(path.read_text())["conversations"]), 1)
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        self.refused(1, "export", "--output", "/nowhere/out.json")
        self.refused(1, "export", "--output", "/dev/full")

    def test_a_damaged_archive_is_refused_with_its_place(self):
        self.done("send", "notes", "mine")
        errors = self.refused(
            1, "import", "-", stdin='{"format": "im.martlet.archive", "version": 1,\n"accounts": [,')
        self.assertRegex(errors, r"line 2, column 14")
        self.refused(1, "import", "/nowhere")
        self.refused(1, "import", "-", stdin="")
        self.assertEqual(self.place.messages(), ["mine"])

    def test_what_is_not_understood_is_status_2(self):
        for arguments in (
                ["send"], ["send", "notes"], ["send", "notes", "a", "b"], ["send", "--x", "a", "b"],
                ["list", "word"], ["list", "--json=1"], ["import"], ["import", "a", "b"],
                ["export", "--format"], ["export", "--format", "pdf"],
                ["export", "--format", "html"], ["export", "a", "b"]):
            errors = self.refused(2, *arguments)
            self.assertIn(f"martlet {arguments[0]} --help", errors)

    def test_what_cannot_be_sent_is_status_1(self):
        self.refused(1, "send", "notes", " \u200b ")
        self.refused(1, "send", "notes", "-", stdin="")
        self.refused(1, "send", "notes", "-", stdin="x" * 70_000)
        self.assertIn("nobody@example.net", self.refused(1, "send", "nobody@example.net", "hi"))
        self.assertEqual(self.place.messages() if self.place.database.exists() else [], [])

    def test_every_command_has_help_and_completions(self):
        completions = [
            (ROOT / "data/completions" / name).read_text()
            for name in ("martlet.bash", "_martlet", "martlet.fish")]
        help_text = self.done("--help")
        for name in ("send", "list", "export", "import"):
            self.assertIn(f"\n  {name} ", help_text)
            text = self.done(name, "--help")
            self.assertIn(f"martlet {name}", text)
            for word in text.split():
                if word.startswith("--") and word[2:].isalpha():
                    for completion in completions:
                        self.assertIn(word[2:], completion)

    def test_options_end_at_two_dashes(self):
        self.done("send", "--", "notes", "--help")
        self.assertEqual(self.place.messages(), ["--help"])

    def test_many_at_once_lose_nothing(self):
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: self.done("send", "notes", f"n{n}"), range(24)))
        self.assertEqual(sorted(self.place.messages()), sorted(f"n{n}" for n in range(24)))

    # -- beside a window -------------------------------------------------------------------------

    def test_a_running_martlet_shows_it_at_once_and_keeps_the_draft(self):
        martlet = self.start().ready()
        screen.type_text("half a th")
        wait_until(lambda: martlet.field.text == "half a th", "the draft")
        self.assertEqual(self.done("send", "notes", "-", stdin="from a script"), "")
        martlet.wait_for_bubble("You said, from a script")
        self.assertEqual(martlet.field.text, "half a th")
        self.picture("beside")
        self.assertEqual(json.loads(self.done("list", "--json"))[0]["last"]["body"], "from a script")
        martlet.quit()
        self.assertEqual(self.start().ready().field.text, "half a th")

    def test_an_import_beside_a_running_martlet(self):
        martlet = self.start().ready()
        martlet.say("first")
        archive = self.done("export")
        path = self.place.folder / "archive.json"
        path.write_text(archive.replace('"first"', '"second"').replace("originID\": \"", "originID\": \"x"))
        status, output, errors = self.command("import", str(path))
        self.assertEqual((status, errors), (0, ""))
        martlet.wait_for_bubble("You said, second")
        errors = self.refused(1, "import", "-", stdin="{")
        self.assertRegex(errors, "line 1, column 2")

    def test_another_store_is_not_taken_for_this_one(self):
        martlet = self.start().ready()
        other = type(self.place)()
        self.done("send", "notes", "elsewhere", **other.environment)
        self.assertEqual(other.messages(), ["elsewhere"])
        self.assertEqual(self.place.messages(), [])
        self.assertEqual(martlet.bubbles, [])

    def test_a_store_that_is_in_use_with_no_bus_is_a_sentence(self):
        martlet = self.start().ready()
        errors = self.refused(
            1, "send", "notes", "x", DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
        self.assertIn(str(martlet.pid), errors)
        self.assertEqual(self.place.messages(), [])
        self.assertEqual(len(json.loads(
            self.done("list", "--json", DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere"))), 1)

    # -- much ------------------------------------------------------------------------------------

    def test_memory_does_not_grow_with_the_history(self):
        self.done("send", "notes", "seed")
        few, many = 2_000, 1_000_000 if self.full else 20_000
        peaks = {"export": [], "import": []}
        for count in (few, many):
            self.fill(count)
            path = self.place.folder / "big.json"
            peaks["export"].append(self.peak("export", "--output", str(path)))
            with path.open() as file:
                self.assertEqual(sum(line.startswith('{"position"') for line in file), count)
            old, self.place = self.place, type(self.place)()
            peaks["import"].append(self.peak("import", str(path)))
            self.assertEqual(self.place.query("SELECT count(*) FROM message"), [(count,)])
            self.place = old
        print(f"     peaks in MiB: {peaks}", file=sys.stderr)
        for command, (small, large) in peaks.items():
            # SQLite's page cache fills up to its limit of 2 MB; the rest is noise.
            self.assertLess(large, small + 24, f"{command} grows with the history")

    def fill(self, count):
        connection = sqlite3.connect(self.place.database)
        with connection:
            connection.execute("DELETE FROM message")
            connection.executemany(
                "INSERT INTO message (conversation, position, kind, body, time, delivery, origin_id)"
                " VALUES (1, ?, 0, ?, ?, 1, ?)",
                ((i << 10, f"message number {i} of many", i * 1_000_000, f"o{i}")
                 for i in range(count)))
        connection.close()

    def peak(self, *arguments):
        """The most memory that a command needs, in MiB."""
        pid = os.fork()
        if pid == 0:
            os.environ.update({**self.place.environment, **NO_DISPLAY})
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.execv(PROGRAM, [PROGRAM, *arguments])
        _, status, usage = os.wait4(pid, 0)
        self.assertEqual(status, 0)
        return usage.ru_maxrss // 1024
