# SPDX-License-Identifier: GPL-3.0-or-later
"""All that Martlet can show, one after the other.

What opens by an action is found by asking the running program for its actions, so that a new window
is looked at by every test of this kind as soon as it exists.
"""
import re
import subprocess
import time
from dataclasses import dataclass

from . import sample, screen
from .app import Martlet
from .tree import Node
from .waiting import wait_until

PATHS = {"app": "/im/martlet/Martlet", "win": "/im/martlet/Martlet/window/1"}
# What ends something, goes somewhere, or is shown here in another way.
NOT_TO_BE_SHOWN = {"quit", "close", "retry", "back", "menu", "return", "next-region", "previous-region",
                   "next-conversation", "previous-conversation", "new-note"}
CHAT = "Bo Lindqvist"


@dataclass
class Shown:
    """Something on the screen: the part of the tree that it is in, and its X window."""
    name: str
    martlet: Martlet
    node: Node
    window: str


def call(path, method, *arguments):
    return subprocess.run(
        ["gdbus", "call", "--session", "--dest", "im.martlet.Martlet", "--object-path", path,
         "--method", f"org.gtk.Actions.{method}", *arguments],
        text=True, capture_output=True, check=True).stdout


def activate(group, action):
    call(PATHS[group], "Activate", action, "[]", "{}")


def plain_actions():
    """The actions that open something: ("app", "about"), …"""
    for group, path in PATHS.items():
        described = call(path, "DescribeAll")
        for name, parameter in re.findall(r"'([\w-]+)': \(\w+, (?:signature )?'(\w*)'", described):
            if not parameter and name not in NOT_TO_BE_SHOWN:
                yield group, name


def at_rest(window):
    """Waits until a window does not change any more."""
    def rests():
        first = screen.pixels(window)
        time.sleep(0.12)
        return first == screen.pixels(window)
    wait_until(rests, "the window to come to rest")


