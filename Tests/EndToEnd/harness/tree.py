# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessibility tree, as a screen reader gets it (AT-SPI 2)."""
import re

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

Atspi.init()
# Milliseconds for a call, and for one to a program that just starts: a program that is killed
# in the middle of an answer must not hold the tests up.
Atspi.set_timeout(5000, 5000)
STATE = Atspi.StateType
# What has no name of its own is named by its type (ARCHITECTURE.md, "Facts").
TYPE_NAME = re.compile(r"(Gtk|Martlet)[A-Z]\w*$")
# The tree is read while it changes and while programs die: all of these mean "not there".
GONE = (GLib.Error,)


class Node:
    """One accessible object. What has gone since has no name, no role and no children."""

    def __init__(self, accessible):
        self.accessible = accessible

    def __eq__(self, other):
        return isinstance(other, Node) and self.accessible == other.accessible

    def __hash__(self):
        return hash(self.accessible)

    def _ask(self, question, otherwise):
        try:
            return question()
        except GONE:
            return otherwise

    @property
    def name(self):
        return self._ask(self.accessible.get_name, None) or ""

    @property
    def description(self):
        return self._ask(self.accessible.get_description, None) or ""

    @property
    def role(self):
        return self._ask(self.accessible.get_role_name, None) or ""

    @property
    def children(self):
        children = []
        for index in range(max(self._ask(self.accessible.get_child_count, 0), 0)):
            child = self._ask(lambda: self.accessible.get_child_at_index(index), None)
            if child is not None:
                children.append(Node(child))
        return children

    @property
    def ancestors(self):
        """The roles of what it is in, the nearest first."""
        roles = []
        parent = self._ask(self.accessible.get_parent, None)
        while parent is not None and len(roles) < 100:
            node = Node(parent)
            roles.append(node.role)
            parent = self._ask(node.accessible.get_parent, None)
        return roles

    def has(self, state):
        states = self._ask(self.accessible.get_state_set, None)
        return states is not None and states.contains(state)

    @property
    def is_sensitive(self):
        return self.has(STATE.SENSITIVE)

    @property
    def is_selected(self):
        return self.has(STATE.SELECTED)

    @property
    def is_focused(self):
        return self.has(STATE.FOCUSED)

    @property
    def is_showing(self):
        return self.has(STATE.SHOWING)

    @property
    def text(self):
        """What is written in a text field."""
        count = self._ask(lambda: Atspi.Text.get_character_count(self.accessible), 0)
        return self._ask(lambda: Atspi.Text.get_text(self.accessible, 0, count), "")

    def press(self):
        """Does the first thing that the object offers to do."""
        return self._ask(lambda: self.accessible.get_action_iface().do_action(0), False)

    @property
    def extents(self):
        """x, y, width, height on the screen."""
        box = self._ask(
            lambda: Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW), None)
        return (box.x, box.y, box.width, box.height) if box else (0, 0, 0, 0)

    def everything(self):
        """This object and all below it, top down."""
        yield self
        for child in self.children:
            yield from child.everything()

    def find(self, role=None, name=None, start=None):
        """The first object below with this role, this name, or a name that starts like this."""
        return next(self.find_all(role, name, start), None)

    def find_all(self, role=None, name=None, start=None):
        for node in self.everything():
            if role is not None and node.role != role:
                continue
            if name is not None or start is not None:
                found = node.name
                if name is not None and found != name:
                    continue
                if start is not None and not found.startswith(start):
                    continue
            yield node

    def drawing(self, depth=0):
        """The tree in words, for a message of a test that failed."""
        flags = "".join(
            letter for letter, state in (
                ("S", STATE.SENSITIVE), ("F", STATE.FOCUSED), ("V", STATE.SHOWING))
            if self.has(state))
        lines = [f"{'  ' * depth}{self.role} “{self.name[:60]}” {flags}"]
        for child in self.children:
            lines.append(child.drawing(depth + 1))
        return "\n".join(lines)


def application(pid):
    """The root of the program with this process number; None as long as it has not come up."""
    try:
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == pid:
                # Otherwise libatspi answers with what it heard last, and a death is not heard.
                child.set_cache_mask(Atspi.Cache.NONE)
                return Node(child)
    except GONE:
        pass
    return None
