#!/usr/bin/env python3
"""Reads a recording, with Python's standard library alone: what docs/recording-format.md says, as a program.

    python3 read_recording.py DIRECTORY

prints, as JSON, how many entries there are of each kind, and for each channel how many messages and rows.
As a module: `for path, entry in read(directory)`.
"""

import json
import re
import struct
import sys
import zlib
from collections import Counter, namedtuple
from pathlib import Path

SIGNATURE = b"DWREC\0\0"
VERSIONS = (1, 2)

# The first word of an entry of version 2.
MESSAGE = 1
LIST = 2

# The first element of an entry, what it is, and the names of the elements behind it.
KINDS = {
    0: ("header", ["run", "sequence", "started_epoch_ms", "started_monotonic_ms"]),
    1: ("connection", ["connection", "address", "is_open", "is_private", "channels"]),
    2: ("checkpoint", ["connection", "pair", "received_at_ms", "frame"]),
    3: ("connecting", ["connection", "elapsed_ns", "epoch_ms", "address"]),
    4: ("opened", ["connection", "elapsed_ns", "epoch_ms"]),
    5: ("inbound", ["connection", "elapsed_ns", "epoch_ms", "frame"]),
    6: ("control_frame", ["connection", "elapsed_ns", "epoch_ms"]),
    7: ("closed", ["connection", "elapsed_ns", "epoch_ms", "code", "cause"]),
    8: ("outbound", ["connection", "elapsed_ns", "epoch_ms", "text"]),
    9: ("withheld", ["connection", "elapsed_ns", "epoch_ms", "content"]),
    10: ("end", ["connection", "elapsed_ns", "epoch_ms", "frames"]),
    11: ("doubted", ["connection", "elapsed_ns", "epoch_ms", "channel", "reason", "from_ms"]),
    12: ("gap", ["connection", "elapsed_ns", "epoch_ms", "channel", "reason", "from_ms", "dropped"]),
}
TYPES = {number: namedtuple(name, fields) for number, (name, fields) in KINDS.items()}


class Damaged(Exception):
    """Bytes are not what was written: `str(error)` says where."""


def unpack(data, at):
    """One MessagePack value, and where the next one begins."""
    first = data[at]
    if first <= 0x7F:
        return first, at + 1
    if first >= 0xE0:
        return first - 0x100, at + 1
    if 0x90 <= first <= 0x9F:
        return unpack_array(data, at + 1, first & 0x0F)
    if 0xA0 <= first <= 0xBF:
        return unpack_text(data, at + 1, first & 0x1F)
    if first in (0xC2, 0xC3):
        return first == 0xC3, at + 1
    if first in SIZES:
        form, take = SIZES[first]
        size = struct.calcsize(form)
        (length,) = struct.unpack_from(form, data, at + 1)
        return take(data, at + 1 + size, length)
    if first in NUMBERS:
        form = NUMBERS[first]
        (value,) = struct.unpack_from(form, data, at + 1)
        return value, at + 1 + struct.calcsize(form)
    raise Damaged(f"{first:#x} begins no value that a recording has")


def unpack_array(data, at, length):
    values = []
    for _ in range(length):
        value, at = unpack(data, at)
        values.append(value)
    return values, at


def unpack_text(data, at, length):
    return bytes(data[at : at + length]).decode(), at + length


def unpack_binary(data, at, length):
    return bytes(data[at : at + length]), at + length


SIZES = {
    0xC4: (">B", unpack_binary),
    0xC5: (">H", unpack_binary),
    0xC6: (">I", unpack_binary),
    0xD9: (">B", unpack_text),
    0xDA: (">H", unpack_text),
    0xDB: (">I", unpack_text),
    0xDC: (">H", unpack_array),
    0xDD: (">I", unpack_array),
}
NUMBERS = {
    0xCA: ">f",
    0xCB: ">d",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
}