class Tour:
    """Shows everything in one process after another; `translate` is that of its language."""

    def __init__(self, case, program=None, translate=str, size=None, **environment):
        self.case = case
        self.program = program
        self.translate = translate
        self.size = size
        self.environment = environment

    def start(self, place, *arguments):
        martlet = self.case.start(
            *arguments, place=place, program=self.program, **self.environment)
        # The window that others open over.
        self.main = martlet.window
        if self.size:
            screen.resize(self.main, *self.size)
        at_rest(self.main)
        return martlet

    def stop(self, martlet):
        activate("app", "quit")
        martlet.wait()
        wait_until(lambda: not self.case.name_is_owned(), "the name on the bus to be free")

    def with_sample(self):
        """A place that holds the sample."""
        place = self.case.place
        file = place.folder / "sample.json"
        file.write_text(sample.archive())
        status, _, errors = self.case.run_to_end("import", str(file))
        self.case.assertEqual((status, errors), (0, ""))
        return place

    def everything(self, narrow=True, more=False, online=False):
        """`narrow`: also a window as wide as a phone. `more`: also what shows when something is typed
        or chosen there. `online`: also what a server asks."""
        yield from self.first_start()
        martlet = self.start(self.with_sample())
        yield from self.conversation(martlet)
        yield from self.by_action(martlet)
        yield from self.of_accounts(martlet)
        yield from self.selecting(martlet)
        if more:
            yield from self.reacting(martlet)
            yield from self.searching(martlet)
            yield from self.of_the_list(martlet)
        if narrow:
            yield from self.narrow(martlet)
        self.stop(martlet)
        yield from self.by_link()
        if online:
            yield from self.of_a_server()
        yield from self.fault()

    # -- the parts -----------------------------------------------------------------------------

    def shown(self, name, martlet, node=None, window=None):
        window = window or martlet.window
        at_rest(window)
        return Shown(name, martlet, node or martlet.root, window)

    def first_start(self):
        martlet = self.start(self.case.place)
        yield self.shown("first start", martlet)
        self.stop(martlet)

    def open_chat(self, martlet):
        [(number,)] = martlet.place.query("SELECT id FROM conversation WHERE title = ?", CHAT)
        call(PATHS["app"], "Activate", "show-conversation", f"[<'{number}'>]", "{}")
        wait_until(lambda: any(node.name for node in message_rows(martlet)), "the conversation")

    def conversation(self, martlet):
        self.open_chat(martlet)
        yield self.shown("conversation", martlet)
        screen.press("F10")
        wait_until(lambda: (now := martlet.focused) and now.role == "menu item", "the menu")
        yield self.shown("menu", martlet)
        screen.press("Escape")
        for item in ("Details", "Reply"):
            self.message_menu(martlet)
            if item == "Details":
                yield self.shown("menu of a message", martlet)
            before = set(screen.windows(martlet.pid))
            martlet.find("menu item", self.translate(item)).press()
            if item == "Reply":
                martlet.find(start=self.translate("Reply to {name}").split("{")[0])
                yield self.shown("reply", martlet)
                screen.press("Escape")
            else:
                yield from self.dialog("details", martlet, before)
        self.focus_field(martlet)

    def message_menu(self, martlet):
        self.focus_field(martlet)
        screen.press("shift+F6")
        wait_until(lambda: (now := martlet.focused) and "list" in now.role, "the list's focus")
        screen.press("End", "Menu")
        wait_until(lambda: (now := martlet.focused) and now.role == "menu item", "the menu")

    def focus_field(self, martlet):
        for _ in range(4):
            if (now := martlet.focused) and now.role == "text":
                return
            screen.press("Escape")
            screen.frame()
            screen.press("F6")
            screen.frame()

    def by_action(self, martlet, *groups):
        """What actions open; those of some groups only, if any are named."""
        for group, action in list(plain_actions()):
            if groups and group not in groups:
                continue
            before = set(screen.windows(martlet.pid))
            activate(group, action)
            yield from self.dialog(action, martlet, before)

    def of_accounts(self, martlet):
        """What the menu of an account opens, and the way to a new one."""
        main = set(screen.windows(martlet.pid))
        activate("app", "preferences")
        self.fit(wait_until(lambda: set(screen.windows(martlet.pid)) - main, "the preferences").pop())
        name = self.translate("What to do with %s").replace("%s", sample.ACCOUNT)
        for item in ("_Name…", "P_icture…", "Change _Password…", "_Blocked Addresses…", "_Remove…",
                     "_Delete at the Server…"):
            # GTK's menu buttons are a button in another of the same name.
            martlet.find(name=name).children[0].press()
            entry = martlet.find("menu item", self.translate(item).replace("_", ""))
            before = set(screen.windows(martlet.pid))
            entry.press()
            yield from self.dialog(item.strip("_…").replace("_", "").lower(), martlet, before)
        screen.press("Escape")
        wait_until(lambda: set(screen.windows(martlet.pid)) == main, "the preferences to close")
        activate("app", "add-account")
        button = martlet.find("push button", self.translate("New Account…"))
        button.press()
        martlet.find("push button", self.translate("Continue"))
        window = wait_until(lambda: set(screen.windows(martlet.pid)) - main, "the dialog").pop()
        yield self.shown("new account", martlet, window=window)
        screen.press("Escape")
        wait_until(lambda: set(screen.windows(martlet.pid)) == main, "the dialogs to close")

    def selecting(self, martlet):
        self.message_menu(martlet)
        martlet.find("menu item", self.translate("Select")).press()
        martlet.find("push button", self.translate("End selecting"))
        yield self.shown("selecting", martlet)
        screen.press("Escape")
        self.focus_field(martlet)

    def reacting(self, martlet):
        self.message_menu(martlet)
        martlet.find("menu item", self.translate("React")).press()
        martlet.find(start=self.translate("React with %s").split("%")[0])
        yield self.shown("reaction picker", martlet)
        screen.press("Escape")
        self.focus_field(martlet)
        for number in range(7):
            screen.type_text(f"Line {number} of a draft")
            screen.press("shift+Return")
        yield self.shown("long draft", martlet)
        screen.press("ctrl+a", "BackSpace")

    def searching(self, martlet):
        for action, name in (("find", "found"), ("search", "results")):
            activate("win", action)
            wait_until(lambda: (now := martlet.focused) and now.role in ("text", "entry"),
                       "the field to search in")
            screen.type_text("bring")
            yield self.shown(name, martlet)
            screen.type_text("zzz")
            yield self.shown(f"nothing {name}", martlet)
            screen.press("ctrl+a", "BackSpace", "Escape")
            screen.frame()
        self.focus_field(martlet)

    def of_the_list(self, martlet):
        """The side list, which a phone shows by itself, the menu of one of its rows, and its end."""
        activate("win", "back")
        yield self.shown("list", martlet)

        def has_focus():
            if (now := martlet.focused) and now.name == self.translate("Conversations"):
                return True
            screen.press("F6")
            time.sleep(0.1)
            return False
        wait_until(has_focus, "the focus in the list")
        screen.press("Home", "Down", "Down", "Menu")
        entry = martlet.find("menu item", self.translate("_Delete…").replace("_", ""))
        yield self.shown("menu of a conversation", martlet)
        before = set(screen.windows(martlet.pid))
        entry.press()
        yield from self.dialog("delete conversation", martlet, before)
        self.open_chat(martlet)

    def dialog(self, name, martlet, before):
        """What opened: a window of its own, or something in the main one."""
        deadline = time.monotonic() + 3
        new = set()
        while not new and time.monotonic() < deadline:
            new = set(screen.windows(martlet.pid)) - before
            time.sleep(0.02)
        window = new.pop() if new else martlet.window
        if window not in before:
            self.fit(window)
        yield self.shown(name, martlet, window=window)
        screen.press("Escape")
        if window in set(screen.windows(martlet.pid)) - before:
            def is_gone():
                if window not in screen.windows(martlet.pid):
                    return True
                screen.activate(window)
                screen.press("Escape")
                time.sleep(0.1)
                return False
            wait_until(is_gone, f"{name} to close by Escape")

    def fit(self, window):
        """Makes it no larger than the screen that is meant."""
        if self.size:
            width, height = screen.size(window)
            screen.resize(window, min(width, self.size[0]), min(height, self.size[1]))

    def by_link(self):
        # Only here, for an account that is switched on goes to the network.
        connection = self.case.place.write()
        connection.execute("UPDATE account SET is_enabled = 1 WHERE id <> 0")
        connection.close()
        martlet = self.start(self.case.place)
        self.case.run_to_end("xmpp:?")
        martlet.find(name=self.translate("Close this notice"))
        yield self.shown("notice", martlet)
        martlet.find(name=self.translate("Close this notice")).press()
        self.case.run_to_end("xmpp:room@rooms.example.org?join")
        martlet.find("push button", self.translate("Join"))
        yield self.shown("question", martlet)
        self.stop(martlet)

    def of_a_server(self):
        """Signing in to one whose certificate is in question, who asks to be a contact there, and what
        is asked of who wants an account."""
        host = self.case.server()
        self.case.keyring()
        martlet = self.start(self.case.place)
        main = set(screen.windows(martlet.pid))

        def opened(action):
            activate("app", action)
            wait_until(lambda: (now := martlet.focused) and now.role == "text", "the dialog")
            return (set(screen.windows(martlet.pid)) - main).pop()

        def closed():
            wait_until(lambda: set(screen.windows(martlet.pid)) == main, "the dialog to close")

        def trust():
            return martlet.find("push button", self.translate("Trust This Server"))
        window = opened("add-account")
        screen.type_text(f"alice@{host.domain}")
        screen.press("Tab")
        screen.type_text("alice-pw")
        screen.press("Return")
        trust()
        yield self.shown("certificate", martlet, window=window)
        trust().press()
        closed()
        carol = self.case.peer(host, "carol")
        carol.write(f'<presence to="alice@{host.domain}" type="subscribe"/>')
        martlet.find("push button", self.translate("Accept"))
        activate("win", "back")
        yield self.shown("request", martlet)
        window = opened("add-account")
        martlet.find("push button", self.translate("New Account…")).press()
        martlet.find("push button", self.translate("Continue"))
        wait_until(lambda: (now := martlet.focused) and now.role == "text", "the field")
        window = (set(screen.windows(martlet.pid)) - main).pop()
        screen.type_text(host.domain)
        screen.press("Return")
        trust().press()
        martlet.find("password text")
        yield self.shown("questions of a new account", martlet, window=window)
        screen.press("Escape")
        closed()
        self.stop(martlet)
        host.stop()

    def narrow(self, martlet):
        screen.resize(martlet.window, 360, 640)
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window")
        yield self.shown("narrow conversation", martlet)
        activate("win", "back")
        yield self.shown("narrow list", martlet)

    def fault(self):
        place = self.case.place
        connection = place.write()
        connection.execute("PRAGMA user_version = 9999")
        connection.close()
        martlet = self.start(place)
        yield self.shown("fault", martlet)
        self.stop(martlet)


def row_list(martlet):
    """The rows of the side list."""
    lists = [node for node in martlet.root.everything() if node.role == "list"]
    return lists[0].children if lists else []


def message_rows(martlet):
    lists = [node for node in martlet.root.everything() if node.role == "list"]
    return lists[-1].children if lists else []


def offset(martlet, window):
    """Where the content begins in the X window: around it is the edge that is dragged."""
    wide, high = screen.size(window)
    for frame in reversed(martlet.root.children):
        _, _, width, height = frame.extents
        if 0 <= wide - width <= 64 and 0 <= high - height <= 64:
            return (wide - width) // 2, (high - height) // 2
    return 0, 0
