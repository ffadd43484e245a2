"""The relay's wire, version 1, written out again from its description: integers as LEB128, least significant seven
bits first, in their shortest form; texts behind their length."""

VERSION = 1
KINDS = {"snapshot": 1, "update": 2, "event": 3, "status": 4}
PROTOCOLS = {"prefix": 0, "channel": 8}
STATUSES = ["syncing", "live", "gapped", "stale", "crossed"]
TERM = 1_763_863_200_123
MAX_42 = 2**42 - 1


def leb128(value: int) -> bytes:
    out = bytearray()
    while True:
        low = value & 0x7F
        value >>= 7
        if value == 0:
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def text(value: str) -> bytes:
    data = value.encode("utf-8")
    return leb128(len(data)) + data


def header_bytes(header: dict) -> bytes:
    names = ["term", "relaySeq", "epoch", "seq", "receivedAtMs"]
    return bytes([VERSION, KINDS[header["kind"]] + PROTOCOLS[header["protocol"]]]) + b"".join(leb128(header[name]) for name in names)


def header(
    kind: str, term: int, relay_seq: int, epoch: int, seq: int, received: int, protocol: str = "prefix"
) -> dict:
    return {
        "kind": kind,
        "protocol": protocol,
        "term": term,
        "relaySeq": relay_seq,
        "epoch": epoch,
        "seq": seq,
        "receivedAtMs": received,
    }


def headers() -> list:
    cases = [
        header("snapshot", 0, 0, 0, 0, 0),
        header("update", TERM, 12_345, 3, 987_654_321, TERM + 60_000),
        header("update", TERM, 127, 1, 128, TERM),
        header("event", TERM, 16_383, 0, 0, TERM + 1),
        header("status", TERM, 16_384, 2, 2**31, TERM + 2),
        header("update", TERM, 2**28, 2**21, 2**31 - 1, TERM + 3),
        header("update", TERM, 2**35, 2**27, 2**32, TERM + 4),
        header("snapshot", TERM, 1, 1, 1, TERM, "channel"),
        header("status", TERM, 2, 0, 0, TERM, "channel"),
        header("update", MAX_42, MAX_42, 2**28 - 1, 2**53 - 1, MAX_42),
    ]
    return [{"header": case, "hex": header_bytes(case).hex(), "bytes": len(header_bytes(case))} for case in cases]


def refused_headers() -> list:
    whole = header_bytes(header("update", TERM, 12_345, 3, 987_654_321, TERM))
    zeros = bytes([0, 0, 0])
    cases = [("empty", b"", "short"), ("version alone", whole[:1], "short")]
    cases += [(f"cut after {length} bytes", whole[:length], "short") for length in range(2, len(whole))]
    cases += [
        ("version 0", bytes([0]) + whole[1:], "other-version"),
        ("version 2", bytes([2]) + whole[1:], "other-version"),
        ("kind 0", bytes([VERSION, 0]) + whole[2:], "unknown-kind"),
        ("kind 0 of protocol B", bytes([VERSION, 8]) + whole[2:], "unknown-kind"),
        ("kind 5 of protocol B", bytes([VERSION, 13]) + whole[2:], "unknown-kind"),
        ("a beat's kind", bytes([VERSION, 16]) + whole[2:], "unknown-kind"),
        ("a 0 in two bytes", bytes([VERSION, 2, 0x80, 0]) + zeros + zeros, "not-canonical"),
        ("a term of 43 bits", bytes([VERSION, 2]) + leb128(2**42) + zeros + zeros, "number-too-large"),
        ("a seq of 54 bits", bytes([VERSION, 2]) + zeros + leb128(2**53) + zeros, "number-too-large"),
        ("a number without end", bytes([VERSION, 2]) + b"\xff" * 12, "number-too-large"),
    ]
    return [{"name": name, "hex": data.hex(), "fault": fault} for name, data, fault in cases]


