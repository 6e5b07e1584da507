# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything on the screen is translated, and has room for longer words."""
import calendar
import gettext
import re
import time
from types import SimpleNamespace

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

from harness import EndToEndCase, sample  # noqa: E402
from harness.app import ROOT  # noqa: E402
from harness.pseudo import ACCENTED, LANGUAGE, pseudo, translate  # noqa: E402
from harness.tree import TYPE_NAME  # noqa: E402
from harness.windows import Tour  # noqa: E402

# Names; GTK's words for keys; of the days and of the zone of the clock, in the C library's words.
NAMES = {"martlet", "Martlet", "The", "authors", "Ctrl", "Alt", "Shift", "KP",
         "Page", "Up", "Down", "Left", "Return", "KiB", "bytes", "kB", "xmpp",
         *calendar.day_name, *calendar.day_abbr, *calendar.month_name, *calendar.month_abbr,
         *time.tzname}
WORD = re.compile(r"[A-Za-z]{2,}")


class Languages(EndToEndCase):
    maxDiff = None

    def in_pseudo(self):
        """The program with a translation into the language of the test."""
        program = self.installed()
        share = self.place.folder / "prefix/share/locale"
        spanish = (share / "es/LC_MESSAGES/martlet.mo").read_bytes()
        folder = share / LANGUAGE / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "martlet.mo").write_bytes(translate(spanish))
        return program

    def test_everything_is_translated_and_fits(self):
        tour = Tour(self, program=self.in_pseudo(), translate=pseudo, LANGUAGE=LANGUAGE)
        data = sorted(sample.words(), key=len, reverse=True)
        # GTK's own words are translated by GTK.
        foreign = re.compile("|".join(gtk_words()))
        plain, cut, seen = [], [], 0
        for shown in tour.everything():
            self.picture(shown.name)
            for node in shown.node.everything():
                for text in {node.name, node.description}:
                    seen += bool(set(text) & set(ACCENTED))
                    if foreign.fullmatch(text) or TYPE_NAME.match(text):
                        continue
                    rest = without(text, data)
                    words = [word for word in WORD.findall(rest) if word not in NAMES]
                    if words:
                        plain.append(f"{shown.name}: {node.role} “{text}”")
                if node.role == "label" and node.name.startswith("[") and is_cut(node):
                    cut.append(f"{shown.name}: “{node.name}” in {node.extents[2:]}")
        self.assertGreater(seen, 200, "the language of the test")
        self.assertEqual(sorted(set(plain)), [], "what is not translated")
        self.assertEqual(sorted(set(cut)), [], "what is cut")

    def test_the_words_of_a_test_are_told_from_words(self):
        self.assertEqual(pseudo("_Quit"), "[_Ɋúíť··]")
        self.assertIn("%s", pseudo("%s of {size}"))
        self.assertIn("{size}", pseudo("%s of {size}"))
        self.assertFalse(WORD.search(without(pseudo("Send message"), [])))

    def test_a_label_that_is_cut_is_told_from_one_that_fits(self):
        def label(width, height):
            return SimpleNamespace(name=pseudo("Next conversation"), extents=(0, 0, width, height))
        self.assertTrue(is_cut(label(60, 18)))
        self.assertFalse(is_cut(label(60, 90)), "it wraps")
        self.assertFalse(is_cut(label(260, 18)))


def without(text, data):
    """What Martlet itself says in a text."""
    for words in data:
        text = text.replace(words, " ")
    return re.sub(r"%-?[A-Za-z]|\S+@\S+|\S+://\S+", " ", text)


def gtk_words():
    """What GTK says, as expressions that match it whatever is filled in."""
    catalogue = gettext.translation("gtk40", "/usr/share/locale", ["de", "es"], fallback=True)
    for key in getattr(catalogue, "_catalog", {}):
        text = (key[0] if isinstance(key, tuple) else key).rpartition("\4")[2].replace("_", "")
        text = re.sub(r"<[^>]*>", "", text)
        if WORD.search(text.replace("%s", "")):
            yield re.escape(text).replace("%s", ".*")


def is_cut(label):
    """Whether its words need more room than it has, even where they are written small."""
    _, _, width, height = label.extents
    if width <= 0 or height <= 0:
        return False  # not on the screen
    layout = Pango.Layout.new(PangoCairo.FontMap.get_default().create_context())
    layout.set_font_description(Pango.FontDescription("Cantarell 9"))  # 0.83 em, the smallest
    PangoCairo.context_set_resolution(layout.get_context(), 96)
    layout.set_text(label.name, -1)
    layout.set_width(width * Pango.SCALE)
    layout.set_wrap(Pango.WrapMode.WORD_CHAR)
    return layout.get_pixel_size()[1] > height + 4  # pixels, of rounding
