import type { Random } from "@depthwire/core";
import { fullJitterMs } from "@depthwire/core/internal";
import type { ResyncCause } from "./book-status.js";

/** How a book that needs a snapshot goes about it. Durations in milliseconds. */
export interface ResyncOptions {
  /** No snapshot in this time: the subscription is made again. */
  readonly snapshotTimeoutMs: number;
  /** After how many unanswered subscriptions on one connection the book moves to another. */
  readonly attemptsPerConnection: number;
  /** The first resync waits a random part of this; each further one in a row up to twice as long. */
  readonly firstWindowMs: number;
  /** The random part never exceeds this. */
  readonly maxWindowMs: number;
  /** After how many resyncs of one cause in a row the storm guard holds the book back. */
  readonly guardAfter: number;
  /** A guarded resync waits between half of this and all of it. */
  readonly guardWindowMs: number;
  /** A book that did well for so long after a resync starts from the first window again. */
  readonly soundAfterMs: number;
  /** Most resyncs that a shard asks for in a second, whatever happens to its books. Above 0. */
  readonly shardPerSecond: number;
  /** Most resyncs that are asked for on one connection in a second. Above 0. */
  readonly connectionPerSecond: number;
}

/** Defaults of {@link ResyncOptions}. */
export const defaultResyncOptions: ResyncOptions = {
  snapshotTimeoutMs: 5_000,
  attemptsPerConnection: 3,
  firstWindowMs: 250,
  maxWindowMs: 10_000,
  guardAfter: 3,
  guardWindowMs: 60_000,
  soundAfterMs: 10_000,
  shardPerSecond: 100,
  connectionPerSecond: 20,
};

/**
 * A delay that no storm can come from, for what only time can cure.
 *
 * @param random uniform in [0, 1)
 */
export function guardedDelayMs({ guardWindowMs }: ResyncOptions, random: number): number {
  return guardWindowMs * (0.5 + random / 2);
}

/** When to subscribe again. */
export interface ResyncPlan {
  readonly delayMs: number;
  /** Whether the storm guard stretched the delay. */
  readonly guarded: boolean;
  /** The cause is a gap, and so was each of the last ones, always at the first step after a fresh snapshot. */
  readonly suspectsPolicy: boolean;
}

/** Paces the resyncs of one book: random delays that grow, and a guard against storms that no snapshot can end. */
export class ResyncControl {
  readonly #options: ResyncOptions;
  readonly #random: Random;
  #inARow = 0;
  #sameCause = 0;
  #formerCause: ResyncCause | undefined;
  /** When the former resync was due, on the monotonic clock. */
  #formerDueMs = Number.NEGATIVE_INFINITY;
  #firstStepGaps = 0;
  #unanswered = 0;

  constructor(options: ResyncOptions, random: Random) {
    this.#options = options;
    this.#random = random;
  }

  /** Plans the resync that `cause` asks for at `nowMs` (monotonic). */
  plan(cause: ResyncCause, where: "first-step" | "later", nowMs: number): ResyncPlan {
    const { guardAfter, soundAfterMs } = this.#options;
    if (nowMs - this.#formerDueMs > soundAfterMs) {
      this.#inARow = 0;
      this.#sameCause = 0;
    }
    this.#inARow++;
    this.#sameCause = cause === this.#formerCause ? this.#sameCause + 1 : 1;
    this.#formerCause = cause;
    this.#firstStepGaps = cause === "gap" && where === "first-step" ? this.#firstStepGaps + 1 : 0;
    const suspectsPolicy = this.#firstStepGaps >= guardAfter;
    const guarded = suspectsPolicy || (cause !== "gap" && this.#sameCause >= guardAfter);
    const delayMs = guarded ? guardedDelayMs(this.#options, this.#random()) : this.#jitteredDelayMs();
    this.#formerDueMs = nowMs + delayMs;
    return { delayMs, guarded, suspectsPolicy };
  }

  /** A subscription was not answered by a snapshot in time. */
  unanswered(): "again" | "other-connection" {
    this.#unanswered++;
    return this.#unanswered < this.#options.attemptsPerConnection ? "again" : "other-connection";
  }

  /** A snapshot was accepted. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** The book is on a new connection: gaps before it say nothing about the venue's steps. */
  connected(): void {
    this.#unanswered = 0;
    this.#firstStepGaps = 0;
  }

  #jitteredDelayMs(): number {
    return fullJitterMs(this.#options, this.#inARow - 1, this.#random());
  }
}
