import { type FormatVersion, readSignature, signatureBytes } from "./block-format.js";
import type { HostCrc32 } from "./checksum.js";
import { EntryCursor } from "./entry-codec.js";
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
  /** Bytes that are read at once; a longer block is read whole. Default 1 MiB. */
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
  store: Pick<RecordingStore, "read" | "crc32">,
  { name, bytes: size }: { readonly name: string; readonly bytes: number },
  { windowBytes = defaultWindowBytes }: StreamSegmentOptions = {},
): AsyncGenerator<EntryBatch, number, undefined> {
  const packing = createPacking();
  let version: FormatVersion | undefined;
  let at = 0;
  let wanted = Math.max(windowBytes, signatureBytes);
  for (;;) {
    const window = await store.read(name, at, Math.min(size, at + wanted));
    const isLast = window.length < wanted || at + window.length >= size;
    const piece = readPiece(window, { name, at, version, crc32: store.crc32 }, packing);
    version = piece.version;
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
    // A block that is longer than the window is read at once.
    wanted = piece.read === 0 ? wanted * 2 : windowBytes;
    at += piece.read;
  }
}

interface Piece {
  readonly entries: readonly RecordingEntry[];
  /** Bytes of the window that are whole blocks; up to the entry that is damaged. */
  readonly read: number;
  /** Undefined while not even the signature is there. */
  readonly version: FormatVersion | undefined;
  readonly damage: RecordingError | undefined;
}

interface Place {
  readonly name: string;
  /** Where the window begins in the file: at a block, but for the first. */
  readonly at: number;
  readonly version: FormatVersion | undefined;
  readonly crc32: HostCrc32 | undefined;
}

function readPiece(window: Uint8Array, { name, at, version, crc32 }: Place, packing: Packing): Piece {
  const entries: RecordingEntry[] = [];
  let known = version;
  let cursor: EntryCursor | undefined;
  try {
    if (known === undefined) {
      const signature = readSignature(window, name);
      if (signature === "torn") {
        return { entries, read: 0, version, damage: undefined };
      }
      known = signature;
    }
    cursor = new EntryCursor(
      window,
      { file: name, version: known, offset: at === 0 ? signatureBytes : 0, crc32 },
      packing,
    );
    // What is torn in a window is whole in a larger one, or torn in the last.
    for (let entry = cursor.next(); typeof entry !== "string"; entry = cursor.next()) {
      // A window may end behind the signature: the first entry is then the next window's.
      if (at <= signatureBytes && entries.length === 0 && entry.kind !== "header") {
        throw new RecordingError("recording-corrupt", { file: name, offset: signatureBytes, check: "first entry" });
      }
      entries.push(entry);
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) {
      throw error;
    }
    return { entries, read: cursor?.offset ?? 0, version: known, damage: movedBy(error, at) };
  }
  return { entries, read: cursor.offset, version: known, damage: undefined };
}

/** Offsets are the file's, not the window's. */
function movedBy(error: RecordingError, at: number): RecordingError {
  const details = error.details as { readonly offset?: number };
  return new RecordingError(error.code, { ...error.details, offset: (details.offset ?? 0) + at } as never);
}
