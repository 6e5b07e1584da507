# SPDX-License-Identifier: GPL-3.0-or-later
"""A Prosody on an address of its own, so that it can have the standard port.

Whoever has an address "…@127.20.30.40" is looked for at 127.20.30.40:5222 as at any other domain; so
the program needs no way around for tests.
"""
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from .waiting import wait_until

SERVERS = Path(__file__).resolve().parents[2] / "Servers"
PORT = 5222


class Server:
    USERS = ("alice", "bob", "carol")

    @staticmethod
    def is_installed():
        return shutil.which("prosody") is not None

    def __init__(self, is_behind_proxy=False, takes_reports=False):
        """`is_behind_proxy`: the port of its domain is left to a proxy, and it listens elsewhere;
        `takes_reports`: with a block, it hears why (``reports``)."""
        self.takes_reports = takes_reports
        self.folder = Path(tempfile.mkdtemp(prefix="prosody-", dir=os.environ["MARTLET_SESSION"]))
        self.domain = self.free_address()
        # Where it listens itself.
        self.address = self.free_address() if is_behind_proxy else self.domain
        tls = self.folder / "tls"
        subprocess.run([SERVERS / "make-certificates", tls, self.domain], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (tls / "active").mkdir()
        self.use("selfsigned")
        for user in self.USERS:
            self.store("accounts", user, f'return {{ ["password"] = "{user}-pw" }};')
        self.process = None
        # The versions it speaks, in Prosody's words.
        self.tls = "tlsv1_2+"
        self.start()

    @staticmethod
    def free_address():
        while True:
            address = "127.{}.{}.{}".format(*(random.randint(2, 250) for _ in range(3)))
            with socket.socket() as probe:
                if probe.connect_ex((address, PORT)):
                    return address

    def use(self, certificate):
        """Shows this certificate of make-certificates from the next start on."""
        for kind in ("crt", "key"):
            shutil.copy(self.folder / f"tls/{certificate}.{kind}",
                        self.folder / f"tls/active/server.{kind}")

    def file(self, kind, user):
        return self.folder / "data" / self.domain.replace(".", "%2e") / kind / f"{user}.dat"

    def store(self, kind, user, lua):
        file = self.file(kind, user)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(lua + "\n")

    def has_account(self, user):
        return self.file("accounts", user).exists()

    @property
    def reports(self):
        """What was said with blocks, a line each."""
        file = self.folder / "reports"
        return file.read_text().splitlines() if file.exists() else []

    def befriend(self, *users):
        """Makes them know each other, without asking them; while the server does not look."""
        for user in users:
            items = "".join(
                f'["{other}@{self.domain}"] = {{ ["subscription"] = "both"; ["groups"] = {{}} }};'
                for other in users if other != user)
            self.store("roster", user, f'return {{ [false] = {{ ["version"] = 1 }}; {items} }};')

    def crowd(self, user, count):
        """Gives somebody so many contacts, "Person 0001" and so on; while the server does not look."""
        items = "".join(
            f'["person{number:04}@{self.domain}"] = {{ ["subscription"] = "none"; '
            f'["name"] = "Person {number:04}"; ["groups"] = {{}} }};\n'
            for number in range(1, count + 1))
        self.store("roster", user, f'return {{ [false] = {{ ["version"] = 1 }}; {items} }};')

    def start(self):
        values = {
            "DIR": self.folder, "ROOT": "true" if os.getuid() == 0 else "false",
            "USER": pwd.getpwuid(os.getuid()).pw_name, "ADDRESS": self.address,
            "DOMAIN": self.domain, "C2S": PORT, "DIRECT": "", "AUTH": "internal_plain",
            "TLS": self.tls, "ARCHIVE": "memory", "HIBERNATION": 300, "SMACKS": '"smacks",',
            "OFFLINE": '"offline",',
        }
        text = (SERVERS / "prosody.cfg.lua.in").read_text()
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        if self.takes_reports:
            text = (f'plugin_paths = {{ "{SERVERS / "modules"}" }}\n'
                    f'reports = "{self.folder / "reports"}"\n{text}\n'
                    'modules_enabled = { "takes_reports" }\n')
        configuration = self.folder / "prosody.cfg.lua"
        configuration.write_text(text)
        self.process = subprocess.Popen(
            ["prosody", "-F", "--config", configuration], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def listens():
            assert self.process.poll() is None, self.log
            with socket.socket() as probe:
                return probe.connect_ex((self.address, PORT)) == 0
        wait_until(listens, "Prosody")

    @property
    def log(self):
        path = self.folder / "prosody.log"
        return path.read_text() if path.exists() else ""

    @property
    def clients(self):
        """The local ports from which there are connections to it."""
        ours = socket.inet_aton(self.address)[::-1].hex().upper() + f":{PORT:04X}"
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        established = "01"
        return {row[1].partition(":")[2] for row in rows
                if row[2] == ours and row[3] == established}

    def freeze(self, is_frozen=True):
        """It does nothing any more, and its connections stay open."""
        self.process.send_signal(signal.SIGSTOP if is_frozen else signal.SIGCONT)

    def stop(self):
        if self.process:
            self.freeze(False)
            self.process.terminate()
            self.process.wait()
            self.process = None
