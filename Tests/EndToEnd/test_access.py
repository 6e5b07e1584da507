# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything says what it is and is reached by keyboard (cases 104-D09 and 106-D11)."""
import re

from harness import EndToEndCase, screen
from harness.tree import STATE
from harness.windows import Tour

# What people do something with.
CONTROLS = {"push button", "toggle button", "check box", "radio button", "text", "entry",
            "combo box", "password text", "slider", "spin button", "link", "page tab"}
CHOICES = {"menu item", "check menu item", "radio menu item", "list item", "list", "tree item"}
# What holds others, or is looked at only.
OTHERS = {"panel", "filler", "scroll pane", "scroll bar", "separator", "frame", "dialog", "window",
          "application", "tool bar", "image", "label", "alert", "menu", "menu bar", "popup menu",
          "grouping", "list box", "status bar", "progress bar", "level bar", "calendar", "table",
          "table cell", "column header", "heading", "paragraph", "tool tip", "page tab list",
          "form"}  # what GTK 4.8 makes of the role "search"
FILE_OR_TYPE = re.compile(r"Gtk[A-Z]\w*$|.*(-symbolic|\.png|\.svg)$")
# The window manager's keys do what these do; GTK lets no key reach them.
OF_THE_WINDOW = {"Minimize", "Maximize", "Restore", "Close"}
# There only while the list is scrolled away from its end, where the End key leads back to, or while
# there is a notice; they have a place when they are hidden, too.
OF_THE_MOMENT = {"Go to the newest message", "Back to where you were", "Close this notice"}
MANY = 60  # more stops than any window has


class Access(EndToEndCase):
    maxDiff = None

    def test_every_control_has_a_name_and_a_role(self):
        nameless, unknown, count = set(), set(), 0
        for shown in Tour(self).everything():
            for node in shown.node.everything():
                role = node.role
                if not role or not is_there(node):
                    continue
                if role not in CONTROLS | CHOICES | OTHERS:
                    unknown.add(f"{shown.name}: {role} “{node.name}”")
                if role in CONTROLS or role in CHOICES and node.has(STATE.FOCUSABLE):
                    count += 1
                    if not node.name.strip() or FILE_OR_TYPE.match(node.name):
                        nameless.add(f"{shown.name}: {role} “{node.name}” {node.extents}")
        self.assertGreater(count, 200, "controls")
        self.assertEqual(sorted(unknown), [], "roles that say nothing")
        self.assertEqual(sorted(nameless), [], "without a name")

    def test_keys_reach_every_control(self):
        if not self.full:
            self.skipTest("walks for minutes; MARTLET_FULL=1 asks for it")
        missed, count = [], 0
        # Of a narrow window one half is hidden, and what is in it cannot be told from the other.
        for shown in Tour(self).everything(narrow=False):
            top = top_of(shown)
            if top is None or shown.name.startswith("menu") or shown.name == "about":
                continue  # GTK's own
            wanted = {said(node) for node in reachable(top)}
            count += len(wanted)
            missed += [f"{shown.name}: {name}" for name in sorted(wanted - self.stops(top))]
        self.assertGreater(count, 60, "controls")
        self.assertEqual(missed, [])

    def stops(self, top):
        """What Tab, and in a bar the arrows, come by until they are where they began."""
        reached, in_a_row = set(), []
        for _ in range(MANY):
            node = focused(top)
            if node is None:
                break
            in_a_row.append(said(node))
            if in_a_row.count(said(node)) > 2:
                break
            reached.add(said(node))
            if is_in_a_bar(node):
                reached |= self.along(top)
            screen.press("Tab")
            screen.frame()
        return reached

    def along(self, top):
        """What the arrows come by in a bar, to its end and back to its beginning."""
        reached = set()
        for key in ("Right", "Left"):
            last = None
            while (node := focused(top)) is not None and said(node) != last:
                last = said(node)
                reached.add(last)
                screen.press(key)
                screen.frame()
        return reached


def top_of(shown):
    """The window that is shown in the tree; a popover has none."""
    title = screen.run("xdotool", "getwindowname", shown.window).strip()
    return next((node for node in reversed(shown.node.children) if node.name == title), None)


def focused(node):
    """The innermost below that has the focus. Rows that wait to be needed are passed over."""
    for child in node.children:
        if child.role == "list item" and not child.name:
            continue
        if (found := focused(child)) is not None:
            return found
    return node if node.is_focused else None


def said(node):
    return f"{node.role} “{node.name}”"


def is_there(node):
    """Whether it has a place; what is folded away has none."""
    _, _, width, height = node.extents
    return width > 0 and height > 0


def is_in_a_bar(node):
    return any(role == "tool bar" for role in node.ancestors)


def reachable(top):
    """The controls of a window, but those of rows of a list: such rows have a menu."""
    for node in top.everything():
        if node.role in CONTROLS and node.has(STATE.FOCUSABLE) and node.is_sensitive \
                and is_there(node) and node.name not in OF_THE_WINDOW | OF_THE_MOMENT \
                and "list item" not in node.ancestors:
            yield node
