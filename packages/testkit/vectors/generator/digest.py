"""MD5: the suite of RFC 1321 A.5, checked against hashlib; lengths around block borders from hashlib.
HMAC-MD5: the seven cases of RFC 2202 section 2, checked against hmac; key and text lengths around block borders from hmac."""

import hashlib
import hmac

RFC_1321 = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    ("1234567890" * 8, "57edf4a22be3c955ac49da2e2107b67a"),
]

# (key, data, digest); test cases 1 to 7.
RFC_2202 = [
    (b"\x0b" * 16, b"Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
    (b"Jefe", b"what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
    (b"\xaa" * 16, b"\xdd" * 50, "56be34521d144c88dbb8c733f0e8b3f6"),
    (bytes(range(1, 26)), b"\xcd" * 50, "697eaf0aca3a3aea3a75164746ffaa79"),
    (b"\x0c" * 16, b"Test With Truncation", "56461ef2342edc00f9bab995690efd4c"),
    (b"\xaa" * 80, b"Test Using Larger Than Block-Size Key - Hash Key First", "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
    (
        b"\xaa" * 80,
        b"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
        "6f630fad67cda0ee1fb1f562db3aa53e",
    ),
]

BORDERS = [1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 129, 1000]


def pattern(length: int, step: int) -> bytes:
    return bytes((index * step + 1) % 256 for index in range(length))


def vectors() -> dict:
    for text, published in RFC_1321:
        assert hashlib.md5(text.encode()).hexdigest() == published, text
    for key, data, published in RFC_2202:
        assert hmac.new(key, data, "md5").hexdigest() == published, data

    md5 = [{"source": "RFC 1321 A.5", "dataHex": text.encode().hex(), "md5Hex": value} for text, value in RFC_1321]
    for length in BORDERS:
        data = pattern(length, 7)
        md5.append({"source": "hashlib", "dataHex": data.hex(), "md5Hex": hashlib.md5(data).hexdigest()})

    hmac_md5 = [
        {"source": f"RFC 2202 case {number}", "keyHex": key.hex(), "dataHex": data.hex(), "hmacHex": value}
        for number, (key, data, value) in enumerate(RFC_2202, 1)
    ]
    # RFC 2202's data and the patterns hold bytes above 0x7f, which are no UTF-8; these texts are.
    texts = ["", "x" * 55, "x" * 56, "x" * 64, "x" * 119, "x" * 1000, "é€😀", "é" * 100]
    for key_length in [1, 40, 63, 64, 65, 200]:
        key = pattern(key_length, 5)
        for text in texts:
            data = text.encode()
            digest = hmac.new(key, data, "md5").hexdigest()
            hmac_md5.append({"source": "hmac", "keyHex": key.hex(), "dataHex": data.hex(), "hmacHex": digest})
    return {"md5": md5, "hmacMd5": hmac_md5}