def blocks(data, name):
    """Payloads of a file, each with its place. A torn end is the end; damage is an exception."""
    if data[: len(SIGNATURE)] != SIGNATURE[: len(data)]:
        raise Damaged(f"{name}: no recording")
    if len(data) < 8:
        return
    if data[7] not in VERSIONS:
        raise Damaged(f"{name}: version {data[7]}")
    at = 8
    while at < len(data):
        if len(data) - at < 12:
            return
        length, checksum, header_checksum = struct.unpack_from("<III", data, at)
        end = at + 12 + length
        if zlib.crc32(data[at : at + 8]) != header_checksum:
            if not any(data[at + 12 :]):
                return
            raise Damaged(f"{name}: block header at byte {at}")
        if end > len(data):
            return
        payload = data[at + 12 : end]
        if zlib.crc32(payload) != checksum:
            if not any(data[end:]):
                return
            raise Damaged(f"{name}: block at byte {at}")
        yield at, payload
        at = end


def entry_of_list(payload, name, at):
    """An entry that is a list: every one of version 1, and in version 2 whatever is no message."""
    values, end = unpack(payload, 0)
    if end != len(payload) or not values or values[0] not in TYPES:
        raise Damaged(f"{name}: entry at byte {at}")
    return TYPES[values[0]](*values[1:])


def entries_of_block(payload, name, block):
    """Entries of a block of version 2."""
    at = 0
    while at < len(payload) or at == 0:
        form, length = struct.unpack_from("<II", payload, at) if len(payload) - at >= 8 else (0, 0)
        body = payload[at + 8 : at + 8 + length]
        if form == MESSAGE and len(body) == length >= 20:
            yield TYPES[5](*struct.unpack_from("<Idd", body), bytes(body[20:]))
        elif form == LIST and len(body) == length:
            yield entry_of_list(body, name, block + 12 + at)
        else:
            raise Damaged(f"{name}: entry at byte {block + 12 + at}")
        at += 8 + length


def read_segment(path):
    """Entries of a segment, in order."""
    data = memoryview(path.read_bytes())
    for at, payload in blocks(data, path.name):
        if data[7] == 1:
            yield entry_of_list(payload, path.name, at)
        else:
            yield from entries_of_block(payload, path.name, at)


def segments(directory):
    """Paths of the segments, shard by shard, oldest first."""
    directory = Path(directory)
    shards = sorted(directory.glob("shard-[0-9]*"), key=lambda path: int(path.name[6:]))
    for folder in [directory, *shards]:
        named = [path for path in folder.iterdir() if re.fullmatch(r"\d{8,}\.dwrec", path.name)]
        yield from sorted(named, key=lambda path: (len(path.name), path.name))


def read(directory):
    """Every entry of a recording with the path of its segment."""
    for path in segments(directory):
        for entry in read_segment(path):
            yield path, entry


def messages(frame):
    """What a frame says: (channel, kind, content) for each message; kind 0 is a whole state, 1 a change."""
    if frame[:1] in (b"0", b"\0"):
        text = frame[1:]
    elif frame[:1] in (b"1", b"\1"):
        text = zlib.decompress(frame[1:], zlib.MAX_WBITS | 32)
    else:
        text = frame
    # Numbers stay texts: as binary fractions they would not be exact.
    said = json.loads(text, parse_float=str)
    if isinstance(said, list):
        for part in said:
            if "channel" in part:
                yield part["channel"], part.get("data_type"), part.get("data")
    elif "topic" in said:
        yield said["topic"], said.get("t"), said.get("d")


def rows(content):
    """How many levels a message of a book has."""
    if not isinstance(content, dict):
        return 0
    parts = [content, *(content.get(name) or {} for name in ("add", "del", "mod"))]
    return sum(len(part.get(side) or []) for part in parts for side in ("asks", "bids"))


def main(directory):
    kinds = Counter()
    channels = {}
    for _, entry in read(directory):
        kinds[type(entry).__name__] += 1
        if type(entry).__name__ != "inbound":
            continue
        for channel, _, content in messages(entry.frame):
            counts = channels.setdefault(channel, {"frames": 0, "levels": 0})
            counts["frames"] += 1
            counts["levels"] += rows(content) if channel.endswith("_depth") else 0
    print(json.dumps({"entries": kinds, "channels": channels}, indent=2, sort_keys=True))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1])
    except Damaged as error:
        sys.exit(f"damaged: {error}")
