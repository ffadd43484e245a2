import { encodeSignature, signatureBytes, writeBlock } from "../segment/block-format.js";
import { encodeEntry } from "../segment/entry-codec.js";
import { createPacking } from "../segment/pack.js";
import type { RecordingEntry, SegmentHeader } from "../segment/recording-entry.js";
import { SegmentReader } from "../segment/segment-reader.js";

/** A header as a spec writes it. */
export const specHeader: SegmentHeader = {
  kind: "header",
  run: "run-1",
  sequence: 1,
  startedEpochMs: 1_602_679_943_911,
  startedMonotonicMs: 12.5,
};

/** The bytes of a segment, and where each entry begins. */
export function segmentOf(entries: readonly RecordingEntry[]): { bytes: Uint8Array; offsets: number[] } {
  const packing = createPacking();
  // Copied: on Node it is a Buffer, whose slice() would share the memory.
  const payloads = entries.map((entry) => new Uint8Array(encodeEntry(entry, packing)));
  const bytes = new Uint8Array(payloads.reduce((sum, { length }) => sum + length + 12, signatureBytes));
  bytes.set(encodeSignature());
  const offsets: number[] = [];
  let at = signatureBytes;
  for (const payload of payloads) {
    offsets.push(at);
    at = writeBlock(payload, bytes, at);
  }
  return { bytes, offsets };
}

/** Everything in a segment behind its header. */
export function entriesOf(bytes: Uint8Array): RecordingEntry[] {
  const reader = new SegmentReader(bytes);
  const entries: RecordingEntry[] = [];
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    entries.push(entry);
  }
  return entries;
}
