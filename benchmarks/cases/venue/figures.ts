import { openSync, readSync } from "node:fs";

/** What one part of the case `venue` found: figures by name, each with its unit in the name. */
export type VenueFigures = Readonly<Record<string, number>>;

/** Processor time of this process so far, in milliseconds: other processes on a busy machine are not in it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What the system has counted for one thread so far, in milliseconds. */
export interface ThreadTimes {
  readonly workedMs: number;
  /** While it could have worked and had no core. */
  readonly waitedMs: number;
}

/** Tells how long the calling thread has worked so far, and waited for a core; undefined where the system does not count threads. */
export function threadClock(): (() => ThreadTimes) | undefined {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
    const bytes = Buffer.alloc(64);
    const nanoseconds = 1_000_000;
    return () => {
      const counted = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)).split(" ");
      const [worked = 0, waited = 0] = counted.map(Number);
      return { workedMs: worked / nanoseconds, waitedMs: waited / nanoseconds };
    };
  } catch {
    return undefined;
  }
}

/** Collects garbage as far as it goes: one collection leaves behind what only the next one finds. */
export function collectGarbage(): void {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
  }
}

/** Memory in use after collecting, in bytes: the heap, and what packed records take outside it. */
export function heapNow(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Throws when a measured run did not arrive where it should. */
export function demandEqual(what: string, left: string, right: string): void {
  if (left !== right) {
    throw new Error(`${what} differ: a figure of them would mean nothing`);
  }
}
