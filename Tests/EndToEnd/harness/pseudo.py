# SPDX-License-Identifier: GPL-3.0-or-later
"""A language that nobody speaks: each word of Martlet's with accents, in brackets, and longer.

Where plain letters are left, something was not handed to the translators; where a bracket is missing,
something did not fit.
"""
import re
import struct

LANGUAGE = "xx"
# How much longer than English a translation may be (IBM's and the W3C's advice for short texts).
GROWTH = 0.4
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒǵĥíĵķĺḿńóṕɋŕšťúṽŵẋýžÁƁĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŠŤÚṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
# What is no word: what is filled in, what asks for a part of a time, the mark of a key.
KEPT = re.compile(r"(%-?[A-Za-z]|\{[A-Za-z]+\}|\n)")


def pseudo(text):
    """One text of Martlet's in this language."""
    parts = KEPT.split(text)
    words = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in parts)
    extra = max(1, round(GROWTH * len(KEPT.sub("", text))))
    # Long texts grow by words, or they would not break.
    filling = re.sub("(·{6})(?=·)", r"\1 ", "·" * extra)
    return f"[{words}{' ' if extra > 6 else ''}{filling}]"


def translate(catalogue):
    """A compiled catalogue in any language, in this one; the format is that of GNU gettext."""
    magic, _, count, ids, strings = struct.unpack_from("<5I", catalogue)
    assert magic == 0x950412DE, "a catalogue of this kind of computer"
    pairs = []
    for index in range(count):
        length, offset = struct.unpack_from("<2I", catalogue, ids + 8 * index)
        key = catalogue[offset:offset + length]
        if key:
            texts = key.decode().rpartition("\4")[2].split("\0")
            value = "\0".join(pseudo(text) for text in texts)
        else:
            value = ("Content-Type: text/plain; charset=UTF-8\n"
                     "Plural-Forms: nplurals=2; plural=(n != 1);\n")
        pairs.append((key, value.encode()))
    return pack(pairs)


def pack(pairs):
    head = struct.Struct("<7I")
    tables, texts = [], b""
    start = head.size + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<2I", len(pair[column]), start + len(texts)))
            texts += pair[column] + b"\0"
    return head.pack(0x950412DE, 0, len(pairs), head.size, head.size + 8 * len(pairs), 0, 0) \
        + b"".join(tables) + texts
