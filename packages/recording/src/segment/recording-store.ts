import type { HostCrc32 } from "./checksum.js";

/** One file of a recording as a store lists it. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
}

/** A file that grows. */
export interface RecordingFile {
  /**
   * Puts bytes at the end, in order; they may be reused after the call. What was appended survives the death of the
   * program; when it survives the death of the machine is the store's own policy.
   *
   * @throws Error of the platform; nothing is appended afterwards
   */
  append(bytes: Uint8Array): void;
  /** How many of the appended bytes are in the file; absent where each is there when `append` returns. */
  readonly writtenBytes?: number;
  /** Why a write failed after its append had returned; undefined while none has. Absent where `append` itself throws. */
  readonly failure?: unknown;
  /** Ends the file. Resolves when it is as safe as the store makes it. */
  close(): Promise<void>;
}

/** Where the files of one recording are. It knows nothing of what is in them. */
export interface RecordingStore {
  /** Makes a file. @throws Error of the platform, also when there is one of that name */
  create(name: string): RecordingFile;
  list(): Promise<readonly StoredFile[]>;
  /** Where it is and what is there, in words: for the error where no segment is. */
  describe?(): Promise<{ readonly directory: string; readonly found: string }>;
  /** Bytes `[start, end)` of a file, fewer where it ends earlier. */
  read(name: string, start: number, end: number): Promise<Uint8Array>;
  /** Cuts a file off behind its first `bytes` bytes. */
  truncate(name: string, bytes: number): Promise<void>;
  /** Makes `content` the whole of a file: afterwards it is the old or the new one, never half of it. */
  replace(name: string, content: Uint8Array): Promise<void>;
  /** CRC-32 as zlib makes it, of bytes of any length, where the host has it: blocks are then written and read faster. Without it, this package counts. */
  readonly crc32?: HostCrc32 | undefined;
}
