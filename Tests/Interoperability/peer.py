#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The other side of a conversation by somebody else's hand: slixmpp, driven by lines of JSON.

    peer.py ADDRESS PASSWORD HOST PORT AUTHORITY [RESOURCE]

AUTHORITY is the file of the certificates to trust. A line of standard input is {"do": NAME, …}: see
the methods of `Orders`; it is answered by {"event": "done", "do": NAME, …} or {"event": "failed", …}.
What slixmpp understands of what it receives is told as {"event": NAME, …}. It ends with its input.
"""
import asyncio
import json
import os
import sys
from pathlib import Path

import slixmpp
from slixmpp.plugins.xep_0461.stanza import Reply
from slixmpp.xmlstream import ET
from slixmpp.xmlstream.handler import Callback
from slixmpp.xmlstream.matcher import MatchXPath

PLUGINS = ("0030 0059 0085 0115 0172 0184 0191 0199 0203 0280 0308 0313 0333 0334 0359 0444 "
           "0461").split()
# Its own XEP-0424 speaks an older form, so this one is written and read by hand.
RETRACT = "urn:xmpp:message-retract:1"
FALLBACK = "urn:xmpp:fallback:0"
CLIENT = "jabber:client"


def tell(event, **fields):
    print(json.dumps({"event": event, **fields}, ensure_ascii=False), flush=True)


class Peer(slixmpp.ClientXMPP):
    def __init__(self, address, password, authority):
        super().__init__(address, password)
        self.ca_certs = Path(authority)
        self.use_ipv6 = False
        # Whoever asks is accepted and asked in turn; that is told as "subscribe".
        self.auto_authorize = True
        self.auto_subscribe = True
        for plugin in PLUGINS:
            self.register_plugin(f"xep_{plugin}")
        self.plugin["xep_0184"].auto_request = False
        handlers = {
            "session_start": self.began,
            "failed_all_auth": lambda _: tell("refused"),
            "disconnected": lambda _: tell("offline"),
            "message": self.message,
            "message_error": lambda m: tell(
                "returned", id=m["id"], condition=m["error"]["condition"]),
            "carbon_sent": lambda m: self.carbon(m["carbon_sent"], "sent"),
            "carbon_received": lambda m: self.carbon(m["carbon_received"], "received"),
            "receipt_received": lambda m: tell("receipt", of=m["receipt"], sender=m["from"].bare),
            "marker_displayed": lambda m: tell("displayed", of=m["displayed"]["id"]),
            "chatstate_composing": lambda m: tell("typing", sender=m["from"].bare),
            "chatstate_paused": lambda m: tell("paused", sender=m["from"].bare),
            "message_correction": lambda m: tell(
                "correction", of=m["replace"]["id"], body=m["body"]),
            "reactions": lambda m: tell(
                "reactions", of=m["reactions"]["id"],
                emoji=" ".join(sorted(m["reactions"]["values"]))),
            "message_reply": lambda m: tell(
                "reply", of=m["reply"]["id"], to=str(m["reply"]["to"]), body=self.stripped(m)),
            "presence_subscribe": lambda p: tell(
                "subscribe", sender=p["from"].bare, text=p["status"], nick=p["nick"]["nick"]),
            "presence_available": self.presence,
            "presence_unavailable": self.presence,
            "roster_update": lambda _: self.roster_changed(),
        }
        for name, handler in handlers.items():
            self.add_event_handler(name, handler)
        self.register_handler(Callback(
            "retraction", MatchXPath(f"{{{CLIENT}}}message/{{{RETRACT}}}retract"),
            lambda m: tell("retraction", of=m.xml.find(f"{{{RETRACT}}}retract").get("id"))))

    async def began(self, _):
        self.send_presence()
        await self.get_roster()
        await self.plugin["xep_0280"].enable()
        tell("ready", address=str(self.boundjid))

    # -- what comes ----------------------------------------------------------------------------

    @staticmethod
    def stripped(message):
        """The text without the quotation, by the range that the sender gave (XEP-0428)."""
        body = message["body"]
        for fallback in message.xml.findall(f"{{{FALLBACK}}}fallback"):
            part = fallback.find(f"{{{FALLBACK}}}body")
            if fallback.get("for") == Reply.namespace and part is not None:
                body = body[:int(part.get("start"))] + body[int(part.get("end")):]
        return body

    def message(self, message):
        # What has an event of its own is not told twice.
        others = (("urn:xmpp:message-correct:0", "replace"), (RETRACT, "retract"),
                  (Reply.namespace, "reply"))
        if message["body"] and message["type"] == "chat" \
                and all(message.xml.find(f"{{{ns}}}{tag}") is None for ns, tag in others):
            tell("message", sender=message["from"].bare, id=message["id"], body=message["body"])

    @staticmethod
    def carbon(message, kind):
        tell("carbon", kind=kind, sender=message["from"].bare, to=message["to"].bare,
             id=message["id"], body=message["body"])

    def presence(self, presence):
        tell("presence", sender=presence["from"].bare, type=presence["type"],
             text=presence["status"])

    def roster_changed(self):
        for address in self.client_roster:
            item = self.client_roster[address]
            tell("contact", address=address, subscription=item["subscription"],
                 name=item["name"], groups=" ".join(sorted(item["groups"])))


class Orders:
    """What can be ordered: each takes what stands beside "do"."""

    def __init__(self, peer):
        self.peer = peer

    def make(self, to, body=None, id=None):
        message = self.peer.make_message(mto=to, mbody=body, mtype="chat")
        message["id"] = id or self.peer.new_id()
        message["origin_id"]["id"] = message["id"]
        return message

    async def say(self, to, body, id=None):
        """A message that asks for a receipt and a mark."""
        message = self.make(to, body, id)
        message["request_receipt"] = True
        message.enable("markable")
        message["chat_state"] = "active"
        message.send()

    async def number(self, to, start, end, prefix=""):
        """Numbered messages; done when the server has them all."""
        for number in range(start, end):
            self.make(to, f"{prefix}{number}", f"{prefix}n{number}").send()
            if number % 100 == 99:
                await self.synchronize()
        await self.synchronize()

    async def synchronize(self):
        """Waits until the server has taken what was sent so far."""
        await self.peer.plugin["xep_0199"].send_ping(self.peer.boundjid.host, timeout=600)

    async def typing(self, to, state="composing"):
        message = self.make(to)
        message["chat_state"] = state
        message.send()

    async def mark(self, to, of):
        self.peer.plugin["xep_0333"].send_marker(to, of, "displayed")

    async def correct(self, to, of, body):
        message = self.make(to, body)
        message["replace"]["id"] = of
        message.send()

    async def retract(self, to, of):
        message = self.make(to, "/me retracted a message")
        message.append(ET.Element(f"{{{RETRACT}}}retract", id=of))
        message.append(ET.Element(f"{{{FALLBACK}}}fallback", {"for": RETRACT}))
        message.enable("store")
        message.send()

    async def react(self, to, of, emoji):
        self.peer.plugin["xep_0444"].send_reactions(slixmpp.JID(to), of, emoji.split())

    async def reply(self, to, of, author, body, quoted):
        """An answer with the quotation for those that know none."""
        quotation = f"> {quoted}\n"
        message = self.make(to, quotation + body)
        message["reply"]["to"] = author
        message["reply"]["id"] = of
        fallback = ET.SubElement(
            message.xml, f"{{{FALLBACK}}}fallback", {"for": Reply.namespace})
        ET.SubElement(fallback, f"{{{FALLBACK}}}body", start="0", end=str(len(quotation)))
        message.send()

    async def ask(self, to):
        """Asks to see somebody's presence."""
        self.peer.send_presence_subscription(pto=to, pnick="Slick")

    async def appear(self, show, text):
        self.peer.send_presence(pshow=show, pstatus=text)

    async def archive(self, with_):
        """Tells the texts of the archive, the oldest first."""
        bodies = []
        async for item in self.peer.plugin["xep_0313"].iterate(
                with_jid=slixmpp.JID(with_), rsm={"max": 200}):
            message = item["mam_result"]["forwarded"]["stanza"]
            if message["body"]:
                bodies.append(message["body"])
        return {"bodies": "\n".join(bodies)}

    async def quit(self):
        self.peer.disconnect()
        await self.peer.disconnected


async def obey(peer):
    orders = Orders(peer)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        order = json.loads(line)
        name = order.pop("do")
        try:
            answer = await getattr(orders, name)(**order)
            tell("done", do=name, **(answer or {}))
        except Exception as failure:  # it is for the test to judge
            tell("failed", do=name, why=f"{type(failure).__name__}: {failure}")
    # Whoever gave the orders is gone.
    os._exit(0)


def main():
    address, password, host, port, authority = sys.argv[1:6]
    resource = sys.argv[6] if len(sys.argv) > 6 else "peer"
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    peer = Peer(f"{address}/{resource}", password, authority)
    peer.connect((host, int(port)))
    loop.run_until_complete(obey(peer))


main()
