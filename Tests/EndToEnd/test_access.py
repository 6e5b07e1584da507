# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything says what it is and is reached by keyboard (cases 104-D09 and 106-D11)."""
import re

from harness import EndToEndCase, screen
from harness.tree import STATE, TYPE_NAME
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
FILE_OR_TYPE = re.compile(TYPE_NAME.pattern + r"|.*(-symbolic|\.png|\.svg)$")
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


class Keys(EndToEndCase):
    """Everything is done by keyboard alone: Tab and the arrows come by each control."""
    maxDiff = None

    def test_first_start(self):
        self.check(Tour(self).first_start(), 5)

    def test_a_fault_begins_at_what_can_be_done(self):
        """And not in its text, which can be selected: Return does what is suggested."""
        tour = Tour(self)
        tour.with_sample()
        for shown in tour.fault():
            now = shown.martlet.focused
            self.assertEqual((now.role, now.name), ("push button", "Quit"))

    def test_conversation(self):
        self.with_sample(lambda tour, martlet: tour.conversation(martlet), 12)

    def test_what_the_program_opens(self):
        self.with_sample(lambda tour, martlet: tour.by_action(martlet, "app"), 30)

    def test_what_the_window_opens(self):
        self.with_sample(lambda tour, martlet: tour.by_action(martlet, "win"), 30)

    def test_what_links_open(self):
        tour = Tour(self)
        tour.with_sample()
        self.check(tour.by_link(), 10)

    def test_fault(self):
        tour = Tour(self)
        tour.with_sample()
        self.check(tour.fault(), 2)

    def with_sample(self, part, least):
        tour = Tour(self)
        martlet = tour.start(tour.with_sample())
        tour.open_chat(martlet)
        self.check(part(tour, martlet), least)
        tour.stop(martlet)

    def check(self, part, least):
        """`least`: so many controls there are at least in this part."""
        missed, count = [], 0
        for shown in part:
            top = top_of(shown)
            if top is None or shown.name.startswith("menu") or shown.name == "about":
                continue  # GTK's own
            walk = Walk(top)
            wanted = {place.said for place in walk.places if place.is_to_be_reached}
            count += len(wanted)
            missed += [f"{shown.name}: {name}" for name in sorted(wanted - walk.stops())]
        self.assertGreaterEqual(count, least, "controls")
        self.assertEqual(missed, [])


class Place:
    """Something that can have the focus. What is known of it is asked for once: it takes time."""

    def __init__(self, node, role, ancestors):
        self.node, self.role, self.ancestors = node, role, ancestors
        self.name = node.name
        self.said = f"{role} “{self.name}”"

    @property
    def is_in_a_bar(self):
        return "tool bar" in self.ancestors

    @property
    def is_to_be_reached(self):
        """Whether it is a control, but for those of rows of a list: such rows have a menu."""
        return self.role in CONTROLS and "list item" not in self.ancestors \
            and self.name not in OF_THE_WINDOW | OF_THE_MOMENT \
            and self.node.is_sensitive and is_there(self.node)


class Walk:
    """Where keys lead in a window."""

    def __init__(self, top):
        self.top = top
        # In the order of the window, which is mostly that of Tab, too.
        self.places = list(places(top))

    def stops(self):
        """What Tab, and in a bar or among radio buttons the arrows, come by until they are where
        they began."""
        reached, in_a_row = set(), []
        for _ in range(MANY):
            place = self.focused()
            if place is None:
                break
            in_a_row.append(place.said)
            if in_a_row.count(place.said) > 2:
                break
            reached.add(place.said)
            if place.is_in_a_bar:
                reached |= self.along("Right", "Left")
            elif place.role == "radio button":
                reached |= self.along("Down", "Up")
            screen.press("Tab")
            screen.frame()
        return reached

    def along(self, *keys):
        """What the arrows come by, to the end, or around it, and back to the beginning."""
        reached = set()
        for key in keys:
            seen = set()
            while (place := self.focused()) is not None and place.said not in seen:
                seen.add(place.said)
                reached.add(place.said)
                screen.press(key)
                screen.frame()
        return reached

    def focused(self):
        """What has the focus. The window is asked again only where it is in no known place."""
        if (found := self.among_places()) is None:
            self.places = list(places(self.top))
            found = self.among_places()
        return found

    def among_places(self):
        for index, place in enumerate(self.places):
            if place.node.is_focused:
                self.places = self.places[index:] + self.places[:index]
                return place
        return None


def places(node, ancestors=()):
    """Rows that wait to be needed are passed over."""
    role = node.role
    if role == "list item" and not node.name:
        return
    if node.has(STATE.FOCUSABLE):
        yield Place(node, role, ancestors)
    for child in node.children:
        yield from places(child, (*ancestors, role))


def top_of(shown):
    """The window that is shown in the tree; a popover has none."""
    title = screen.run("xdotool", "getwindowname", shown.window).strip()
    return next((node for node in reversed(shown.node.children) if node.name == title), None)


def is_there(node):
    """Whether it has a place; what is folded away has none."""
    _, _, width, height = node.extents
    return width > 0 and height > 0
