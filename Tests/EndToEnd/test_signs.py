# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn without words can be seen: at least 3 : 1 with what is around it, in every style
(WCAG 2.1, 1.4.11). Where the focus is, and that a switch is off.

Measured from what is painted, as in test_contrast.
"""
from harness import EndToEndCase, screen, wait_until
from harness.pixels import Picture, contrast, readable
from harness.portal import STYLES
from harness.tree import STATE
from harness.windows import Tour, activate, at_rest, offset

ENOUGH = 3.0
STEPS = 2
# Pixels between what has the focus and the ring around the whole of it: an entry has its text within.
ROOM = 12


class Signs(EndToEndCase):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.service = self.portal(color_scheme=2)

    def test_the_focus_and_what_is_off_are_seen(self):
        tour, low = Tour(self), {}
        tour.with_sample()
        for style in STYLES if self.full else ("dark",):
            self.service.show(style)
            martlet = self.start().ready()
            main = martlet.window
            # Rows and switches.
            activate("app", "preferences")
            window = wait_until(lambda: set(screen.windows(martlet.pid)) - {main}, style).pop()
            wait_until(lambda: screen.active_window() == window, "the preferences in front")
            at_rest(window)
            found = dict(self.rings(martlet, window))
            self.assertGreater(len(found), 1, style)
            found |= dict(self.switches(martlet, window))
            self.assertTrue(any(what.startswith("off") for what in found), sorted(found))
            self.picture(style, window)
            low.update({f"{style}: {what}": round(ratio, 2)
                        for what, ratio in found.items() if ratio < ENOUGH})
            tour.stop(martlet)
        self.assertEqual(low, {})

    def test_a_long_draft(self):
        """Its scroll bar stands within the round border, and the arrow beside it says "now"."""
        martlet = self.start().ready()
        for number in range(7):
            screen.type_text(f"Line {number} of a draft")
            screen.press("shift+Return")
        wait_until(lambda: martlet.field.text.count("\n") == 7, "seven lines")
        window = martlet.window
        at_rest(window)
        self.picture("draft", window)
        left, top = offset(martlet, window)
        picture = Picture(window, screen.size(window))
        x, y, width, height = martlet.send_button.extents
        middle = (x + left + width // 2 - 9, y + top + height // 2 - 9, 18, 18)
        self.assertGreater(readable(picture.part(*middle)), ENOUGH)
        x, y, width, height = martlet.field.extents
        edge = picture.part(x + left + width - 5, y + top + 14, 5, height - 28)
        self.assertEqual(len(set(map(tuple, edge))), 1, "something stands on the border")

    def rings(self, martlet, window):
        """What the keys come to, and how well its ring is seen."""
        def shown():
            at_rest(window)
            node = martlet.focused
            return node, node.extents, Picture(window, screen.size(window))
        left, top = offset(martlet, window)
        walk = [shown()]
        for _ in range(STEPS + 1):
            screen.press("Tab")
            walk.append(shown())
        for (_, _, before), (node, place, now), (_, _, later) in zip(walk, walk[1:], walk[2:]):
            # What has been scrolled meanwhile is not where it was.
            if node is None or node.extents != place:
                continue
            x, y, width, height = place
            part = (x + left - ROOM, y + top - ROOM, width + 2 * ROOM, height + 2 * ROOM)
            pixels = [sum(picture.part(*part), []) for picture in (before, now, later)]
            ratios = sorted((contrast(on, off) for was, on, off in zip(*pixels)
                             if on not in (was, off)), reverse=True)
            # Half a ring of two pixels.
            needed = width + height
            yield f"{node.role} “{node.name}”", ratios[needed] if len(ratios) > needed else 1.0

    def switches(self, martlet, window):
        """What is off, and how well its edge is seen."""
        left, top = offset(martlet, window)
        picture = Picture(window, screen.size(window))
        for node in martlet.root.everything():
            x, y, width, height = node.extents
            x, y = x + left, y + top
            if node.role not in ("switch", "toggle button", "check box", "radio button") or \
                    node.has(STATE.CHECKED) or not node.is_sensitive or not 20 < width < 70 or \
                    not (0 < x < picture.width - width and 0 < y < picture.height - height):
                continue
            around = picture.pixel(x - 4, y + height // 2)
            line = [picture.pixel(x + column, y + height // 2) for column in range(-2, 4)]
            yield f"off: {node.name}", max(contrast(color, around) for color in line)
