import type { Random } from "@depthwire/core";
import { type LeaseStore, MemoryLeaseStore } from "@depthwire/relay";
import type { Process } from "../kernel/process.js";
import type { Timeline } from "../kernel/timeline.js";

/** How the host of the leases is at present: `loses-answers`: it does what it is asked, and nobody hears of it. */
export type LeaseHostState = "answers" | "late" | "refuses" | "loses-answers";

/** Longest time of half a call, in milliseconds. */
const usualMs = 5;
const lateMs = 1_500;

/** The computer that keeps the leases. What it has survives everything. */
export class LeaseHost {
  state: LeaseHostState = "answers";
  readonly #kept = new MemoryLeaseStore();
  readonly #timeline: Timeline;
  readonly #random: Random;

  constructor(timeline: Timeline, random: Random) {
    this.#timeline = timeline;
    this.#random = random;
  }

  /** The store as one life of a program reaches it. */
  port(process: Process, isReached: () => boolean): LeaseStore {
    return {
      read: (key) => this.#call(process, isReached, () => this.#kept.read(key)),
      compareAndSet: (key, expected, text) =>
        this.#call(process, isReached, () => this.#kept.compareAndSet(key, expected, text)),
    };
  }

  #call<Answer>(process: Process, isReached: () => boolean, work: () => Promise<Answer>): Promise<Answer> {
    return process.learn(
      new Promise((resolve, reject) => {
        this.#later("lease host", () => {
          if (this.state === "refuses" || !isReached()) {
            this.#later(process.name, () => reject(new Error("the store of leases is away")));
          } else {
            void this.#answer(process, work, resolve);
          }
        });
      }),
    );
  }

  async #answer<Answer>(process: Process, work: () => Promise<Answer>, resolve: (a: Answer) => void): Promise<void> {
    const answer = await work();
    if (this.state !== "loses-answers") {
      this.#later(process.name, () => resolve(answer));
    }
  }

  #later(machine: string, act: () => void): void {
    const maxMs = this.state === "late" ? lateMs : usualMs;
    this.#timeline.at(this.#timeline.nowMs + maxMs * this.#random(), machine, act);
  }
}
