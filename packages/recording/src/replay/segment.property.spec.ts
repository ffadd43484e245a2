import { crc32 } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeBlockHeader } from "../segment/block-format.js";
import type { RecordingEntry } from "../segment/recording-entry.js";
import { RecordingError } from "../segment/recording-error.js";
import { SegmentReader } from "../segment/segment-reader.js";
import { entriesOf, formerSegmentOf, type SpecSegment, segmentOf, specHeader } from "./segment.spec-kit.js";

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

const blocks = fc.array(fc.array(entry, { minLength: 1, maxLength: 8 }), { maxLength: 5 });

test("what was written is read", () =>
  fc.assert(
    fc.property(blocks, (written) => {
      const { bytes } = segmentOf([[specHeader], ...written]);
      const entries = written.flat();
      const reader = new SegmentReader(bytes, "a.dwrec");
      expect(reader.header).toEqual(specHeader);
      expect(entriesOf(bytes)).toEqual(entries);
    }),
  ));

test("any bytes end in entries or in the typed error", () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(8), (bytes, keep) => {
      const { bytes: sound } = segmentOf([[specHeader]]);
      const forged = new Uint8Array([...sound.subarray(0, keep), ...bytes]);
      try {
        entriesOf(forged);
      } catch (error) {
        expect(error).toBeInstanceOf(RecordingError);
      }
    }),
  ));

const at = (elapsedNs: number) => ({ connection: 1, elapsedNs, epochMs: 1_602_679_943_911 });
const sample: readonly RecordingEntry[] = [
  { kind: "connecting", ...at(0), address: "ws://venue/push" },
  { kind: "opened", ...at(1_000) },
  { kind: "outbound", ...at(2_000), text: `{"sub":"a"}` },
  { kind: "inbound", ...at(3_000), frame: new TextEncoder().encode("0{}") },
  { kind: "inbound", ...at(4_000), frame: Uint8Array.of(0x31, 1, 2, 3, 255) },
  { kind: "end", elapsedNs: 5_000, epochMs: 1_602_679_943_912, frames: 2 },
];

interface Form {
  readonly segment: SpecSegment;
  /** How many entries behind the header stand in each block behind its own. */
  readonly sizes: readonly number[];
}

const [opening, middle, ending] = [sample.slice(0, 3), sample.slice(3, 5), sample.slice(5)];
const forms: readonly (readonly [what: string, form: Form])[] = [
  ["version 1", { segment: formerSegmentOf([specHeader, ...sample]), sizes: sample.map(() => 1) }],
  ["version 2", { segment: segmentOf([[specHeader], opening, middle, ending]), sizes: [3, 2, 1] }],
];

describe.each(forms)("a damaged segment of %s", (_what, { segment, sizes }) => {
  const { bytes, blocks } = segment;
  const afterHeader = blocks[1] as number;

  /** Entries that stand in whole blocks before `length`. */
  const wholeBefore = (length: number): number =>
    sizes.reduce((sum, size, index) => sum + ((blocks[index + 2] ?? bytes.length) <= length ? size : 0), 0);

  test("torn at any byte is read up to its last whole block", () => {
    for (let length = 0; length < bytes.length; length++) {
      const torn = bytes.subarray(0, length);
      if (length < afterHeader) {
        expect(() => new SegmentReader(torn, "a")).toThrow(
          expect.objectContaining({ code: "recording-truncated", details: { file: "a", offset: length } }),
        );
        continue;
      }
      expect(entriesOf(torn)).toEqual(sample.slice(0, wholeBefore(length)));
      const reader = new SegmentReader(torn);
      while (reader.next() !== undefined) {
        // To the end.
      }
      expect(reader.offset + reader.tornBytes).toBe(length);
      expect(reader.offset).toBe([...blocks, bytes.length].findLast((place) => place <= length));
    }
  });

  test("a tail of zeros is torn too", () => {
    for (let length = afterHeader; length < bytes.length; length++) {
      const zeroed = bytes.slice();
      zeroed.fill(0, length);
      const read = entriesOf(zeroed);
      expect(read).toEqual(sample.slice(0, read.length));
      expect(read.length).toBeGreaterThanOrEqual(wholeBefore(length));
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
        for (let next = reader.next(); next !== undefined; next = reader.next()) {
          read.push(next);
        }
        expect(reader.tornBytes).toBeGreaterThan(0);
        expect(byte).toBeGreaterThanOrEqual(blocks.at(-1) as number);
        outcomes.cut++;
      } catch (error) {
        expect(error).toBeInstanceOf(RecordingError);
        const { code, details } = error as RecordingError<"recording-corrupt">;
        // The version's byte has no checksum: what is no version is refused as one, and what is the other one as damage.
        expect(code).toBe(byte === 7 && details.offset === 7 ? "recording-version" : "recording-corrupt");
        expect(details.file).toBe("a.dwrec");
        expect(details.offset).toBeLessThanOrEqual(byte === 7 ? (blocks[0] as number) + 12 : byte);
        outcomes.error++;
      }
      expect(read).toEqual(sample.slice(0, read.length));
      expect(read.length).toBeLessThan(sample.length);
    }
    // Only the last block can be taken for torn.
    expect(outcomes.cut).toBeGreaterThan(0);
    expect(outcomes.error).toBeGreaterThan(bytes.length * 6);
  });

  test("of another version is told from damage", () => {
    const other = bytes.slice();
    other[7] = 3;
    expect(() => new SegmentReader(other, "a")).toThrow(
      expect.objectContaining({ code: "recording-version", details: { file: "a", offset: 7, version: 3 } }),
    );
  });
});

