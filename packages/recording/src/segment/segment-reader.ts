import { blockHeaderBytes, checkSignature, findBlock, signatureBytes } from "./block-format.js";
import { EntryDecoder } from "./entry-codec.js";
import { createPacking, type Packing } from "./pack.js";
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
  readonly #file: string;
  readonly #decoder: EntryDecoder;
  #offset = signatureBytes;
  #torn = false;

  /**
   * @param bytes a whole segment; frames of its entries point into them
   * @throws RecordingError `recording-corrupt`, `recording-version`, `recording-truncated` where not even the header is there
   */
  constructor(bytes: Uint8Array, file: string = "", packing: Packing = createPacking()) {
    this.#bytes = bytes;
    this.#file = file;
    this.#decoder = new EntryDecoder(bytes, packing);
    const isWhole = checkSignature(bytes, file) === "whole";
    const header = isWhole ? this.next() : undefined;
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
    return this.#offset;
  }

  /** Bytes of a torn tail, once the end is reached; 0 without a tail. */
  get tornBytes(): number {
    return this.#torn ? this.#bytes.length - this.#offset : 0;
  }

  /**
   * The next entry; undefined at the end.
   *
   * @throws RecordingError `recording-corrupt`
   */
  next(): RecordingEntry | undefined {
    const offset = this.#offset;
    const end = findBlock(this.#bytes, offset, this.#file);
    if (typeof end !== "number") {
      this.#torn = end === "torn";
      return undefined;
    }
    const entry = this.#decoder.decode(offset + blockHeaderBytes, end);
    if (entry === undefined) {
      throw new RecordingError("recording-corrupt", { file: this.#file, offset, check: "entry" });
    }
    this.#offset = end;
    return entry;
  }
}
