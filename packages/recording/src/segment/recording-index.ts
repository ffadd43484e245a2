import {
  blockHeaderBytes,
  encodeSingleBlock,
  findBlock,
  indexVersion,
  readSignature,
  signatureBytes,
} from "./block-format.js";
import { createPacking } from "./pack.js";
import { RecordingError } from "./recording-error.js";

/** What is known of a segment without reading it. */
export interface SegmentInfo {
  readonly name: string;
  /** See `SegmentHeader.sequence`. */
  readonly sequence: number;
  /** See `SegmentHeader.run`. */
  readonly run: string;
  /** Wall clock of its first and last entry, epoch milliseconds. */
  readonly startedEpochMs: number;
  readonly endedEpochMs: number;
  /** Sound bytes: what is behind them was torn off when the program stopped. */
  readonly bytes: number;
  /** Inbound frames. */
  readonly frames: number;
}

/** Name of the index of all runs that have ended. Each index can be made again from the segments at any time. */
export const indexName = "index.dwi";

/**
 * A run of many days writes its index in parts of this many segments: the recorder holds one part, and writes one part at the
 * end of each segment, however many there are.
 */
export const segmentsPerIndexPart = 128;

const indexPartPattern = /^index-\d{8,}\.dwi$/;

/** Name of the part of the index that begins with segment `sequence`. */
export function indexPartName(sequence: number): string {
  return `index-${padded(sequence)}.dwi`;
}

/** Whether a file is an index or a part of one, by its name. */
export function isIndexName(name: string): boolean {
  return name === indexName || indexPartPattern.test(name);
}

function padded(sequence: number): string {
  return String(sequence).padStart(8, "0");
}

const segmentNamePattern = /^\d{8,}\.dwrec$/;

/** Name of segment `sequence`: names sort like numbers. */
export function segmentName(sequence: number): string {
  return `${padded(sequence)}.dwrec`;
}

/** Whether a file is a segment, by its name. */
export function isSegmentName(name: string): boolean {
  return segmentNamePattern.test(name);
}

/** Sorts segments by their numbers: longer names have larger ones. */
export function bySequence(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name.length - other.name.length || (one.name < other.name ? -1 : 1);
}

/** The highest number in the names of these segments; 0 without a segment. */
export function lastSegmentSequence(files: readonly { readonly name: string }[]): number {
  const numbers = files.filter(({ name }) => isSegmentName(name)).map(({ name }) => Number.parseInt(name, 10));
  return Math.max(0, ...numbers);
}

/** The index file of these segments; {@link decodeIndex} is its other half. */
export function encodeIndex(segments: readonly SegmentInfo[]): Uint8Array {
  const rows = segments.map((segment) => [
    segment.name,
    segment.sequence,
    segment.run,
    segment.startedEpochMs,
    segment.endedEpochMs,
    segment.bytes,
    segment.frames,
  ]);
  return encodeSingleBlock(createPacking().pack(rows), indexVersion);
}

/**
 * Reads an index file.
 *
 * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated`
 */
export function decodeIndex(bytes: Uint8Array, file: string = indexName): readonly SegmentInfo[] {
  const end = readSignature(bytes, file) === "torn" ? "torn" : findBlock(bytes, signatureBytes, file);
  if (typeof end !== "number") {
    throw new RecordingError("recording-truncated", { file, offset: bytes.length });
  }
  const rows = end === bytes.length ? rowsOf(bytes, end) : undefined;
  const segments = rows?.map(segmentOf);
  if (segments === undefined || !segments.every((segment) => segment !== undefined)) {
    throw new RecordingError("recording-corrupt", { file, offset: signatureBytes, check: "index" });
  }
  return segments;
}

function rowsOf(bytes: Uint8Array, end: number): readonly unknown[] | undefined {
  try {
    const rows = createPacking().unpack(bytes, signatureBytes + blockHeaderBytes, end);
    return Array.isArray(rows) ? rows : undefined;
  } catch {
    return undefined;
  }
}

function segmentOf(row: unknown): SegmentInfo | undefined {
  if (!Array.isArray(row)) {
    return undefined;
  }
  const [name, sequence, run, startedEpochMs, endedEpochMs, bytes, frames]: readonly unknown[] = row;
  return typeof name === "string" &&
    typeof sequence === "number" &&
    typeof run === "string" &&
    typeof startedEpochMs === "number" &&
    typeof endedEpochMs === "number" &&
    typeof bytes === "number" &&
    typeof frames === "number"
    ? { name, sequence, run, startedEpochMs, endedEpochMs, bytes, frames }
    : undefined;
}
