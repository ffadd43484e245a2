import { blockHeaderBytes, checkSignature, findBlock, signatureBytes } from "./block-format.js";
import { EntryDecoder } from "./entry-codec.js";
import { createPacking, type Packing } from "./pack.js";
import type { RecordingEntry } from "./recording-entry.js";
import { RecordingError } from "./recording-error.js";
import type { RecordingStore } from "./recording-store.js";

/** Entries that stood together in the file. */
export interface EntryBatch {
  /** In their order; the first of a segment is its header. Frames point into memory that is not used again. */
  readonly entries: readonly RecordingEntry[];
  /** Where the next entry begins in the file. */
  readonly offset: number;
}

/** How a segment is read piece by piece. */
export interface StreamSegmentOptions {
  /** Bytes that are read at once; a longer entry is read whole. Default 1 MiB. */
  readonly windowBytes?: number | undefined;
}

const defaultWindowBytes = 1024 * 1024;

/**
 * The entries of one segment without the whole of it in memory: what `SegmentReader` reads, in the same order and under the same rules.
 * What was whole before damage is handed out first.
 *
 * @param file with its size: bytes behind it are not read
 * @returns bytes of a torn tail, 0 without one
 * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated` where not even the header is there
 */
export async function* streamSegment(
  store: Pick<RecordingStore, "read">,
  { name, bytes: size }: { readonly name: string; readonly bytes: number },
  { windowBytes = defaultWindowBytes }: StreamSegmentOptions = {},
): AsyncGenerator<EntryBatch, number, undefined> {
  const packing = createPacking();
  let at = 0;
  let wanted = Math.max(windowBytes, signatureBytes);
  for (;;) {
    const window = await store.read(name, at, Math.min(size, at + wanted));
    const isLast = window.length < wanted || at + window.length >= size;
    const piece = readPiece(window, { name, at, isLast }, packing);
    if (piece.entries.length > 0) {
      yield { entries: piece.entries, offset: at + piece.read };
    }
    if (piece.damage !== undefined) {
      throw piece.damage;
    }
    if (isLast) {
      if (at + piece.read <= signatureBytes) {
        throw new RecordingError("recording-truncated", { file: name, offset: at + window.length });
      }
      return window.length - piece.read;
    }
    // An entry that is longer than the window is read at once.
    wanted = piece.read === 0 ? wanted * 2 : windowBytes;
    at += piece.read;
  }
}

interface Piece {
  readonly entries: readonly RecordingEntry[];
  /** Bytes of the window that are whole entries. */
  readonly read: number;
  readonly damage: RecordingError | undefined;
}

interface Place {
  readonly name: string;
  /** Where the window begins in the file. */
  readonly at: number;
  readonly isLast: boolean;
}

function readPiece(window: Uint8Array, { name, at }: Place, packing: Packing): Piece {
  const entries: RecordingEntry[] = [];
  const decoder = new EntryDecoder(window, packing);
  let read = 0;
  try {
    if (at === 0) {
      read = checkSignature(window, name) === "whole" ? signatureBytes : 0;
    }
    // What is torn in a window is whole in a larger one, or torn in the last.
    for (let end = nextBlock(window, read, at, name); end !== undefined; end = nextBlock(window, read, at, name)) {
      const entry = decoder.decode(read + blockHeaderBytes, end);
      if (entry === undefined || (at + read === signatureBytes && entry.kind !== "header")) {
        const check = entry === undefined ? "entry" : "first entry";
        throw new RecordingError("recording-corrupt", { file: name, offset: read, check });
      }
      entries.push(entry);
      read = end;
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) {
      throw error;
    }
    return { entries, read, damage: movedBy(error, at) };
  }
  return { entries, read, damage: undefined };
}

function nextBlock(window: Uint8Array, read: number, at: number, name: string): number | undefined {
  if (read === 0 && at === 0) {
    return undefined;
  }
  const end = findBlock(window, read, name);
  return typeof end === "number" ? end : undefined;
}

/** Offsets are the file's, not the window's. */
function movedBy(error: RecordingError, at: number): RecordingError {
  const details = error.details as { readonly offset?: number };
  return new RecordingError(error.code, { ...error.details, offset: (details.offset ?? 0) + at } as never);
}