describe("sound blocks of version 2", () => {
  const frame = Uint8Array.of(0x30);
  const message: RecordingEntry = { kind: "inbound", ...at(1), frame };
  const refusalOf = (offset: number, check = "entry") =>
    expect.objectContaining({ code: "recording-corrupt", details: { file: "a", offset, check } }) as Error;

  /** Changes a word of the second message of a block and makes the checksum anew: what was before it is read, and it is refused. */
  function refused(change: (view: DataView) => void): void {
    const { bytes, blocks, offsets } = segmentOf([[specHeader], [message, message]]);
    const [block, second] = [blocks[1] as number, offsets[2] as number];
    change(new DataView(bytes.buffer, second));
    writeBlockHeader(bytes, block, bytes.length);
    const reader = new SegmentReader(bytes, "a");
    expect(reader.next()).toEqual(message);
    expect(() => reader.next()).toThrow(refusalOf(second));
  }

  test.each([
    ["zeros for a form", 0, 0],
    ["an unknown form", 0, 3],
    ["a length beyond the block", 4, 22],
    ["a length without the words", 4, 19],
  ])("with %s are refused where that is", (_what, place, word) => {
    refused((view) => view.setUint32(place, word, true));
  });

  test.each([
    ["no time", 12, Number.NaN],
    ["a time before the segment", 12, -1],
    ["an endless time", 12, Number.POSITIVE_INFINITY],
    ["no wall clock", 20, Number.NaN],
  ])("with %s are refused where that is", (_what, place, time) => {
    refused((view) => view.setFloat64(place, time, true));
  });

  test("that are empty, hold no entry, or have none before the header, are refused", () => {
    const empty = segmentOf([[specHeader], []]);
    expect(() => new SegmentReader(empty.bytes, "a").next()).toThrow(refusalOf(empty.bytes.length));
    const text = 5 as unknown as string;
    const forged = segmentOf([[specHeader], [message, { kind: "outbound", ...at(0), text }]]);
    const reader = new SegmentReader(forged.bytes, "a");
    expect(reader.next()).toEqual(message);
    expect(() => reader.next()).toThrow(refusalOf(forged.offsets[2] as number));
    expect(() => new SegmentReader(segmentOf([sample]).bytes, "a")).toThrow(refusalOf(8, "first entry"));
  });

  test("have connections beyond a word in a list", () => {
    const far: RecordingEntry = { ...message, connection: 2 ** 32 };
    expect(entriesOf(segmentOf([[specHeader], [far, message]]).bytes)).toEqual([far, message]);
  });
});

test("a host's CRC-32 and our own are one", () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 500, maxLength: 3_000 }), (frame) => {
      const entries: RecordingEntry[] = [{ kind: "inbound", ...at(5), frame }];
      const { bytes, blocks } = segmentOf([[specHeader], entries]);
      const byHost = bytes.slice();
      const lengths: number[] = [];
      const counted = (part: Uint8Array): number => {
        lengths.push(part.length);
        return crc32(part);
      };
      writeBlockHeader(byHost, blocks[1] as number, byHost.length, counted);
      expect(Buffer.compare(byHost, bytes)).toBe(0);
      expect(new SegmentReader(byHost, "a", counted).next()).toEqual(entries[0]);
      // Short ones, as headers are, are not worth the call.
      expect(lengths).toEqual([frame.length + 28, frame.length + 28]);
    }),
  ));
