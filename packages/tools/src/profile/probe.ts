/** Loaded before the program into each of its threads: writes a line about the thread's memory twice a second into the folder of its environment. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { PerformanceObserver } from "node:perf_hooks";
import { threadId } from "node:worker_threads";
import { type MemoryLine, memoryFileOf, probeFolderVariable } from "./memory-lines.js";

const everyMs = 500;

const folder = process.env[probeFolderVariable];
if (folder !== undefined) {
  watch(join(folder, memoryFileOf(threadId)));
}

function watch(file: string): void {
  const collections = { count: 0, ms: 0, longestMs: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      collections.count += 1;
      collections.ms += duration;
      collections.longestMs = Math.max(collections.longestMs, duration);
    }
  }).observe({ entryTypes: ["gc"] });
  setInterval(() => {
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const atUs = Number(process.hrtime.bigint() / 1_000n);
    const line: MemoryLine = { atUs, heapUsed, external, arrayBuffers, ...collections };
    collections.longestMs = 0;
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }, everyMs).unref();
}
