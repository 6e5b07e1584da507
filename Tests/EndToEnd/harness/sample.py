# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations to look at: every kind of message, and words that are long, foreign or hostile.

Their words are known, so that whatever else can be read comes from Martlet itself.
"""
import json
import re
from datetime import datetime, timedelta, timezone

ACCOUNT = "ana@localhost"  # no test leaves this computer
BO = {"address": "bo@example.net", "name": "Bo Lindqvist"}
LIN = {"address": "robots@rooms.example.org/Lin", "name": "Lin"}
LONG_NAME = "Maximiliane Freifrau von und zu Hohenwaldeck-Oberstdorf"


def message(minutes_ago, sender, body, **more):
    return minutes_ago, {"sender": sender, "body": body, **more}


# The conversation that is looked at: its last lines fill a small window.
TALK = [
    message(2900, BO, "Did the parcel arrive?", delivery="received"),
    message(2890, "me", "It did, and in one piece.", delivery="read"),
    message(95, BO, "Good. The walk is described here: https://example.org/walks/swifts",
            delivery="received"),
    message(94, BO, "It says *bring boots*, _warm_ clothes and `a map`.", delivery="received"),
    message(60, "me", "See https://example.org/map for the way", delivery="delivered"),
    message(59, "me", "Nine by the bridge, then?", delivery="sent",
            reply={"id": "r1", "author": "Bo Lindqvist", "excerpt": "It says bring boots"}),
    message(42, BO, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten"
            "gesellschaft meets there as well", delivery="received"),
    message(41, BO, "نلتقي عند الجسر في التاسعة", delivery="received"),
    message(30, "me", "\U0001F44D", delivery="read"),
    message(12, "me", "This one found no way", delivery="failed", failure="no such address"),
    message(5, BO, "Bring the good binoculars", delivery="received",
            edited_minutes_ago=4),
    message(3, BO, "Nine it is", delivery="received"),
]

# Title, kind, address, pinned, muted, unread, draft, last line.
OTHERS = [
    ("Robotics club", "room", "robots@rooms.example.org", True, False, 3, None,
     "Who has the torque wrench?"),
    (LONG_NAME, "direct", "max@example.de", False, False, 120, None,
     "A last line that is much longer than any list at the side could show at once"),
    ("Kenji", "direct", "kenji@example.jp", False, True, 1, None, "新しい写真です"),
    ("أمينة", "direct", "amina@example.org", False, False, 0, "سأكتب لاحقا", "إلى اللقاء"),
    ("Design", "room", "design@rooms.example.org", False, True, 0, None, "Agreed, shipping it"),
]


def archive(now=None):
    """The whole as `martlet import` takes it."""
    now = now or datetime.now(timezone.utc)

    def moment(minutes_ago):
        return (now - timedelta(minutes=minutes_ago)).strftime("%Y-%m-%dT%H:%M:%S.000000Z")

    conversations = []
    talk = []
    for position, (minutes_ago, content) in enumerate(TALK, 1):
        line = {"position": position, "time": moment(minutes_ago), **content}
        if (edited := line.pop("edited_minutes_ago", None)) is not None:
            line["edited"] = moment(edited)
        talk.append(line)
    conversations.append({
        "account": ACCOUNT, "kind": "direct", "address": BO["address"], "title": BO["name"],
        "readUpTo": len(talk), "messages": talk})
    for age, (title, kind, address, pinned, muted, unread, draft, last) in enumerate(OTHERS):
        sender = LIN if kind == "room" else {"address": address, "name": title}
        lines = [
            {"position": number + 1, "time": moment(200 + age * 700 - number / 10),
             "sender": sender, "body": last, "delivery": "received"}
            for number in range(max(unread, 1))]
        conversation = {
            "account": ACCOUNT, "kind": kind, "address": address, "title": title,
            "readUpTo": len(lines) - unread, "messages": lines}
        if pinned:
            conversation["pinned"] = True
        if muted:
            conversation["mutedUntil"] = "2199-01-01T00:00:00.000000Z"
        if draft:
            conversation["draft"] = draft
        conversations.append(conversation)
    return json.dumps({
        "format": "im.martlet.archive", "version": 1, "exported": moment(0),
        "accounts": [{"address": ACCOUNT, "name": "Ana"}], "conversations": conversations})


def words():
    """All that the sample brings to the screen."""
    yield from (ACCOUNT, "Ana", BO["name"], BO["address"], LIN["name"], "no such address")
    for _, content in TALK:
        yield content["body"]
        # Where a message is named in a line.
        yield re.sub(r"[*_`]", "", content["body"])
        if "reply" in content:
            yield from (content["reply"]["author"], content["reply"]["excerpt"])
    for title, _, address, _, _, _, draft, last in OTHERS:
        yield from (title, address, last)
        if draft:
            yield draft
