# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading a whole conversation from the screen; for a test case."""
from . import screen
from .waiting import wait_until

MINE = "You said, "
THEIRS = "They said, "


class Reading:
    def all_that_is_shown(self, martlet, first):
        """What the list shows, from its row `first` to its last, page by page."""
        screen.press("shift+F6")
        wait_until(lambda: (now := martlet.focused) and "list" in now.role, "the list's focus")
        screen.press("Home")
        shown = self.at_rest(martlet, lambda page: first in page)
        while True:
            screen.press("Page_Down")
            before = shown[-1]
            page = self.at_rest(martlet, lambda page: before in page)
            self.assertEqual(len(page), len(set(page)), "twice on one page")
            new = page[page.index(before) + 1:]
            self.assertFalse(set(new) & set(shown), "twice")
            if not new:
                return shown
            shown += new

    def at_rest(self, martlet, condition):
        """The bubbles, top down, once they are as wanted and do not change any more."""
        last = None

        def rests():
            nonlocal last
            before, last = last, self.in_view(martlet)
            return last == before and condition(last)
        wait_until(rests, "the list to come to rest")
        return last

    @staticmethod
    def in_view(martlet):
        """Not the row that has the focus somewhere else: it is kept, and not to be seen."""
        height = screen.size(martlet.window)[1]
        bubbles = []
        for node in martlet.root.everything():
            if node.name.startswith((MINE, THEIRS)):
                _, top, _, tall = node.extents
                if -tall < top < height:
                    bubbles.append((top, node.name))
        return [name for _, name in sorted(bubbles)]

    @staticmethod
    def texts(shown, side):
        return [text.removeprefix(side) for text in shown if text.startswith(side)]
