# SPDX-License-Identifier: GPL-3.0-or-later
"""Text can be read: at least 4.5 : 1 with what it stands on, in every style (case 107-D12).

Measured from what is painted. The font is twice as large as usual, so that the letters' stems are
wider than a pixel and have the colour of the text itself.
"""
import json

from harness import EndToEndCase, screen, wait_until
from harness.pixels import Picture, clusters, contrast, ground, readable
from harness.portal import STYLES
from harness.sample import BO
from harness.tree import TYPE_NAME
from harness.windows import Tour, at_rest, message_rows, offset, row_list

ENOUGH = 4.5
ENOUGH_FOR_SIGNS = 3.0  # WCAG 2.1, 1.4.11: what is drawn without words
SIGNS = ("push button", "toggle button")
# Over the list while it is scrolled away from its end, as it never is here; otherwise they only have a
# place, over whatever is there.
OF_THE_MOMENT = {"Go to the newest message", "Back to where you were"}


class Contrast(EndToEndCase):
    maxDiff = None

    def setUp(self):
        super().setUp()
        settings = self.place.config / "gtk-4.0/settings.ini"
        settings.write_text(settings.read_text().replace("Cantarell 11", "Cantarell 22"))
        self.service = self.portal(color_scheme=2)

    def test_the_measure(self):
        self.assertAlmostEqual(contrast((255, 255, 255), (0x35, 0x84, 0xE4)), 3.8, 1)
        self.assertAlmostEqual(contrast((0x9A, 0x99, 0x96), (255, 255, 255)), 2.8, 1)

    def test_conversations(self):
        self.fill()
        martlet = self.start()
        screen.resize(martlet.window, 1100, 780)
        Tour(self).open_chat(martlet)
        low = {}
        for style in STYLES:
            before = screen.pixels(martlet.window)
            self.service.show(style)
            if style != "light":
                wait_until(lambda: screen.pixels(martlet.window) != before, style)
            at_rest(martlet.window)
            found = dict(self.rows(martlet))
            found.update(self.bubbles(martlet))
            found["placeholder"] = self.at(martlet, martlet.field)
            self.picture(style, martlet.window)
            self.assertGreater(len(found), 14, sorted(found))
            low.update({f"{style}: {name}": round(ratio, 2) for name, ratio in found.items()
                        if ratio < ENOUGH})
        self.assertEqual(low, {})

    def test_every_window(self):
        low = {}
        for style in STYLES if self.full else ("light", "dark"):
            self.service.show(style)
            self.place = type(self.place)()
            settings = self.place.config / "gtk-4.0/settings.ini"
            settings.write_text(settings.read_text().replace("Cantarell 11", "Cantarell 22"))
            for shown in Tour(self, size=(1000, 760)).everything(narrow=False):
                picture = Picture(shown.window, screen.size(shown.window))
                left, top = offset(shown.martlet, shown.window)
                for node, (x, y, width, height) in painted(shown):
                    ratio = readable(picture.part(x + left, y + top, width, height))
                    if node.name in OF_THE_MOMENT:
                        continue
                    if ratio < (ENOUGH if node.role == "label" else ENOUGH_FOR_SIGNS) and not (
                            node.role in SIGNS and ratio < 1.1):  # it is not there now
                        low[f"{style}: {shown.name}: {node.role} “{node.name}”"] = round(ratio, 2)
                self.picture(f"{style} {shown.name}", shown.window)
        self.assertEqual(low, {})

    # -- where things are ----------------------------------------------------------------------

    def fill(self):
        """A conversation whose last lines are of one kind each."""
        lines = [(BO, "https://example.org/theirs"), ("me", "https://example.org/mine"),
                 (BO, "Theirs"), ("me", "Mine")]
        tour = Tour(self)
        place = tour.with_sample()
        file = place.folder / "lines.json"
        file.write_text(json.dumps({
            "format": "im.martlet.archive", "version": 1, "exported": "2026-11-30T00:00:00Z",
            "accounts": [{"address": "ana@localhost", "name": "Ana"}],
            "conversations": [{
                "account": "ana@localhost", "kind": "direct", "address": BO["address"],
                "title": BO["name"], "messages": [
                    {"position": n, "time": f"2036-01-01T10:{n:02}:00.000000Z", "sender": sender,
                     "body": body, "delivery": "delivered" if sender == "me" else "received"}
                    for n, (sender, body) in enumerate(lines, 1)]}]}))
        status, _, errors = self.run_to_end("import", str(file))
        self.assertEqual((status, errors), (0, ""))

    def at(self, martlet, node, inset=0):
        picture = Picture(martlet.window, screen.size(martlet.window))
        left, top = offset(martlet, martlet.window)
        x, y, width, height = node.extents
        return readable(picture.part(x + left + inset, y + top + inset, width - 2 * inset,
                                     height - 2 * inset))

    def rows(self, martlet):
        """Title, preview and time of rows of the side list; selected, hovered, and as they are."""
        rows = [row for row in row_list(martlet) if row.role == "list item"]
        left, top = offset(martlet, martlet.window)

        def parts(state, row):
            picture = Picture(martlet.window, screen.size(martlet.window))
            x, y, width, height = row.extents
            x, y = x + left, y + top
            middle = y + height // 2
            # Beside the picture of who it is; the time at the end of the first line.
            for name, part in (
                ("title", (x + 72, y + 14, width // 3, middle - y - 14)),
                ("preview", (x + 72, middle + 2, width // 3, height // 2 - 14)),
                ("time", (x + width * 4 // 5, y + 14, width // 5 - 16, middle - y - 20)),
            ):
                yield f"{name} of a row, {state}", readable(picture.part(*part))

        chosen = next(row for row in rows if row.name.startswith(BO["name"]))
        other = next(row for row in rows if row.name.startswith("Robotics"))
        yield from parts("selected", chosen)
        yield from parts("not selected", other)
        # The bell that is crossed out stands before the count.
        x, y, width, height = next(row for row in rows if row.name.startswith("Kenji")).extents
        picture = Picture(martlet.window, screen.size(martlet.window))
        yield "mark of a muted row", readable(picture.part(
            x + left + width - 100, y + top + height // 2 + 2, 44, height // 2 - 8))
        x, y, width, height = other.extents
        screen.run("xdotool", "mousemove", "--window", martlet.window,
                   str(x + left + width // 2), str(y + top + height // 2))
        at_rest(martlet.window)
        yield from parts("hovered", other)
        screen.run("xdotool", "mousemove", "--window", martlet.window, "2", "2")
        at_rest(martlet.window)

    def bubbles(self, martlet):
        """Words, links and times of messages."""
        at_rest(martlet.window)
        picture = Picture(martlet.window, screen.size(martlet.window))
        left, top = offset(martlet, martlet.window)
        rows = [row for row in message_rows(martlet) if row.name]
        for start, name in (("They said, https", "their link"), ("You said, https", "my link"),
                            ("They said, Theirs", "their words"), ("You said, Mine", "my words")):
            row = next(row for row in reversed(rows) if row.name.startswith(start))
            x, y, width, height = row.extents
            part = picture.part(x + left, y + top, width, height)
            bubble, on = inside_bubble(part, ground(part))
            found = clusters(bubble, on, gap=9)
            self.assertGreaterEqual(len(found), 2, f"{name} and its time: {found}")
            words, time = found[0], found[-1]
            yield name, readable([line[words[0]:words[1] + 1] for line in bubble], on)
            yield f"time beside {name}", readable([line[time[0]:time[1] + 1] for line in bubble], on)


def inside_bubble(part, page):
    """The last line in a bubble, without its round ends, and the bubble's colour."""
    height = len(part)
    # Beside theirs stands the picture of who it is; in high contrast theirs is an outline.
    runs = clusters(part[height - 26:height - 22], page, gap=2)
    if len(runs) > 1 and runs[0][1] - runs[0][0] < 60 and runs[0][0] < 40:
        runs = runs[1:]
    first, last = runs[0][0], runs[-1][1]
    inner = [line[first + 14:last - 13] for line in part[height - 40:height - 12]]
    return inner, ground(inner)


def painted(shown):
    """The words and signs in the window that is shown, and where: what is not scrolled away."""
    title = screen.run("xdotool", "getwindowname", shown.window).strip()
    tops = [node for node in shown.node.children if node.name == title]
    return inside(tops[-1], tops[-1].extents) if tops else ()


def inside(node, clip):
    # Popovers have a window of their own, which is not in this picture.
    if node.role in ("menu", "menu item") or not node.is_sensitive:
        return
    x, y, width, height = node.extents
    is_whole = x >= clip[0] and y >= clip[1] and x + width <= clip[0] + clip[2] and \
        y + height <= clip[1] + clip[3]
    if node.role in ("label", *SIGNS) and is_whole and width > 12 and height > 12 and node.name \
            and not TYPE_NAME.match(node.name):
        yield node, (x, y, width, height)
    if width > 0 and height > 0:
        left, top = max(x, clip[0]), max(y, clip[1])
        clip = (left, top, min(x + width, clip[0] + clip[2]) - left,
                min(y + height, clip[1] + clip[3]) - top)
    for child in node.children:
        yield from inside(child, clip)
