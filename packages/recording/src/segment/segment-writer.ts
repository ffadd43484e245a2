import { blockHeaderBytes, encodeSignature, signatureBytes, writeBlock } from "./block-format.js";
import { encodeEntry } from "./entry-codec.js";
import type { Packing } from "./pack.js";
import type { RecordingEntry, SegmentHeader } from "./recording-entry.js";
import type { RecordingFile } from "./recording-store.js";

/** Entries are collected up to so many bytes: a write for each frame would cost more than decoding it. */
const bufferBytes = 65_536;

/** What is in a file: whole entries. */
export interface WrittenPart {
  readonly bytes: number;
  readonly frames: number;
}

/** Writes one segment. Entries that were not flushed are lost with the program, whole ones at the end only. */
export class SegmentWriter {
  readonly header: SegmentHeader;
  readonly name: string;
  readonly #file: RecordingFile;
  readonly #packing: Packing;
  readonly #buffer = new Uint8Array(bufferBytes);
  #buffered = signatureBytes;
  #flushedBytes = 0;
  #frames = 0;
  /** What stood behind each append that may not be in the file yet, the last one that is there before them. */
  #appended: WrittenPart[] = [{ bytes: 0, frames: 0 }];

  constructor(header: SegmentHeader, name: string, file: RecordingFile, packing: Packing) {
    this.header = header;
    this.name = name;
    this.#file = file;
    this.#packing = packing;
    this.#buffer.set(encodeSignature());
    this.add(header);
  }

  /** Size of the segment, bytes that wait included. */
  get bytes(): number {
    return this.#flushedBytes + this.#buffered;
  }

  /** Inbound frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Why a write of the file failed, where it says so later than at its append. */
  get failure(): unknown {
    return this.#file.failure;
  }

  /** What of the segment is in the file for certain. */
  written(): WrittenPart {
    const { writtenBytes = this.#flushedBytes } = this.#file;
    const after = this.#appended.findIndex(({ bytes }) => bytes > writtenBytes);
    this.#appended.splice(0, (after === -1 ? this.#appended.length : after) - 1);
    return this.#appended[0] as WrittenPart;
  }

  /** Adds an entry. @throws Error of the store */
  add(entry: RecordingEntry): void {
    const payload = encodeEntry(entry, this.#packing);
    const length = payload.length + blockHeaderBytes;
    if (this.#buffered + length > bufferBytes) {
      this.flush();
    }
    if (length > bufferBytes) {
      const block = new Uint8Array(length);
      writeBlock(payload, block, 0);
      this.#count(entry);
      this.#append(block);
    } else {
      this.#buffered = writeBlock(payload, this.#buffer, this.#buffered);
      this.#count(entry);
    }
  }

  /** Hands what waits to the file. @throws Error of the store */
  flush(): void {
    if (this.#buffered > 0) {
      const waiting = this.#buffer.subarray(0, this.#buffered);
      this.#buffered = 0;
      this.#append(waiting);
    }
  }

  /** Flushes and ends the file. @throws Error of the store */
  close(): Promise<void> {
    this.flush();
    return this.#file.close();
  }

  /** Ends the file as it stands: its store fails, so what waits is lost, and so is whatever it says at its end. */
  abandon(): void {
    this.#file.close().catch(() => {});
  }

  #count({ kind }: RecordingEntry): void {
    this.#frames += kind === "inbound" ? 1 : 0;
  }

  #append(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#flushedBytes += bytes.length;
    this.#appended.push({ bytes: this.#flushedBytes, frames: this.#frames });
    this.written();
  }
}
