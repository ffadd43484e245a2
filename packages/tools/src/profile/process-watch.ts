import { readFileSync } from "node:fs";
import { rssOf } from "./watched-page.js";

/** What a process took in a stretch of time. */
export interface ProcessFigures {
  /** Of the processor, all threads together, those without JavaScript too; `undefined` where the system does not tell. */
  readonly cpuMs: number | undefined;
  readonly rssBytes: { readonly first: number; readonly last: number; readonly most: number };
}

const everyMs = 500;
/** Linux counts in hundredths of a second, whatever its kernel's own pace is. */
const msPerTick = 10;
/** Places of user and system time behind the name in `/proc/PID/stat`. */
const userField = 11;
const systemField = 12;

/** Watches a process until the function that it returns is called. */
export function watchProcess(pid: number): () => ProcessFigures {
  const cpuBefore = cpuMsOf(pid);
  const seen: number[] = [];
  const note = (): void => {
    const bytes = rssOf(pid);
    if (bytes !== undefined) {
      seen.push(bytes);
    }
  };
  note();
  const timer = setInterval(note, everyMs);
  return () => {
    clearInterval(timer);
    note();
    const cpuAfter = cpuMsOf(pid);
    return {
      cpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
      rssBytes: { first: seen[0] ?? 0, last: seen.at(-1) ?? 0, most: Math.max(0, ...seen) },
    };
  };
}

function cpuMsOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[userField]) + Number(fields[systemField])) * msPerTick;
  } catch {
    return undefined;
  }
}
