# SPDX-License-Identifier: GPL-3.0-or-later
"""A busy day: what many stanzas leave in the memory of the program (case 112-P02)."""
import re
from pathlib import Path

from harness import EndToEndCase, wait_until
from harness.notifications import Notifications
from harness.signin import SignIn
from harness.windows import PATHS, call

# Of memory that may stay for each stanza, by the case: 5 MB for 100,000. Below some megabytes it is the
# play of the allocator.
BYTES_PER_STANZA = 52
PLAY = 6 << 20


class Load(SignIn, EndToEndCase):
    def held(self, martlet):
        """Bytes that are the program's own."""
        rollup = Path(f"/proc/{martlet.pid}/smaps_rollup").read_text()
        return sum(int(kb) << 10 for kb in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.M))

    def write(self, count):
        """So many messages from Bob, and a presence for every fourth, until they are on disk."""
        last = f"message {self.written + count}"
        for number in range(self.written + 1, self.written + count + 1):
            self.bob.say(self.address("alice"), f"message {number}")
            if number % 4 == 0:
                show = "away" if number % 8 else "dnd"
                self.bob.write(f"<presence><show>{show}</show></presence>")
        self.written += count
        wait_until(lambda: self.place.query("SELECT 1 FROM message WHERE body = ?", last),
                   f"“{last}” on disk", patience=1800)

    def test_stanzas_leave_nothing_in_memory(self):
        self.addCleanup(Notifications().end)
        self.keyring()
        self.host = host = self.server()
        host.stop()
        host.befriend("alice", "bob")
        host.start()
        self.bob, self.written = self.peer(host, "bob"), 0
        martlet = self.start().ready()
        self.add(martlet)
        count = 100_000 if self.full else 1_200
        self.write(1)
        [(bob,)] = self.place.query("SELECT id FROM conversation WHERE title <> '' AND kind = 1")
        call(PATHS["app"], "Activate", "show-conversation", f"[<'{bob}'>]", "{}")
        martlet.wait_for_bubble("They said, message 1")
        # As many to warm up: caches of the database and of the allocator fill for a long time.
        self.write(count)
        martlet.wait_for_bubble(f"They said, message {self.written}")
        before = self.held(martlet)
        self.write(count)
        martlet.wait_for_bubble(f"They said, message {self.written}")
        grown = self.held(martlet) - before
        print(f"     {grown >> 10} KiB after {count * 5 // 4} stanzas", flush=True)
        self.assertLess(grown, PLAY + count * 5 // 4 * BYTES_PER_STANZA)
