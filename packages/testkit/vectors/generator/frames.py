"""Frames of protocol A, compressed by Python's zlib (RFC 1950, RFC 1951, RFC 1952) and damaged on purpose.
Whether a damaged body is still one whole stream, and what it inflates to, is zlib's word (zlibVersion).
Codes of refused frames are the product's; a case with several codes allows each of them."""

import struct
import zlib

SNAPSHOT = (
    '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":1639124171584,"seq":188236,'
    '"asks":[["7.904","47741.6"],["0.604","47741.8"]],"bids":[["1.667","47741.3"],["0.534","47726.8"]]}}'
)
ERROR = '{"channel":"4BTC_USDT_depth","error":{"code":"3009","msg":"Illegal subscription channel"}}'
PONG = '{"pong":1639124171584}'
UNICODE = '{"error":{"code":"4003","msg":"Überlastet € 😀"}}'

DAMAGE = [
    "frame-empty",
    "frame-corrupt",
    "frame-truncated",
    "frame-trailing-bytes",
    "frame-too-large",
    "frame-unknown-compression",
]


def zlib_body(text: str, level: int = 6, strategy: int = zlib.Z_DEFAULT_STRATEGY, window_bits: int = 15) -> bytes:
    compressor = zlib.compressobj(level, zlib.DEFLATED, window_bits, 8, strategy)
    return compressor.compress(text.encode()) + compressor.flush()


def gzip_body(text: str, flags: int = 0, optional: bytes = b"", mtime: int = 0) -> bytes:
    data = text.encode()
    compressor = zlib.compressobj(6, zlib.DEFLATED, -15)
    deflated = compressor.compress(data) + compressor.flush()
    header = struct.pack("<2sBBIBB", b"\x1f\x8b", 8, flags, mtime, 0, 3) + optional
    if flags & 2:
        header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    return header + deflated + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def several_blocks(parts: list) -> bytes:
    compressor = zlib.compressobj(6)
    flushed = b"".join(compressor.compress(part.encode()) + compressor.flush(zlib.Z_FULL_FLUSH) for part in parts)
    return flushed + compressor.flush()


def inflate(body: bytes):
    """The text of exactly one whole zlib or gzip stream, else None."""
    try:
        inflater = zlib.decompressobj(47)
        data = inflater.decompress(body) + inflater.flush()
    except zlib.error:
        return None
    return data if inflater.eof and inflater.unused_data == b"" else None


def good() -> list:
    cases = []

    def add(name: str, frame: bytes, encoding: str, text: str) -> None:
        cases.append({"name": name, "frameHex": frame.hex(), "encoding": encoding, "text": text})

    for marker_name, zero, one in [("character", b"0", b"1"), ("byte", b"\x00", b"\x01")]:
        add(f"plain, marker {marker_name}", zero + SNAPSHOT.encode(), "plain", SNAPSHOT)
        add(f"plain beyond ASCII, marker {marker_name}", zero + UNICODE.encode(), "plain", UNICODE)
        for level in [0, 1, 6, 9]:
            add(f"zlib level {level}, marker {marker_name}", one + zlib_body(SNAPSHOT, level), "zlib", SNAPSHOT)
        add(f"gzip, marker {marker_name}", one + gzip_body(SNAPSHOT), "gzip", SNAPSHOT)
    # Field note 2: the newline belongs to the frame, not to the text.
    add("plain with a newline after it", b"\x00" + SNAPSHOT.encode() + b"\n", "plain", SNAPSHOT)
    add("bare error text", ERROR.encode(), "plain", ERROR)
    add("bare pong", PONG.encode(), "plain", PONG)
    add("zlib, fixed Huffman codes", b"1" + zlib_body(SNAPSHOT, 6, zlib.Z_FIXED), "zlib", SNAPSHOT)
    add("zlib, Huffman codes only", b"1" + zlib_body(SNAPSHOT, 6, zlib.Z_HUFFMAN_ONLY), "zlib", SNAPSHOT)
    add("zlib, run lengths", b"1" + zlib_body(SNAPSHOT, 6, zlib.Z_RLE), "zlib", SNAPSHOT)
    add("zlib, window of 512 bytes", b"1" + zlib_body(SNAPSHOT * 9, 6, window_bits=9), "zlib", SNAPSHOT * 9)
    add("zlib, several blocks", b"1" + several_blocks([SNAPSHOT[:70], "", SNAPSHOT[70:]]), "zlib", SNAPSHOT)
    add("zlib, far matches", b"1" + zlib_body(SNAPSHOT * 300), "zlib", SNAPSHOT * 300)
    add("gzip with a time", b"1" + gzip_body(SNAPSHOT, mtime=1639124171), "gzip", SNAPSHOT)
    add("gzip with a file name", b"1" + gzip_body(SNAPSHOT, 8, b"depth.json\0"), "gzip", SNAPSHOT)
    add("gzip with a comment", b"1" + gzip_body(SNAPSHOT, 16, b"hello\0"), "gzip", SNAPSHOT)
    add("gzip with an extra field", b"1" + gzip_body(SNAPSHOT, 4, b"\x04\x00abcd"), "gzip", SNAPSHOT)
    add("gzip with a header checksum", b"1" + gzip_body(SNAPSHOT, 2), "gzip", SNAPSHOT)
    add("gzip with everything", b"1" + gzip_body(SNAPSHOT, 31, b"\x02\x00xya\0b\0"), "gzip", SNAPSHOT)
    for case in cases:
        if case["encoding"] != "plain":
            assert inflate(bytes.fromhex(case["frameHex"])[1:]) == case["text"].encode(), case["name"]
    return cases


