import * as fc from "fast-check";
import { Packr, Unpackr } from "msgpackr";
import { expect, test } from "vitest";

import { createPacking } from "./pack.js";
import { PackedEntryDecoder, packEntry } from "./packed-entry.js";
import type { RecordingEntry } from "./recording-entry.js";

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

test("an inbound entry is what a MessagePack reader makes of it", () =>
  fc.assert(
    fc.property(values, (list) => {
      const payload = new Uint8Array(packr.pack(list));
      expect(decoded(payload)).toEqual(byLibrary(payload));
      expect(decoded(payload)).toBeDefined();
    }),
    { numRuns: 300 },
  ));

test("with one byte of it replaced, too", () =>
  fc.assert(
    fc.property(values, fc.nat(40), fc.nat(255), (list, place, byte) => {
      const payload = new Uint8Array(packr.pack(list));
      payload[place % payload.length] = byte;
      expect(decoded(payload)).toEqual(byLibrary(payload));
    }),
    { numRuns: 1_000 },
  ));

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

const time = { connection: 3, elapsedNs: 4, epochMs: 5 };
const entries: readonly RecordingEntry[] = [
  { kind: "header", run: "run-1", sequence: 1, startedEpochMs: 2, startedMonotonicMs: 3.5 },
  { kind: "connection", connection: 3, address: "ws://a", phase: "open", access: "private", channels: ["a", "b"] },
  { kind: "connection", connection: 3, address: "ws://a", phase: "connecting", access: "public", channels: [] },
  { kind: "checkpoint", connection: 3, pair: "4BTC_USDT", receivedAtMs: 5, frame: Uint8Array.of(1, 2) },
  { kind: "connecting", ...time, address: "ws://a" },
  { kind: "opened", ...time },
  { kind: "inbound", ...time, frame: Uint8Array.of(1, 2) },
  { kind: "control-frame", ...time },
  { kind: "closed", ...time, code: 1006, cause: "gone" },
  { kind: "outbound", ...time, text: "{}" },
  { kind: "outbound-withheld", ...time, content: "login" },
  { kind: "outbound-withheld", ...time, content: "logout" },
  { kind: "outbound-withheld", ...time, content: "unknown" },
  { kind: "doubted", ...time, channel: "a", reason: "relay-gap", fromMs: 4 },
  { kind: "doubted", ...time, channel: "a", reason: undefined, fromMs: undefined },
  { kind: "gap", ...time, channel: "a", reason: "hole", fromMs: 4, dropped: 2 },
  { kind: "end", elapsedNs: 4, epochMs: 5, frames: 6 },
];

function read(payload: Uint8Array): RecordingEntry | undefined {
  return new PackedEntryDecoder(payload, createPacking()).decode(0, payload.length);
}

test.each(entries)(
  "an entry is read as it was written, and is none with another kind of value anywhere: $kind",
  (entry) => {
    const payload = new Uint8Array(packEntry(entry, createPacking()));
    expect(read(payload)).toEqual(entry);
    const list = unpackr.unpack(payload) as readonly unknown[];
    for (const [place, value] of list.entries()) {
      if (typeof value !== "boolean") {
        const other = list.with(place, typeof value === "number" ? "1" : 1);
        expect([place, read(new Uint8Array(packr.pack(other)))]).toEqual([place, undefined]);
      }
    }
    expect(read(new Uint8Array(packr.pack({ ...list })))).toBeUndefined();
  },
);

test.each([
  ["a kind that nobody knows", [99, 3, 4, 5, "x", "y"]],
  ["a channel that is no text", [1, 3, "ws://a", true, true, ["a", 7]]],
  ["a withheld text of a kind that nobody knows", [9, 3, 4, 5, "moon"]],
  ["a frame that is a text", [inbound, 3, 4, 5, "frame"]],
  ["nothing in it", []],
])("a list with %s is no entry", (_what, list) => {
  expect(read(new Uint8Array(packr.pack(list)))).toBeUndefined();
});

test.each([0, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 1.5])(
  "an inbound entry whose numbers are %s is read, with a frame of any length",
  (value) => {
    for (const length of [0, 30, 255, 256, 40_000]) {
      const entry = { kind: "inbound", connection: value, elapsedNs: value, epochMs: value } as const;
      const inbound = { ...entry, frame: new Uint8Array(length).fill(7) };
      const found = read(new Uint8Array(packEntry(inbound, createPacking())));
      expect(found).toMatchObject(entry);
      expect(found?.kind === "inbound" && textOf(found.frame)).toBe(textOf(inbound.frame));
    }
  },
);
