import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { RecordingEntry } from "../segment/recording-entry.js";
import { RecordingError } from "../segment/recording-error.js";
import { SegmentReader } from "../segment/segment-reader.js";
import { entriesOf, segmentOf, specHeader } from "./segment.spec-kit.js";

const connection = fc.nat(1_000_000);
const time = { connection, elapsedNs: fc.maxSafeNat(), epochMs: fc.maxSafeNat() };
const entry: fc.Arbitrary<RecordingEntry> = fc.oneof(
  fc.record({ kind: fc.constant("inbound" as const), ...time, frame: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ kind: fc.constant("opened" as const), ...time }),
  fc.record({ kind: fc.constant("control-frame" as const), ...time }),
  fc.record({ kind: fc.constant("connecting" as const), ...time, address: fc.string() }),
  fc.record({
    kind: fc.constant("closed" as const),
    ...time,
    code: fc.nat(4_999),
    cause: fc.string({ unit: "binary" }),
  }),
  fc.record({ kind: fc.constant("outbound" as const), ...time, text: fc.string() }),
  fc.record({
    kind: fc.constant("outbound-withheld" as const),
    ...time,
    content: fc.constantFrom("login" as const, "logout" as const, "unknown" as const),
  }),
  fc.record({
    kind: fc.constant("doubted" as const),
    ...time,
    channel: fc.string(),
    reason: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    fromMs: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("gap" as const),
    ...time,
    channel: fc.string(),
    reason: fc.string(),
    fromMs: fc.maxSafeNat(),
    dropped: fc.nat(),
  }),
  fc.record({
    kind: fc.constant("connection" as const),
    connection,
    address: fc.string(),
    phase: fc.constantFrom("connecting" as const, "open" as const),
    access: fc.constantFrom("public" as const, "private" as const),
    channels: fc.array(fc.string(), { maxLength: 20 }),
  }),
  fc.record({
    kind: fc.constant("checkpoint" as const),
    connection,
    pair: fc.string(),
    receivedAtMs: fc.maxSafeNat(),
    frame: fc.uint8Array({ maxLength: 300 }),
  }),
  fc.record({ kind: fc.constant("end" as const), elapsedNs: time.elapsedNs, epochMs: time.epochMs, frames: fc.nat() }),
);

test.prop([fc.array(entry, { maxLength: 20 })])("what was written is read", (entries) => {
  const { bytes } = segmentOf([specHeader, ...entries]);
  const reader = new SegmentReader(bytes, "a.dwrec");
  expect(reader.header).toEqual(specHeader);
  expect(entriesOf(bytes)).toEqual(entries);
});

test.prop([fc.uint8Array({ maxLength: 200 }), fc.nat(8)])(
  "any bytes end in entries or in the typed error",
  (bytes, keep) => {
    const { bytes: sound } = segmentOf([specHeader]);
    const forged = new Uint8Array([...sound.subarray(0, keep), ...bytes]);
    try {
      entriesOf(forged);
    } catch (error) {
      expect(error).toBeInstanceOf(RecordingError);
    }
  },
);

const at = (elapsedNs: number) => ({ connection: 1, elapsedNs, epochMs: 1_602_679_943_911 });
const sample: readonly RecordingEntry[] = [
  { kind: "connecting", ...at(0), address: "ws://venue/push" },
  { kind: "opened", ...at(1_000) },
  { kind: "outbound", ...at(2_000), text: `{"sub":"a"}` },
  { kind: "inbound", ...at(3_000), frame: new TextEncoder().encode("0{}") },
  { kind: "inbound", ...at(4_000), frame: Uint8Array.of(0x31, 1, 2, 3, 255) },
  { kind: "end", elapsedNs: 5_000, epochMs: 1_602_679_943_912, frames: 2 },
];

describe("a damaged segment", () => {
  const { bytes, offsets } = segmentOf([specHeader, ...sample]);
  const firstEntry = offsets[1] as number;

  test("torn at any byte is read up to its last whole entry", () => {
    for (let length = 0; length < bytes.length; length++) {
      const torn = bytes.subarray(0, length);
      if (length < firstEntry) {
        expect(() => new SegmentReader(torn, "a")).toThrow(
          expect.objectContaining({ code: "recording-truncated", details: { file: "a", offset: length } }),
        );
        continue;
      }
      const whole = offsets.filter((_, index) => (offsets[index + 1] ?? bytes.length) <= length).length - 1;
      expect(entriesOf(torn)).toEqual(sample.slice(0, whole));
      const reader = new SegmentReader(torn);
      while (reader.next() !== undefined) {
        // To the end.
      }
      expect(reader.offset + reader.tornBytes).toBe(length);
      expect(reader.offset).toBe(offsets[whole + 1] ?? bytes.length);
    }
  });

  test("a tail of zeros is torn too", () => {
    for (let length = firstEntry; length < bytes.length; length++) {
      const zeroed = bytes.slice();
      zeroed.fill(0, length);
      const read = entriesOf(zeroed);
      expect(read).toEqual(sample.slice(0, read.length));
    }
  });

  test("with any bit flipped never gives another entry", () => {
    const outcomes = { error: 0, cut: 0 };
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      const byte = bit >> 3;
      flipped[byte] = (flipped[byte] as number) ^ (1 << (bit & 7));
      const read: RecordingEntry[] = [];
      try {
        const reader = new SegmentReader(flipped, "a.dwrec");
        for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
          read.push(entry);
        }
        expect(reader.tornBytes).toBeGreaterThan(0);
        expect(byte).toBeGreaterThanOrEqual(offsets.at(-1) as number);
        outcomes.cut++;
      } catch (error) {
        expect(error).toBeInstanceOf(RecordingError);
        const { file, offset } = (error as RecordingError<"recording-corrupt">).details;
        expect(file).toBe("a.dwrec");
        expect(offset).toBeLessThanOrEqual(byte);
        outcomes.error++;
      }
      expect(read).toEqual(sample.slice(0, read.length));
      expect(read.length).toBeLessThan(sample.length);
    }
    // Only the last entry can be taken for torn.
    expect(outcomes.cut).toBeGreaterThan(0);
    expect(outcomes.error).toBeGreaterThan(bytes.length * 6);
  });

  test("of another version is told from damage", () => {
    const other = bytes.slice();
    other[7] = 2;
    expect(() => new SegmentReader(other, "a")).toThrow(
      expect.objectContaining({ code: "recording-version", details: { file: "a", offset: 7, version: 2 } }),
    );
  });

  test("of sound blocks that are no entries names the place", () => {
    const { bytes: forged, offsets: places } = segmentOf([
      specHeader,
      { kind: "outbound", ...at(0), text: 5 as unknown as string },
    ]);
    const reader = new SegmentReader(forged, "a");
    expect(() => reader.next()).toThrow(
      expect.objectContaining({
        code: "recording-corrupt",
        details: { file: "a", offset: places[1], check: "entry" },
      }),
    );
    expect(() => new SegmentReader(segmentOf(sample).bytes, "a")).toThrow(
      expect.objectContaining({ code: "recording-corrupt", details: { file: "a", offset: 8, check: "first entry" } }),
    );
  });
});