def bad() -> list:
    cases = []

    def add(name: str, frame: bytes, codes: list, **more) -> None:
        cases.append({"name": name, "frameHex": frame.hex(), "codes": codes, **more})

    body, packed = zlib_body(SNAPSHOT), gzip_body(SNAPSHOT)
    add("empty", b"", ["frame-empty"])
    add("plain marker alone", b"0", ["frame-empty"])
    add("zlib of nothing", b"1" + zlib_body(""), ["frame-empty"])
    add("gzip of nothing", b"1" + gzip_body(""), ["frame-empty"])
    for marker in [b"2", b"\x02", b"[", b" ", b"\xff", b"\xef\xbb\xbf"]:
        add(f"marker 0x{marker.hex()}", marker + SNAPSHOT.encode(), ["frame-unknown-marker"])
    add("compressed marker before plain text", b"1" + SNAPSHOT.encode(), ["frame-unknown-compression"])
    add("raw deflate", b"1" + body[2:-4], ["frame-unknown-compression", "frame-corrupt"])
    add("zstd", b"1\x28\xb5\x2f\xfd\x00\x00", ["frame-unknown-compression"])
    add("compressed marker alone", b"1", ["frame-truncated", "frame-unknown-compression", "frame-empty"])
    add("wrong Adler-32", b"1" + body[:-1] + bytes([body[-1] ^ 1]), ["frame-corrupt"])
    add("wrong CRC-32", b"1" + packed[:-8] + bytes([packed[-8] ^ 1]) + packed[-7:], ["frame-corrupt"])
    add("wrong length in gzip", b"1" + packed[:-4] + bytes([packed[-4] ^ 1]) + packed[-3:], ["frame-corrupt"])
    add("no Adler-32", b"1" + body[:-4], ["frame-truncated"])
    add("no gzip trailer", b"1" + packed[:-8], ["frame-truncated"])
    # FDICT set, with its check bits right.
    add("preset dictionary", b"1" + b"\x78\xbb" + b"\0\0\0\0" + body[2:], ["frame-corrupt", "frame-unknown-compression"])
    add("block type 3", b"1\x78\x9c\x07" + b"\0" * 8, ["frame-corrupt"])
    add("stored length not complemented", b"1\x78\x9c\x01\x05\x00\x00\x00hello" + b"\0" * 4, ["frame-corrupt"])
    add("match before the start", b"1\x78\x9c\x03\x02" + b"\0" * 8, ["frame-corrupt"])
    for name, tail in [("a zero", b"\0"), ("a newline", b"\n"), ("text", b"{}"), ("the same stream again", None)]:
        for kind, stream in [("zlib", body), ("gzip", packed)]:
            frame = b"1" + stream + (stream if tail is None else tail)
            add(f"{kind} and {name} after it", frame, ["frame-trailing-bytes"], streamInflatesTo=SNAPSHOT)
    bomb = zlib_body("0" * (5 * 1024 * 1024), 9)
    add("inflates to 5 MiB", b"1" + bomb, ["frame-too-large"])
    for case in cases:
        frame = bytes.fromhex(case["frameHex"])
        whole = frame[:1] == b"1" and inflate(frame[1:]) is not None
        assert not whole or case["codes"] in (["frame-too-large"], ["frame-empty"]), case["name"]
    return cases


def flips(stream: bytes) -> list:
    """Single-bit flips that leave one whole stream: bit index (byte * 8 + bit, least first) and the text it gives."""
    kept = []
    for bit in range(len(stream) * 8):
        flipped = bytearray(stream)
        flipped[bit // 8] ^= 1 << (bit % 8)
        data = inflate(bytes(flipped))
        if data is not None:
            kept.append({"bit": bit, "textHex": data.hex()} if data != SNAPSHOT.encode() else {"bit": bit})
    return kept


def damaged() -> list:
    """Whole compressed frames to cut and to flip: every shorter prefix is refused, and every flip not in `survives`."""
    return [
        {
            "name": name,
            "frameHex": (b"1" + stream).hex(),
            "text": SNAPSHOT,
            "codes": DAMAGE,
            "survivingBitFlips": flips(stream),
        }
        for name, stream in [
            ("zlib, dynamic Huffman codes", zlib_body(SNAPSHOT)),
            ("zlib, fixed Huffman codes", zlib_body(SNAPSHOT, 6, zlib.Z_FIXED)),
            ("zlib, stored", zlib_body(SNAPSHOT, 0)),
            ("gzip", gzip_body(SNAPSHOT)),
        ]
    ]


def vectors() -> dict:
    return {"zlibVersion": zlib.ZLIB_RUNTIME_VERSION, "good": good(), "bad": bad(), "damaged": damaged()}
