import { blockHeaderBytes, encodeSignature, segmentVersion, signatureBytes, writeBlockHeader } from "./block-format.js";
import type { HostCrc32 } from "./checksum.js";
import { EntryEncoder, type PreparedEntry, writeEntryHead } from "./entry-codec.js";
import type { RecordingEntry, SegmentHeader } from "./recording-entry.js";
import type { RecordingFile } from "./recording-store.js";

/** Entries are collected up to so many bytes, and become a block: a write for each frame would cost more than decoding it. A longer entry is a block alone. */
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
  readonly #crc32: HostCrc32 | undefined;
  readonly #encoder = new EntryEncoder();
  readonly #buffer = new Uint8Array(bufferBytes);
  readonly #view = new DataView(this.#buffer.buffer);
  /** Where the block that is being filled begins in the buffer; what stands before it is to be written. */
  #block = signatureBytes;
  /** Where its next entry goes. */
  #end = signatureBytes + blockHeaderBytes;
  #flushedBytes = 0;
  #frames = 0;
  /** What stood behind each append that may not be in the file yet, the last one that is there before them. */
  #appended: WrittenPart[] = [{ bytes: 0, frames: 0 }];

  constructor(header: SegmentHeader, name: string, file: RecordingFile, crc32: HostCrc32 | undefined) {
    this.header = header;
    this.name = name;
    this.#file = file;
    this.#crc32 = crc32;
    this.#buffer.set(encodeSignature(segmentVersion));
    this.add(header);
    // Whoever looks for headers alone reads a few bytes.
    this.endBlock();
  }

  /** Size of the segment, bytes that wait included. */
  get bytes(): number {
    return this.#flushedBytes + (this.#hasEntries ? this.#end : this.#block);
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
    const prepared = this.#encoder.prepare(entry);
    if (this.#end + prepared.length > bufferBytes) {
      this.flush();
    }
    const isFrame = entry.kind === "inbound";
    if (this.#end + prepared.length > bufferBytes) {
      this.#frames += isFrame ? 1 : 0;
      this.#append(this.#blockOf(prepared));
    } else {
      this.#buffer.set(prepared.body, writeEntryHead(prepared, this.#view, this.#end));
      this.#end += prepared.length;
      this.#frames += isFrame ? 1 : 0;
    }
  }

  /** What was added has a block without what comes next. */
  endBlock(): void {
    if (this.#hasEntries) {
      writeBlockHeader(this.#buffer, this.#block, this.#end, this.#crc32);
      this.#block = this.#end;
      this.#end += blockHeaderBytes;
    }
  }

  /** Hands what waits to the file. @throws Error of the store */
  flush(): void {
    this.endBlock();
    const waiting = this.#block;
    this.#block = 0;
    this.#end = blockHeaderBytes;
    if (waiting > 0) {
      this.#append(this.#buffer.subarray(0, waiting));
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

  get #hasEntries(): boolean {
    return this.#end > this.#block + blockHeaderBytes;
  }

  #blockOf(prepared: PreparedEntry): Uint8Array {
    const block = new Uint8Array(blockHeaderBytes + prepared.length);
    block.set(prepared.body, writeEntryHead(prepared, new DataView(block.buffer), blockHeaderBytes));
    writeBlockHeader(block, 0, block.length, this.#crc32);
    return block;
  }

  #append(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#flushedBytes += bytes.length;
    this.#appended.push({ bytes: this.#flushedBytes, frames: this.#frames });
    this.written();
  }
}
