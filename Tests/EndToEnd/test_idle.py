# SPDX-License-Identifier: GPL-3.0-or-later
"""A window that nobody uses costs nothing."""
import subprocess
import time
from pathlib import Path

from harness import EndToEndCase, wait_until
from harness import screen

QUIET = 10  # seconds in which nothing happens


def switches(pid):
    """How often each thread of a process went to sleep so far: it has to wake up for that."""
    counts = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        lines = (thread / "status").read_text().splitlines()
        count = next(line for line in lines if line.startswith("voluntary_ctxt_switches"))
        name = (thread / "comm").read_text().strip()
        counts[f"{name} {thread.name}"] = int(count.split()[1])
    return counts


def processor_time(pid):
    """In ticks of the clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


class Idle(EndToEndCase):
    def test_ten_quiet_seconds_wake_no_thread(self):
        martlet = self.start().ready()
        martlet.say("good night")
        window = martlet.window
        cover = subprocess.Popen(["xmessage", "-geometry", "200x100", "another window"],
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(cover.kill)
        wait_until(lambda: screen.active_window() not in (window, None), "another window in front")

        # What has just been done settles first: the draft is saved, the bubble has come to rest, the
        # screen reader has asked. A timer that goes on would be in each of the stretches.
        stretches = []
        while len(stretches) < 3 and (not stretches or stretches[-1] != ({}, 0)):
            stretches.append(self.stretch(martlet.pid))
        self.assertEqual(stretches[-1], ({}, 0), f"all of them: {stretches}")

    @staticmethod
    def stretch(pid):
        """How often each thread woke in some seconds, and the processor's ticks in them."""
        before, used = switches(pid), processor_time(pid)
        time.sleep(QUIET)
        after = switches(pid)
        woken = {name: count - before.get(name, 0) for name, count in after.items()
                 if count != before.get(name, 0)}
        return woken, processor_time(pid) - used
