# SPDX-License-Identifier: GPL-3.0-or-later
"""A window that nobody uses costs nothing."""
import subprocess
import time
from pathlib import Path

from harness import EndToEndCase, wait_until
from harness import screen
from harness.signin import SignIn

QUIET = 10  # seconds in which nothing happens
ONLINE = 600  # seconds of an account that nobody uses
# The timer and the answer; twice that leaves room for a renewal of something else.
WAKES_A_PING = 4


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


def carried(domain):
    """What the connection to a server has carried: pieces out and in, bytes out and in."""
    lines = subprocess.run(
        ["ss", "-tinHO", "state", "established", "dst", f"{domain}:5222"],
        text=True, capture_output=True, check=True).stdout.splitlines()
    (line,) = [line for line in lines if line.split()[3] == f"{domain}:5222"]
    values = dict(word.split(":", 1) for word in line.split()[4:] if ":" in word)
    return [int(values[name]) for name in (
        "data_segs_out", "data_segs_in", "bytes_sent", "bytes_received")]


class Idle(SignIn, EndToEndCase):
    def test_ten_quiet_seconds_wake_no_thread(self):
        martlet = self.start().ready()
        martlet.say("good night")
        self.cover(martlet)
        # What has just been done settles first: the draft is saved, the bubble has come to rest, the
        # screen reader has asked. A timer that goes on would be in each of the stretches.
        stretches = []
        while len(stretches) < 3 and (not stretches or stretches[-1] != ({}, 0)):
            stretches.append(self.stretch(martlet.pid))
        self.assertEqual(stretches[-1], ({}, 0), f"all of them: {stretches}")

    def cover(self, martlet):
        """Puts another window in front."""
        window = martlet.window
        cover = subprocess.Popen(["xmessage", "-geometry", "200x100", "another window"],
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(cover.kill)
        wait_until(lambda: screen.active_window() not in (window, None), "another window in front")

    def test_an_account_online_wakes_for_its_pings_only(self):
        self.host = self.server()
        self.keyring()
        martlet = self.start().ready()
        self.add(martlet)
        self.cover(martlet)
        stretches = []
        while len(stretches) < 4 and (not stretches or stretches[-1] != ({}, 0)):
            stretches.append(self.stretch(martlet.pid))
        self.assertEqual(stretches[-1], ({}, 0), f"all of them: {stretches}")
        if not self.full:
            return
        before = carried(self.host.domain)
        woken, ticks = self.stretch(martlet.pid, ONLINE)
        after = carried(self.host.domain)
        out, come, sent, received = (b - a for a, b in zip(before, after))
        print(f"note online for {ONLINE} s: {out} pieces and {sent} bytes out, {come} pieces and "
              f"{received} bytes in, {ticks} ticks, woken {woken}", flush=True)
        self.assertLessEqual(out, ONLINE // 60, "more than a ping a minute")
        self.assertLessEqual(sum(woken.values()), WAKES_A_PING * max(out, 1), woken)

    @staticmethod
    def stretch(pid, seconds=QUIET):
        """How often each thread woke in some seconds, and the processor's ticks in them."""
        before, used = switches(pid), processor_time(pid)
        time.sleep(seconds)
        after = switches(pid)
        woken = {name: count - before.get(name, 0) for name, count in after.items()
                 if count != before.get(name, 0)}
        return woken, processor_time(pid) - used
