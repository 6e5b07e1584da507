# SPDX-License-Identifier: GPL-3.0-or-later
"""The other side of a conversation: an XMPP client that says what a test tells it to say."""
import base64
import queue
import socket
import ssl
import threading
import uuid
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

CLIENT = "jabber:client"


class Peer:
    def __init__(self, server, user):
        self.address = f"{user}@{server.domain}"
        self.domain = server.domain
        self.socket = socket.create_connection((server.address, 5222), timeout=30)
        self.stanzas = queue.Queue()
        self.seen = []
        self.open()
        self.write('<starttls xmlns="urn:ietf:params:xml:ns:xmpp-tls"/>')
        self.next_element("proceed")
        # It is the test's own server; what matters of certificates is tested elsewhere.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.socket = context.wrap_socket(self.socket)
        self.open()
        secret = base64.b64encode(f"\0{user}\0{user}-pw".encode()).decode()
        self.write('<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">'
                   f"{secret}</auth>")
        self.next_element("success")
        self.open()
        self.write('<iq type="set" id="bind"><bind xmlns="urn:ietf:params:xml:ns:xmpp-bind">'
                   "<resource>peer</resource></bind></iq>")
        self.next_element("iq")
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.write("<presence/>")

    # -- the stream ----------------------------------------------------------------------------

    def open(self):
        self.parser = ElementTree.XMLPullParser(("start", "end"))
        self.depth = 0
        self.write(f'<?xml version="1.0"?><stream:stream to={quoteattr(self.domain)} version="1.0" '
                   f'xmlns="{CLIENT}" xmlns:stream="http://etherx.jabber.org/streams">')
        self.next_element("features")

    def write(self, xml):
        self.socket.sendall(xml.encode())

    def elements(self):
        """What has been read of children of the stream."""
        for event, element in self.parser.read_events():
            self.depth += 1 if event == "start" else -1
            if event == "end" and self.depth == 1:
                yield element

    def next_element(self, name):
        while True:
            for element in self.elements():
                tag = element.tag.rpartition("}")[2]
                assert tag == name, f"{tag} in the place of {name}: {ElementTree.tostring(element)}"
                return element
            data = self.socket.recv(65536)
            assert data, f"the server closed the stream in the place of {name}"
            self.parser.feed(data.decode())

    def read(self):
        self.socket.settimeout(None)
        try:
            while data := self.socket.recv(65536):
                self.parser.feed(data.decode())
                for element in self.elements():
                    self.stanzas.put(element)
        except (OSError, ElementTree.ParseError):
            pass

    def end(self):
        try:
            self.write("</stream:stream>")
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.reader.join()
        self.socket.close()

    # -- what a test says and hears ------------------------------------------------------------

    def say(self, to, text, *more, id=None):
        """Sends a message, `more` being XML beside the text; returns its id."""
        id = id or uuid.uuid4().hex
        self.write(f"<message to={quoteattr(to)} type='chat' id='{id}'><body>{escape(text)}</body>"
                   + "".join(more) + "</message>")
        return id

    def tell(self, to, *payload):
        """Sends a message without a text."""
        self.write(f"<message to={quoteattr(to)} type='chat'>{''.join(payload)}</message>")

    def hear(self, condition, what, patience=30):
        """The first stanza, of those not heard yet, for which `condition` holds."""
        while True:
            try:
                stanza = self.stanzas.get(timeout=patience)
            except queue.Empty:
                seen = "\n".join(ElementTree.tostring(s, "unicode") for s in self.seen[-10:])
                raise AssertionError(f"{self.address} never heard {what}; but:\n{seen}") from None
            self.seen.append(stanza)
            if condition(stanza):
                return stanza

    def hear_text(self, text):
        return self.hear(
            lambda s: s.findtext(f"{{{CLIENT}}}body") == text, f"“{text}”")

    def hear_payload(self, namespace, name):
        return self.hear(
            lambda s: s.find(f"{{{namespace}}}{name}") is not None, f"{name} of {namespace}")
