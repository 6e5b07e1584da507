# SPDX-License-Identifier: GPL-3.0-or-later
"""A TCP proxy between Martlet and the server, which cuts, swallows and half-closes when told to."""
import select
import socket
import struct
import threading

RESET = struct.pack("ii", 1, 0)


class Proxy:
    def __init__(self, address, port, target):
        """Listens at `address` and hands on to `target` on the same port, once that is there."""
        self.target = (target, port)
        self.listener = socket.create_server((address, port))
        self.lock = threading.Lock()
        self.pairs = set()
        # Whether what comes from the client, or from the server, is swallowed.
        self.eats = {"up": False, "down": False}
        self.refuses = False
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                if self.refuses:
                    raise ConnectionRefusedError
                server = socket.create_connection(self.target)
            except OSError:
                self.reset(client)
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.pairs.add((client, server))
            threading.Thread(target=self.pump, args=(client, server), daemon=True).start()

    def pump(self, client, server):
        ways = {client: (server, "up"), server: (client, "down")}
        try:
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(65536)
                    if not data:
                        return
                    target, way = ways[source]
                    if not self.eats[way]:
                        target.sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.pairs.discard((client, server))
            for end in (client, server):
                end.close()

    @staticmethod
    def reset(end):
        """Closes it at once; what has not arrived is lost."""
        try:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def cut(self):
        """Resets every connection; returns how many there were."""
        with self.lock:
            pairs = list(self.pairs)
        for pair in pairs:
            for end in pair:
                self.reset(end)
        return len(pairs)

    def half_close(self):
        """The server says no more, as far as the client can tell."""
        with self.lock:
            pairs = list(self.pairs)
        for client, _ in pairs:
            try:
                client.shutdown(socket.SHUT_WR)
            except OSError:
                pass

    def end(self):
        self.listener.close()
        self.cut()
