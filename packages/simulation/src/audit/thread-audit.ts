import type { BookView } from "@depthwire/book";
import { defaultThreadWatchOptions } from "@depthwire/stream/internal";
import type { Findings } from "./findings.js";

const { pulse, silentAfterMs, beatEveryMs } = defaultThreadWatchOptions;

/** A computer's clock loses so much at most. */
const slowest = 1.02;

/**
 * A thread that stands still is silent for its host so long after its last sign at the latest, in milliseconds: a heartbeat is seen with the look behind
 * it, and missed with the look behind the time that the option allows. Without shared memory it is a message, behind which the next question is asked.
 */
const silentWithinMs = {
  shared: slowest * (pulse.silentAfterMs + 2 * pulse.lookEveryMs),
  apart: slowest * (silentAfterMs + 2 * beatEveryMs),
} as const;

/** When to look whether a thread that stands still was found so, in milliseconds. */
export function foundSilentWithinMs(memory: WatchedThread["memory"]): number {
  return silentWithinMs[memory] + 1;
}

/** A thread with books, as far as its host could know it. Moments are of true time. */
export interface WatchedThread {
  readonly name: string;
  readonly memory: "shared" | "apart";
  /** Whether nothing of it goes on. */
  readonly isStill: boolean;
  /** When its host took its latest message. */
  readonly heardAtMs: number | undefined;
  /** When it raised its heartbeat word. */
  readonly beatAtMs: number | undefined;
  /** When its host was told that it ended. */
  readonly endToldAtMs: number | undefined;
  /** Pairs of its books. */
  readonly pairs: ReadonlyMap<number, string>;
}

/** Who is shown the books of a thread. */
export interface ThreadReader {
  /** How long it has been running without a pause. */
  readonly runsForMs: number;
  /** What it is shown of a pair now. */
  shownOf(pair: string): readonly BookView[];
}

/** Nobody is shown a live book of a thread that stands still, or is no more, for longer than its host may need to see it. */
export class ThreadAudit {
  readonly #findings: Findings;
  readonly #nowMs: () => number;

  constructor(findings: Findings, nowMs: () => number) {
    this.#findings = findings;
    this.#nowMs = nowMs;
  }

  /** @param threads the newest of each shard */
  look(threads: readonly WatchedThread[], reader: ThreadReader): void {
    for (const thread of threads) {
      const wrong = this.#wrongToShow(thread, reader.runsForMs);
      for (const pair of thread.pairs.values()) {
        this.#findings.looked("threads");
        if (wrong !== undefined && reader.shownOf(pair).some(({ status }) => status === "live")) {
          this.#findings.add("threads", `${thread.name}: ${pair} is live, ${wrong}`);
        }
      }
    }
  }

  /** Why no book of it may be live; undefined where one may. */
  #wrongToShow(thread: WatchedThread, runsForMs: number): string | undefined {
    const { memory, heardAtMs, beatAtMs, endToldAtMs, isStill } = thread;
    if (endToldAtMs !== undefined) {
      return "and its host was told that it ended";
    }
    if (heardAtMs === undefined) {
      return "and it has said nothing";
    }
    const signMs = memory === "shared" ? beatAtMs : heardAtMs;
    if (!isStill || signMs === undefined) {
      return undefined;
    }
    const silentMs = Math.min(this.#nowMs() - signMs, runsForMs);
    return silentMs > silentWithinMs[memory] ? `${Math.round(silentMs)} ms after its last sign of life` : undefined;
  }
}
