"""Reads views of the relay on Python's standard library alone: NATS's text protocol over a socket.

    python3 relay_views.py nats://127.0.0.1:4222 main 4BTC_USDT 5BTC_USD

(several servers of one cluster: their addresses with commas between them, tried one after the other)

prints a line whenever a pair's best prices or its status changed. Silence is no news here: a pair that nothing was heard of for 2.5 s
is `stale`, and so is every pair while the connection is gone. What it reads is described in docs/api/relay-asyncapi.json.
"""

import asyncio
import itertools
import json
import ssl
import sys
import time
from decimal import Decimal
from urllib.parse import unquote, urlparse

# Owners repeat each second what has not changed.
SILENT_AFTER_S = 2.5
RECONNECT_AFTER_S = 1.0
PING_EVERY_S = 2.0
# Terms are the venue's time, or follow one another. One that is further ahead is no owner's while another one is heard.
MAX_AHEAD_MS = 86_400_000
OWNER_HEARD_FOR_S = 30.0
STATUSES = ("syncing", "live", "gapped", "stale", "crossed")


def now():
    """Seconds that pass while the machine sleeps, too, where the platform tells: what is long over must not look young."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)


class Views:
    """The newest view of each pair, and how far it may be believed at the moment of reading."""

    def __init__(self, silent_after=SILENT_AFTER_S, clock=now, wall_clock=time.time):
        self.malformed = 0
        self.old_term = 0
        self.connected = False
        self._silent_after = silent_after
        self._clock = clock
        self._wall_clock = wall_clock
        self._views = {}
        # The newest term of each pair that an owner may have by now, and when it was heard last.
        self._possible = {}

    def take(self, pair, payload):
        """Takes a message of the pair's subject over. What is no view of it is counted and dropped."""
        view = read_view(payload)
        if view is None or view["pair"] != pair:
            self.malformed += 1
            return
        if not self._may_be_term(pair, view["term"]):
            self.malformed += 1
            return
        former = self._views.get(pair)
        if former is not None and view["term"] < former[0]["term"] and not self._is_too_far(pair, former[0]["term"]):
            # A former owner, which does not know that it is one.
            self.old_term += 1
            return
        self._views[pair] = (view, self._clock())

    def _is_too_far(self, pair, term):
        possible, _ = self._possible.get(pair, (0, None))
        return term > max(possible, self._wall_clock() * 1000 + MAX_AHEAD_MS)

    def _may_be_term(self, pair, term):
        """An owner with a possible term keeps out, and takes the place of, one that cannot be an owner."""
        possible, heard = self._possible.get(pair, (0, None))
        if not self._is_too_far(pair, term):
            self._possible[pair] = (max(possible, term), self._clock())
            return True
        # Where nobody else is heard, this computer's clock may be wrong, or the venue's be set forward.
        return heard is None or self._clock() - heard > OWNER_HEARD_FOR_S

    def read(self, pair):
        """The newest view, its ages up to now; undefined things are absent. `stale` where nothing has been heard for too long."""
        if pair not in self._views:
            return {"pair": pair, "status": "stale", "reason": "relay-silent", "asks": [], "bids": []}
        view, received = self._views[pair]
        passed_ms = round((self._clock() - received) * 1000)
        read = {**view, "ageMs": view["ageMs"] + passed_ms}
        doubt = None
        if not self.connected:
            doubt = "relay-disconnected"
        elif passed_ms > self._silent_after * 1000:
            doubt = "relay-silent"
        if doubt is not None:
            read.update(status="stale", reason=doubt)
        if read["status"] == "live" and "freshWithinMs" in view:
            # What the venue had told longer ago than this is in the view, but for its time on the way from the owner.
            read["freshWithinMs"] = view["freshWithinMs"] + passed_ms
        else:
            read.pop("freshWithinMs", None)
        return read


def read_view(payload):
    """A view as a dictionary, prices and quantities as Decimal; None for what is none."""
    try:
        view = json.loads(payload)
        if view["version"] != 1 or view["status"] not in STATUSES:
            return None
        if not isinstance(view["pair"], str) or not isinstance(view["owner"], str):
            return None
        for name in ("term", "epoch", "seq", "ageMs"):
            if type(view[name]) is not int or view[name] < 0:
                return None
        for side in ("asks", "bids"):
            view[side] = [(Decimal(level["price"]), Decimal(level["quantity"])) for level in view[side]]
        return view if is_sound(view) else None
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        return None


