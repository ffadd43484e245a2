import { blockHeaderBytes, type FormatVersion, findBlock } from "./block-format.js";
import type { HostCrc32 } from "./checksum.js";
import { createPacking, type Packing } from "./pack.js";
import { isElapsed, PackedEntryDecoder, packEntry } from "./packed-entry.js";
import type { RecordingEntry } from "./recording-entry.js";
import { RecordingError } from "./recording-error.js";

/** First word of an entry of version 2. There is no form 0: zeros are no entry. */
const Form = {
  /** A message of the peer: its head is words, its body the frame. */
  message: 1,
  /** Any entry, as a list in MessagePack: what every entry of version 1 is. */
  list: 2,
} as const;

/** Before every entry of version 2: its form, and how many bytes follow. */
const formBytes = 8;
/** What else stands before a frame: the connection, and both its times. */
const messageWordsBytes = 20;

type Message = RecordingEntry & { readonly kind: "inbound" };

/** Writes entries of version 2; {@link EntryCursor} is its other half. */
export class EntryEncoder {
  readonly #packing: Packing = createPacking();

  /** An entry as it is written, whose length is known before there is a place for it. It is valid until the next call. */
  prepare(entry: RecordingEntry): PreparedEntry {
    // Other numbers of connections than words have stand in a list.
    if (entry.kind === "inbound" && entry.connection >>> 0 === entry.connection) {
      return { message: entry, body: entry.frame, length: formBytes + messageWordsBytes + entry.frame.length };
    }
    const body = packEntry(entry, this.#packing);
    return { message: undefined, body, length: formBytes + body.length };
  }
}

/** See {@link EntryEncoder.prepare}. */
export interface PreparedEntry {
  /** Undefined where the body is a list. */
  readonly message: Message | undefined;
  readonly body: Uint8Array;
  readonly length: number;
}

/** Writes what stands before an entry's body, at `at`, and returns where the body goes. There must be room for both. */
export function writeEntryHead({ message, body, length }: PreparedEntry, into: DataView, at: number): number {
  into.setUint32(at, message === undefined ? Form.list : Form.message, true);
  into.setUint32(at + 4, length - formBytes, true);
  if (message !== undefined) {
    into.setUint32(at + 8, message.connection, true);
    into.setFloat64(at + 12, message.elapsedNs, true);
    into.setFloat64(at + 20, message.epochMs, true);
  }
  return at + length - body.length;
}

/** Where entries are read, and from what. */
export interface CursorOrigin {
  /** Name of the file, for errors. */
  readonly file: string;
  readonly version: FormatVersion;
  /** Where a block begins. */
  readonly offset: number;
  readonly crc32: HostCrc32 | undefined;
}

/** Walks the entries of a segment's bytes, block by block: no entry is read before the checksum of its block. */
export class EntryCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #origin: CursorOrigin;
  readonly #lists: PackedEntryDecoder;
  #offset: number;
  #blockEnd: number;

  constructor(bytes: Uint8Array, origin: CursorOrigin, packing: Packing) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#origin = origin;
    this.#lists = new PackedEntryDecoder(bytes, packing);
    this.#offset = origin.offset;
    this.#blockEnd = origin.offset;
  }

  /** Where the next entry begins; behind the last of a block, where the next block does. */
  get offset(): number {
    return this.#offset;
  }

  /** The next entry. `torn` and `none`: there is no whole block any more. @throws RecordingError `recording-corrupt` */
  next(): RecordingEntry | "torn" | "none" {
    if (this.#offset < this.#blockEnd) {
      return this.#entry(this.#offset, this.#blockEnd);
    }
    const { file, crc32, version } = this.#origin;
    const block = this.#offset;
    const end = findBlock(this.#bytes, block, file, crc32);
    if (typeof end !== "number") {
      return end;
    }
    const entry = version === 1 ? this.#onlyEntry(block, end) : this.#entry(block + blockHeaderBytes, end);
    this.#blockEnd = end;
    return entry;
  }

  /** Reads the entry that a block of version 1 is. */
  #onlyEntry(block: number, end: number): RecordingEntry {
    const entry = this.#lists.decode(block + blockHeaderBytes, end) ?? this.#refuse(block);
    this.#offset = end;
    return entry;
  }

  /** Reads the entry of version 2 that begins at `start`, in a block up to `blockEnd`. */
  #entry(start: number, blockEnd: number): RecordingEntry {
    if (blockEnd - start < formBytes) {
      return this.#refuse(start);
    }
    const form = this.#view.getUint32(start, true);
    const body = start + formBytes;
    const end = body + this.#view.getUint32(start + 4, true);
    if (end > blockEnd) {
      return this.#refuse(start);
    }
    const entry =
      form === Form.message ? this.#message(body, end) : form === Form.list ? this.#lists.decode(body, end) : undefined;
    if (entry === undefined) {
      return this.#refuse(start);
    }
    this.#offset = end;
    return entry;
  }

  #message(body: number, end: number): RecordingEntry | undefined {
    const start = body + messageWordsBytes;
    if (start > end) {
      return undefined;
    }
    const connection = this.#view.getUint32(body, true);
    const elapsedNs = this.#view.getFloat64(body + 4, true);
    const epochMs = this.#view.getFloat64(body + 12, true);
    if (!isElapsed(elapsedNs) || !Number.isFinite(epochMs)) {
      return undefined;
    }
    const { buffer, byteOffset } = this.#bytes;
    const frame = new Uint8Array(buffer, byteOffset + start, end - start);
    return { kind: "inbound", connection, elapsedNs, epochMs, frame };
  }

  #refuse(offset: number): never {
    throw new RecordingError("recording-corrupt", { file: this.#origin.file, offset, check: "entry" });
  }
}
