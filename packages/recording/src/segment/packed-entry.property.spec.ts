import { fc, test } from "@fast-check/vitest";
import { Packr, Unpackr } from "msgpackr";
import { expect } from "vitest";

import { createPacking } from "./pack.js";
import { PackedEntryDecoder } from "./packed-entry.js";

const inbound = 5;
const number = fc.oneof(
  fc.constantFrom(0, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, -33, 1.5),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const frame = fc.oneof(
  { weight: 8, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(255, 256, 65_535, 65_536).map((length) => new Uint8Array(length).fill(7)) },
);
const elapsedNs = number.filter(isElapsed);
const values = fc.tuple(fc.constant(inbound), number, elapsedNs, number, frame);
const packr = new Packr({ useRecords: false });
const unpackr = new Unpackr({ useRecords: false });

/** Frames of many bytes are compared as one text. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** What the library reads; undefined where it is no inbound entry. */
function byLibrary(payload: Uint8Array): unknown {
  try {
    const list = unpackr.unpack(payload) as unknown;
    if (!Array.isArray(list) || list[0] !== inbound) {
      return undefined;
    }
    const [, connection, elapsed, epochMs, content] = list as readonly unknown[];
    const areNumbers = [connection, elapsed, epochMs].every((each) => Number.isFinite(each));
    return areNumbers && isElapsed(elapsed as number) && content instanceof Uint8Array
      ? { kind: "inbound", connection, elapsedNs: elapsed, epochMs, frame: textOf(content) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A segment lasts less long than can be counted in whole nanoseconds, and time does not go back. */
function isElapsed(value: number): boolean {
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** What is read of a payload that stands between other bytes. */
function decoded(payload: Uint8Array): unknown {
  const around = new Uint8Array(payload.length + 20).fill(0xc4);
  around.set(payload, 10);
  const entry = new PackedEntryDecoder(around, createPacking()).decode(10, 10 + payload.length);
  return entry?.kind === "inbound" ? { ...entry, frame: textOf(entry.frame) } : undefined;
}

test.prop([values], { numRuns: 300 })("an inbound entry is what a MessagePack reader makes of it", (list) => {
  const payload = new Uint8Array(packr.pack(list));
  expect(decoded(payload)).toEqual(byLibrary(payload));
  expect(decoded(payload)).toBeDefined();
});

test.prop([values, fc.nat(40), fc.nat(255)], { numRuns: 1_000 })(
  "with one byte of it replaced, too",
  (list, place, byte) => {
    const payload = new Uint8Array(packr.pack(list));
    payload[place % payload.length] = byte;
    expect(decoded(payload)).toEqual(byLibrary(payload));
  },
);

test.each([
  ["no time", Number.NaN],
  ["an endless time", Number.POSITIVE_INFINITY],
  ["more than anybody could play", 2.3e83],
  ["a time before its segment", -1],
])("an entry with %s is none, in any form", (_what, elapsed) => {
  for (const list of [
    [inbound, 1, elapsed, 1_600_000_000_000, new Uint8Array(300)],
    [4, 1, elapsed, 1_600_000_000_000],
    [10, 0, elapsed, 1_600_000_000_000, 1],
  ]) {
    const payload = new Uint8Array(packr.pack(list));
    expect(new PackedEntryDecoder(payload, createPacking()).decode(0, payload.length)).toBeUndefined();
  }
});
