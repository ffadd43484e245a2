import { readSignature, signatureBytes } from "./block-format.js";
import type { HostCrc32 } from "./checksum.js";
import { EntryCursor } from "./entry-codec.js";
import { createPacking } from "./pack.js";
import type { RecordingEntry, SegmentHeader } from "./recording-entry.js";
import { RecordingError } from "./recording-error.js";

/**
 * Reads one segment, entry by entry. It stops before a torn tail, and throws where bytes are not what was written: it
 * never hands out an entry that fails its checksum.
 */
export class SegmentReader {
  /** First of the entries; it is not handed out again. */
  readonly header: SegmentHeader;
  readonly #bytes: Uint8Array;
  readonly #cursor: EntryCursor;
  #torn = false;

  /**
   * @param bytes a whole segment; frames of its entries point into them
   * @param crc32 the host's, where it has one: see `RecordingStore.crc32`
   * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated` where not even the header is there
   */
  constructor(bytes: Uint8Array, file: string = "", crc32?: HostCrc32) {
    this.#bytes = bytes;
    const version = readSignature(bytes, file);
    const origin = { file, version: version === "torn" ? 1 : version, offset: signatureBytes, crc32 } as const;
    this.#cursor = new EntryCursor(bytes, origin, createPacking());
    const header = version === "torn" ? undefined : this.next();
    if (header === undefined) {
      throw new RecordingError("recording-truncated", { file, offset: bytes.length });
    }
    if (header.kind !== "header") {
      throw new RecordingError("recording-corrupt", { file, offset: signatureBytes, check: "first entry" });
    }
    this.header = header;
  }

  /** Where the next entry begins: at the end, how many bytes are sound. */
  get offset(): number {
    return this.#cursor.offset;
  }

  /** Bytes of a torn tail, once the end is reached; 0 without a tail. */
  get tornBytes(): number {
    return this.#torn ? this.#bytes.length - this.#cursor.offset : 0;
  }

  /**
   * The next entry; undefined at the end.
   *
   * @throws RecordingError `recording-corrupt`
   */
  next(): RecordingEntry | undefined {
    const entry = this.#cursor.next();
    if (typeof entry === "string") {
      this.#torn = entry === "torn";
      return undefined;
    }
    return entry;
  }
}
