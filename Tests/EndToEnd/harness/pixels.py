# SPDX-License-Identifier: GPL-3.0-or-later
"""What is painted, and how well it can be read (WCAG 2.1, 1.4.3)."""
import subprocess
from collections import Counter


def luminance(color):
    """Relative luminance of an sRGB colour of three bytes."""
    linear = []
    for value in color:
        value /= 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """From 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


class Picture:
    """A window's content at one moment."""

    def __init__(self, window, size):
        self.width, self.height = size
        self.bytes = subprocess.run(
            ["import", "-silent", "-window", window, "-depth", "8", "rgb:-"], check=True,
            capture_output=True).stdout
        assert len(self.bytes) == 3 * self.width * self.height

    def pixel(self, x, y):
        start = 3 * (y * self.width + x)
        return tuple(self.bytes[start:start + 3])

    def part(self, x, y, width, height):
        """Rows of colours; what lies outside of the window is left out."""
        left, right = max(x, 0), min(x + width, self.width)
        return [[self.pixel(column, row) for column in range(left, right)]
                for row in range(max(y, 0), min(y + height, self.height))]


def ground(part):
    """The colour that most of it has."""
    counts = Counter(color for row in part for color in row)
    return counts.most_common(1)[0][0] if counts else None


def readable(part, on=None):
    """The contrast of the writing in a part with what it stands on, 1 where there is none.

    Writing is drawn with soft edges: what stands out most is the colour it is drawn in. It must be
    there more than once, else it is a speck.
    """
    counts = Counter(color for row in part for color in row)
    if not counts:
        return 1.0
    on = on or counts.most_common(1)[0][0]
    strongest = sorted((contrast(color, on) for color, times in counts.items() if times > 1),
                       reverse=True)
    return strongest[0] if strongest else 1.0


def clusters(part, on, gap):
    """Stretches of columns with something in them, as (first, last), parted by `gap` columns."""
    found = []
    for column in range(len(part[0]) if part else 0):
        if any(contrast(row[column], on) > 1.15 for row in part):
            if found and column - found[-1][1] <= gap:
                found[-1][1] = column
            else:
                found.append([column, column])
    return found
