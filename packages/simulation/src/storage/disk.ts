import type { Random } from "@depthwire/core";
import type { Timeline } from "../kernel/timeline.js";

/** A computer's disk: it takes its time, and may be full. It outlives every program on it. */
export class Disk {
  /** Nothing more can be written. */
  isFull = false;
  readonly #timeline: Timeline;
  readonly #computer: string;
  readonly #random: Random;

  constructor(timeline: Timeline, computer: string, random: Random) {
    this.#timeline = timeline;
    this.#computer = computer;
    this.#random = random;
  }

  /** Calls back when what was handed over is safe, or with what the disk says. */
  sync(done: (failure: Error | undefined) => void): void {
    const takesMs = 0.2 + this.#random() * (this.#random() < 0.02 ? 60 : 4);
    this.#timeline.at(this.#timeline.nowMs + takesMs, this.#computer, () =>
      done(this.isFull ? new Error("no space left on device") : undefined),
    );
  }
}
