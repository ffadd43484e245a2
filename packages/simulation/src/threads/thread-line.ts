import type { Random } from "@depthwire/core";
import type { Timeline } from "../kernel/timeline.js";
import type { Way } from "../network/link.js";

/** The way of messages between the threads of one program. */
export class ThreadLine implements Way {
  readonly timeline: Timeline;
  /** A message takes so much longer at most, in milliseconds: threads that get little of a processor. */
  maxExtraMs = 0;
  readonly #random: Random;

  constructor(timeline: Timeline, random: Random) {
    this.timeline = timeline;
    this.#random = random;
  }

  delayMs(): number {
    const usual = 0.02 + this.#random() * 0.3;
    const straggler = this.#random() < 0.01 ? 2 + this.#random() * 18 : 0;
    return usual + straggler + this.#random() * this.maxExtraMs;
  }

  /** How long a new thread takes before its code runs: little where a spare one stood by. */
  startMs(): number {
    return this.#random() < 0.5 ? 1 + this.#random() * 9 : 200 + this.#random() * 600;
  }
}
