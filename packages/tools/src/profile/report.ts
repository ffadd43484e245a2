import type { CommandOutcome } from "../command-line/outcome.js";
import { busyUs, ownTimes, type StackNode } from "./cpu-profile.js";
import type { LoadTally } from "./load.js";
import type { ThreadMemory } from "./memory-lines.js";
import type { ProcessFigures } from "./process-watch.js";
import type { PageFigures } from "./watched-page.js";

/** What was seen of a thread. */
export interface ThreadSeen {
  readonly name: string;
  readonly stacks: StackNode;
  readonly memory: ThreadMemory | undefined;
}

/** Everything that was seen. */
export interface ProfileSeen {
  readonly elapsedMs: number;
  readonly root: StackNode;
  readonly threads: readonly ThreadSeen[];
  readonly program: ProcessFigures;
  readonly page: Omit<PageFigures, "profile"> | undefined;
  readonly load: LoadTally;
  /** Path of the flame graph. */
  readonly flameGraph: string;
  readonly notes: readonly string[];
}

const usPerMs = 1_000;
const megabyte = 1_000_000;
const maxFunctions = 25;
const hundred = 100;

/** A share of the processor time that was seen in JavaScript's threads. */
export interface ShareRow {
  readonly name: string;
  readonly ms: number;
  readonly percent: number;
}

/** A thread's row. */
export type ThreadRow = Partial<ThreadMemory> & {
  readonly name: string;
  /** Of the processor, as the profile sees it. */
  readonly busyMs: number;
  readonly busyPercent: number;
};

/** The last line of `--json`. */
export interface ProfileSummary extends Pick<ProfileSeen, "program" | "page" | "load" | "flameGraph" | "notes"> {
  readonly seconds: number;
  readonly threads: readonly ThreadRow[];
  /** By the time in a package's own functions. */
  readonly packages: readonly ShareRow[];
  /** By their own time. */
  readonly functions: readonly ShareRow[];
}

/** The outcome of the command. */
export function reportProfile(seen: ProfileSeen): CommandOutcome<ProfileSummary> {
  const summary = summaryOf(seen);
  return { summary, text: textOf(summary), failures: failuresOf(seen) };
}

function summaryOf(seen: ProfileSeen): ProfileSummary {
  const { elapsedMs, root, threads, program, page, load, flameGraph, notes } = seen;
  const whole = busyUs(root);
  const rows = (times: readonly (readonly [string, number])[]): ShareRow[] =>
    times.map(([name, us]) => ({ name, ms: Math.round(us / usPerMs), percent: percentOf(us, whole) }));
  return {
    seconds: Math.round(elapsedMs / usPerMs),
    threads: threads.map(({ name, stacks, memory }) => ({
      name,
      busyMs: Math.round(busyUs(stacks) / usPerMs),
      busyPercent: percentOf(busyUs(stacks) / usPerMs, elapsedMs),
      ...memory,
    })),
    packages: rows(ownTimes(root, ({ owner }) => owner)),
    functions: rows(ownTimes(root, ({ owner, name }) => `${name} (${owner})`)).slice(0, maxFunctions),
    program,
    page,
    load,
    flameGraph,
    notes,
  };
}

function percentOf(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * hundred * 10) / 10;
}

function failuresOf({ root, load }: ProfileSeen): string[] {
  const refused = Object.entries(load.refused).map(
    ([status, count]) => `${count} requests of the load were answered ${status}`,
  );
  return [...(busyUs(root) === 0 ? ["the profiles are empty"] : []), ...refused];
}

function textOf({
  seconds,
  threads,
  packages,
  functions,
  program,
  page,
  load,
  flameGraph,
  notes,
}: ProfileSummary): string {
  const megabytes = (bytes = 0): string => (bytes / megabyte).toFixed(1);
  const shares = (rows: readonly ShareRow[]): string[] =>
    rows.map(({ name, ms, percent }) => `  ${percent.toFixed(1).padStart(5)} % ${String(ms).padStart(8)} ms  ${name}`);
  const threadLines = threads.map(
    ({ name, busyMs, busyPercent, heapBytes, collections, collectionMs, longestCollectionMs }) =>
      [
        `  ${name}: busy ${busyMs} ms (${busyPercent} % of the time)`,
        ...(heapBytes === undefined
          ? []
          : [
              `heap ${megabytes(heapBytes.first)} to ${megabytes(heapBytes.last)} MB, at most ${megabytes(heapBytes.most)}`,
            ]),
        ...(collections === undefined
          ? []
          : [`${collections} collections, ${collectionMs} ms, the longest ${longestCollectionMs}`]),
      ].join("; "),
  );
  const { rssBytes, cpuMs } = program;
  return [
    `${seconds} s; ${load.reads} reads and ${load.orders} orders through the accelerator`,
    "threads",
    ...threadLines,
    `  npm start: ${cpuMs ?? "unknown"} ms of processor time, ${megabytes(rssBytes.first)} to ${megabytes(rssBytes.last)} MB of memory, at most ${megabytes(rssBytes.most)}`,
    ...(page === undefined ? [] : pageLines(page, megabytes)),
    "packages, by the time in their own functions",
    ...shares(packages),
    "functions, by their own time",
    ...shares(functions),
    ...notes,
    `The flame graph is ${flameGraph}.`,
  ].join("\n");
}

function pageLines(page: NonNullable<ProfileSummary["page"]>, megabytes: (bytes?: number) => string): string[] {
  const { processMs, rssBytes, heapBytes, taskMs } = page;
  const processes = Object.entries(processMs).map(([type, ms]) => `${type} ${ms} ms, ${megabytes(rssBytes[type])} MB`);
  const tasks = Object.entries(taskMs).map(([name, ms]) => `${name} ${ms} ms`);
  return [
    `  Chromium's processes: ${processes.join("; ")}`,
    `  the page: heap ${megabytes(heapBytes.first)} to ${megabytes(heapBytes.last)} MB; ${tasks.join(", ")}`,
  ];
}
