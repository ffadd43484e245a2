#!/usr/bin/env python3
"""Writes the golden vectors beside this file: python3 generate.py [output folder]

Provenance: everything is computed by Python's standard library (hashlib, hmac, zlib, gzip, decimal, json) and by the
plain code in generator/, which shares nothing with the TypeScript sources. Published values (RFC 1321, RFC 2202, the
field notes' signatures) stand as literals and are checked against that library before anything is written.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from generator import (  # noqa: E402
    decimals,
    depth,
    digest,
    frames,
    messages,
    operations,
    random_numbers,
    records,
    relay,
    signing,
)

SUBJECTS = {
    "digest": digest,
    "signing": signing,
    "decimals": decimals,
    "frames": frames,
    "depth": depth,
    "random": random_numbers,
    "records": records,
    "messages": messages,
    "operations": operations,
    "relay": relay,
}


def one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def file_text(content: dict) -> str:
    """JSON with one case a line, so that a change shows as the lines that it touches."""
    members = []
    for key, value in content.items():
        if isinstance(value, list):
            cases = ",\n".join("  " + one_line(case) for case in value)
            members.append(f" {one_line(key)}: [\n{cases}\n ]")
        else:
            members.append(f" {one_line(key)}: {one_line(value)}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def main() -> None:
    here = Path(__file__).resolve().parent
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    for name, subject in SUBJECTS.items():
        header = {
            "generatedBy": "packages/testkit/vectors/generate.py; do not edit",
            "provenance": " ".join(subject.__doc__.split()),
        }
        text = file_text({**header, **subject.vectors()})
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