def beat_bytes(beat: dict) -> bytes:
    pairs = beat["pairs"]
    out = bytes([VERSION, 16 if pairs is None else 17]) + text(beat["owner"])
    out += leb128(beat["term"]) + leb128(beat["venueAgeMs"]) + leb128(beat["list"]) + leb128(len(beat["rows"]))
    for row in beat["rows"]:
        out += leb128(row["relaySeq"] << 3 | STATUSES.index(row["status"]))
    return out + b"".join(text(pair) for pair in pairs or [])


def beat(owner: str, rows: list, pairs: list | None) -> dict:
    told = [{"relaySeq": relay_seq, "status": status} for relay_seq, status in rows]
    return {"owner": owner, "term": TERM, "venueAgeMs": 12, "list": 3, "pairs": pairs, "rows": told}


def beats() -> list:
    quiet = [(1_000 + 37 * pair, "live") for pair in range(200)]
    cases = [
        beat("host-a", [], None),
        beat("host-a", [], []),
        beat("host_b-7", [(0, "syncing"), (15, "live"), (16, "gapped"), (2**30, "stale"), (MAX_42, "crossed")], None),
        beat("a", [(1, "live"), (2, "stale")], ["4BTC_USDT", "5BTC_USD"]),
        beat("a", [(1, "live"), (2, "live"), (3, "stale")], ["5BTC_USD", "5BTC_USD.deals", "5BTC_USD.kline-5min"]),
        beat("x" * 64, quiet, None),
    ]
    return [{"beat": case, "hex": beat_bytes(case).hex()} for case in cases]


def refused_beats() -> list:
    whole = beat_bytes(beat("host-a", [(1, "live"), (300, "stale")], ["4BTC_USDT", "5BTC_USD"]))
    front = bytes([VERSION, 17])
    cases = [(f"cut after {length} bytes", whole[:length], "short") for length in range(len(whole))]
    cases += [
        ("version 2", bytes([2]) + whole[1:], "other-version"),
        ("a frame's kind", bytes([VERSION, 2]) + whole[2:], "unknown-kind"),
        ("a byte behind it", whole + b"\0", "rows"),
        ("status 5", bytes([VERSION, 16]) + text("a") + bytes([1, 1, 1, 1, 8 | 5]), "unknown-status"),
        ("10,001 rows", bytes([VERSION, 16]) + text("a") + bytes([1, 1, 1]) + leb128(10_001), "number-too-large"),
        ("an owner with a dot", front + text("a.b") + bytes([1, 1, 1, 0]), "text-malformed"),
        ("an owner that is no UTF-8", front + b"\2\xff\xfe" + bytes([1, 1, 1, 0]), "text-malformed"),
        ("a pair with a star", front + text("a") + bytes([1, 1, 1, 1, 9]) + text("4*"), "text-malformed"),
        ("a channel with a dot", front + text("a") + bytes([1, 1, 1, 1, 9]) + text("4BTC_USDT.a.b"), "text-malformed"),
        ("a channel without a name", front + text("a") + bytes([1, 1, 1, 1, 9]) + text("4BTC_USDT."), "text-malformed"),
        ("an owner without a name", front + text("") + bytes([1, 1, 1, 0]), "text-malformed"),
    ]
    return [{"name": name, "hex": data.hex(), "fault": fault} for name, data, fault in cases]


def echoes() -> list:
    numbers = [(0, 0), (1, 7), (2**53 - 1, 2**32 - 1), (123_456_789, 300)]
    cases = []
    for nonce, second in numbers:
        tail = leb128(nonce) + leb128(second)
        cases.append(
            {
                "nonce": nonce,
                "second": second,
                "questionHex": (bytes([VERSION, 32]) + tail).hex(),
                "answerHex": (bytes([VERSION, 33]) + tail).hex(),
            }
        )
    return cases


def vectors() -> dict:
    return {
        "headers": headers(),
        "refusedHeaders": refused_headers(),
        "beats": beats(),
        "refusedBeats": refused_beats(),
        "echoes": echoes(),
    }
