import { blockHeaderBytes, encodeSignature, signatureBytes, writeBlockHeader } from "../segment/block-format.js";
import { EntryEncoder, writeEntryHead } from "../segment/entry-codec.js";
import { createPacking } from "../segment/pack.js";
import { packEntry } from "../segment/packed-entry.js";
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

/** Bytes of a segment, and where things begin in them. */
export interface SpecSegment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each block begins. */
  readonly blocks: readonly number[];
  /** Where each entry begins. */
  readonly offsets: readonly number[];
}

/** A segment of these blocks of entries. */
export function segmentOf(blocks: readonly (readonly RecordingEntry[])[]): SpecSegment {
  const encoder = new EntryEncoder();
  const parts: Uint8Array[] = [encodeSignature(2)];
  const places: number[] = [];
  const offsets: number[] = [];
  let at = signatureBytes;
  for (const entries of blocks) {
    places.push(at);
    const block: Uint8Array[] = [new Uint8Array(blockHeaderBytes)];
    at += blockHeaderBytes;
    for (const entry of entries) {
      offsets.push(at);
      const prepared = encoder.prepare(entry);
      const written = new Uint8Array(prepared.length);
      written.set(prepared.body, writeEntryHead(prepared, new DataView(written.buffer), 0));
      block.push(written);
      at += written.length;
    }
    const bytes = joined(block);
    writeBlockHeader(bytes, 0, bytes.length);
    parts.push(bytes);
  }
  return { bytes: joined(parts), blocks: places, offsets };
}

/** A segment as version 1 was: each entry is a block. */
export function formerSegmentOf(entries: readonly RecordingEntry[]): SpecSegment {
  const packing = createPacking();
  const parts: Uint8Array[] = [encodeSignature(1)];
  const blocks: number[] = [];
  let at = signatureBytes;
  for (const entry of entries) {
    blocks.push(at);
    const bytes = joined([new Uint8Array(blockHeaderBytes), packEntry(entry, packing)]);
    writeBlockHeader(bytes, 0, bytes.length);
    parts.push(bytes);
    at += bytes.length;
  }
  return { bytes: joined(parts), blocks, offsets: blocks };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
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
