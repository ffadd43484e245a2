import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Environment variable with the folder that the probe writes to. */
export const probeFolderVariable = "DEPTHWIRE_PROFILE_FOLDER";

/** A thread's memory at one moment. */
export interface MemoryLine {
  /** Of the monotonic clock. */
  readonly atUs: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
  /** Collections of garbage since the thread began, and how long they took together. */
  readonly count: number;
  readonly ms: number;
  /** The longest of them since the line before. */
  readonly longestMs: number;
}

/** A thread's memory over a time. */
export interface ThreadMemory {
  readonly heapBytes: { readonly first: number; readonly last: number; readonly most: number };
  readonly externalBytes: number;
  readonly collections: number;
  readonly collectionMs: number;
  readonly longestCollectionMs: number;
}

/** Name of a thread's file. */
export function memoryFileOf(thread: number): string {
  return `memory-${thread}.ndjson`;
}

/** What the probe saw of a thread in a stretch of time; `undefined` when it saw nothing. */
export function readMemory(folder: string, thread: number, fromUs: number, toUs: number): ThreadMemory | undefined {
  const file = join(folder, memoryFileOf(thread));
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  const all = lines.map((line) => JSON.parse(line) as MemoryLine);
  return memoryOf(all.filter(({ atUs }) => atUs >= fromUs && atUs <= toUs));
}

/** The same of lines. */
export function memoryOf(lines: readonly MemoryLine[]): ThreadMemory | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const most = (of: (line: MemoryLine) => number): number => Math.max(...lines.map(of));
  return {
    heapBytes: { first: first.heapUsed, last: last.heapUsed, most: most(({ heapUsed }) => heapUsed) },
    externalBytes: last.external,
    collections: last.count - first.count,
    collectionMs: Math.round(last.ms - first.ms),
    longestCollectionMs: Math.round(most(({ longestMs }) => longestMs)),
  };
}
