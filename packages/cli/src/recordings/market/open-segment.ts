import { open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { PlannedSegment } from "./plan-recording.js";

/** A segment's file that is open. */
export interface OpenSegment {
  /** Bytes `[start, end)`, fewer where the file ends earlier. */
  read(name: string, start: number, end: number): Promise<Uint8Array>;
  /** See `RecordingStore.crc32`. */
  readonly crc32: (bytes: Uint8Array) => number;
  close(): Promise<void>;
}

/** Opens a segment once for all reads. It loads nothing: threads that only read start sooner. @throws Error of the file system */
export async function openSegment({ directory, name }: PlannedSegment): Promise<OpenSegment> {
  const file = await open(join(directory, name), "r");
  return {
    async read(_name, start, end) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) {
          break;
        }
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    crc32,
    close: () => file.close(),
  };
}
