import type { LoopWatch, WatchedLoop } from "@depthwire/account/internal";
import type { Clock } from "@depthwire/core";
import { RecordingError } from "../segment/recording-error.js";
import { pauseFor } from "./pause-for.js";
import type { ReplayClock } from "./replay-clock.js";

/** How a replay waits for loops. */
export interface LoopPatience {
  /** The real clock; without it nobody notices a loop that never comes back. */
  readonly clock: Clock | undefined;
  /** How long a loop may work at one item, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Enough for an item to get to its loop, and for a loop that only looks at it to come back. */
const microtasksPerTurn = 8;

/** Real time after which a loop that works is taken to wait for the replay's own clock, in milliseconds. */
const lookAgainMs = 10;

/** The loops over an engine that is played to: which of them work at an item. */
export class ReplayLoops implements LoopWatch {
  readonly #open = new Set<Loop>();
  readonly #working = new Set<Loop>();
  #isAttached = false;
  #resume: (() => void) | undefined;
  #now: () => number = () => 0;
  /** When a loop last came back, on the real clock. */
  #progressAtMs = 0;

  /** Whether an engine tells of its loops. */
  get isAttached(): boolean {
    return this.#isAttached;
  }

  /** Whether anybody loops over a stream. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  attached(): void {
    this.#isAttached = true;
  }

  opened(name: string): WatchedLoop {
    const loop: Loop = {
      name,
      got: () => {
        this.#working.add(loop);
      },
      asked: () => this.#finished(loop),
      ended: () => {
        this.#open.delete(loop);
        this.#finished(loop);
      },
    };
    this.#open.add(loop);
    return loop;
  }

  /**
   * Lets loops get what there is, and waits until each of them has finished it. A loop that waits for the replay's own clock gets
   * time: its timers run.
   *
   * @throws RecordingError `replay-stalled`
   */
  async settle(clock: ReplayClock, patience: LoopPatience): Promise<void> {
    if (!this.areOpen) {
      return;
    }
    await microtasks();
    while (this.#working.size > 0 && patience.signal?.aborted !== true) {
      await this.#finish(clock, patience);
      // A loop that came back may have got the next item at once.
      await microtasks();
    }
  }

  #finished(loop: Loop): void {
    if (this.#working.delete(loop)) {
      this.#progressAtMs = this.#now();
    }
    if (this.#working.size === 0) {
      this.#resume?.();
    }
  }

  /** Resolves when no loop works at anything, or the signal is aborted. */
  async #finish(clock: ReplayClock, patience: LoopPatience): Promise<void> {
    const { signal } = patience;
    let onAbort = (): void => {};
    const finished = new Promise<void>((resolve) => {
      this.#resume = resolve;
      onAbort = () => resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await (patience.clock === undefined ? finished : this.#watch(finished, clock, patience.clock, patience));
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async #watch(
    finished: Promise<void>,
    clock: ReplayClock,
    real: Clock,
    { patienceMs, signal }: LoopPatience,
  ): Promise<void> {
    this.#progressAtMs = real.monotonicMs();
    this.#now = () => real.monotonicMs();
    for (;;) {
      await Promise.race([finished, pauseFor(lookAgainMs, real, signal)]);
      const [first] = this.#working;
      if (first === undefined || signal?.aborted === true) {
        return;
      }
      if (real.monotonicMs() - this.#progressAtMs >= patienceMs) {
        throw new RecordingError("replay-stalled", { loop: first.name, waitedMs: patienceMs });
      }
      clock.runNext();
    }
  }
}

interface Loop extends WatchedLoop {
  readonly name: string;
}

async function microtasks(): Promise<void> {
  for (let microtask = 0; microtask < microtasksPerTurn; microtask++) {
    await Promise.resolve();
  }
}
