import type { Clock } from "@depthwire/core";
import { ageMs, type Moment } from "../time/moment.js";

/**
 * An owner that handed its shard over goes on for so long, for consumers that have not got their state from the heir yet. Milliseconds. With what it
 * said last it is believed for less than a consumer shows a former owner's books.
 */
export const retiredMs = 500;

/** The last moments of an owner that handed its shard over. */
export class Retirement {
  /** Resolves when it is over. */
  readonly over: Promise<void>;
  readonly #clock: Clock;
  readonly #since: Moment;
  #end: () => void = () => undefined;

  /** @param ended called when its time is over; not where {@link Retirement.end} came first */
  constructor(clock: Clock, ended: () => void) {
    this.#clock = clock;
    this.#since = this.#now();
    const cancel = clock.after(retiredMs, ended);
    this.over = new Promise((resolve) => {
      this.#end = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Whether it may still speak. Asked at each act: no timer fires while a process is stopped. */
  get mayAct(): boolean {
    return ageMs(this.#since, this.#now()) < retiredMs;
  }

  /** Ends it. */
  end(): void {
    this.#end();
  }

  #now(): Moment {
    return { monotonicMs: this.#clock.monotonicMs(), wallMs: this.#clock.epochMs() };
  }
}