def is_sound(view):
    """Numbers above nothing, the best level first; and a book that is called live is not crossed, and has no reason."""
    asks, bids = view["asks"], view["bids"]
    if not all(number.is_finite() and number > 0 for level in asks + bids for number in level):
        return False
    if any(one[0] >= next_one[0] for one, next_one in zip(asks, asks[1:])):
        return False
    if any(one[0] <= next_one[0] for one, next_one in zip(bids, bids[1:])):
        return False
    is_crossed = bool(asks and bids) and bids[0][0] >= asks[0][0]
    return view["status"] != "live" or not (is_crossed or "reason" in view)


class Refused(Exception):
    """The server does not let this program in, or not hear a subject."""


class Connection:
    """One connection to a NATS server that listens to the views of some pairs."""

    def __init__(self, url, venue, pairs, views):
        self._url = urlparse(url)
        self._subjects = {str(number): (f"dw1.{venue}.view.{pair}", pair) for number, pair in enumerate(pairs, start=1)}
        self._views = views

    async def run(self, changed):
        """Listens until the connection ends. `changed` is called after each message."""
        secure = self._url.scheme == "tls"
        reader, writer = await asyncio.open_connection(self._url.hostname, self._url.port or 4222, limit=2**20)
        try:
            info = await reader.readline()
            if not info.startswith(b"INFO "):
                raise Refused("no NATS server answers there")
            if secure:
                await writer.start_tls(ssl.create_default_context(), server_hostname=self._url.hostname)
            writer.write(self._greeting())
            ping = asyncio.create_task(self._ping(writer))
            try:
                await self._read(reader, writer, changed)
            finally:
                ping.cancel()
        finally:
            self._views.connected = False
            writer.close()

    def _greeting(self):
        options = {"verbose": False, "pedantic": False, "lang": "python", "version": "1", "protocol": 1, "name": "views"}
        if self._url.username is not None:
            options["user"] = unquote(self._url.username)
            options["pass"] = unquote(self._url.password or "")
        lines = [f"CONNECT {json.dumps(options)}"]
        lines += [f"SUB {subject} {number}" for number, (subject, _) in self._subjects.items()]
        return "".join(f"{line}\r\n" for line in [*lines, "PING"]).encode()

    async def _read(self, reader, writer, changed):
        while True:
            # A server that hangs answers no ping: then nothing is heard at all.
            line = await asyncio.wait_for(reader.readline(), timeout=2 * PING_EVERY_S)
            if line == b"":
                return
            word, *fields = line.split()
            if word == b"MSG":
                payload = await asyncio.wait_for(reader.readexactly(int(fields[-1]) + 2), timeout=2 * PING_EVERY_S)
                _, pair = self._subjects[fields[1].decode()]
                self._views.take(pair, payload[:-2])
            elif word == b"PING":
                writer.write(b"PONG\r\n")
            elif word == b"PONG":
                self._views.connected = True
            elif word == b"-ERR":
                raise Refused(line[5:].strip().decode())
            changed()

    async def _ping(self, writer):
        while True:
            await asyncio.sleep(PING_EVERY_S)
            writer.write(b"PING\r\n")


def line_of(view):
    """What is printed of a view: nothing that changes with time alone, so that only changes are printed."""
    if view["status"] != "live":
        return f"{view['pair']} {view['status']} {view.get('reason', '')}".rstrip()
    bid = view["bids"][0][0] if view["bids"] else "-"
    ask = view["asks"][0][0] if view["asks"] else "-"
    return f"{view['pair']} live {bid} / {ask} from {view['owner']}"


async def main(urls, venue, *pairs):
    servers = itertools.cycle(urls.split(","))
    views = Views()
    printed = {}

    def show():
        for pair in pairs:
            line = line_of(views.read(pair))
            if printed.get(pair) != line:
                printed[pair] = line
                print(line, flush=True)

    async def look():
        # No message says that none comes.
        while True:
            show()
            await asyncio.sleep(0.1)

    looking = asyncio.create_task(look())
    try:
        while True:
            try:
                await Connection(next(servers), venue, pairs, views).run(show)
            except (OSError, EOFError, asyncio.TimeoutError) as error:
                print(f"disconnected: {error or type(error).__name__}", file=sys.stderr, flush=True)
            await asyncio.sleep(RECONNECT_AFTER_S)
    finally:
        looking.cancel()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        pass
    except Refused as refused:
        sys.exit(f"refused: {refused}")
