import type { Clock } from "@depthwire/core";

/** Who waits for the state of one channel, and what makes it. */
interface Waiting {
  readonly make: () => Uint8Array | undefined;
  readonly responds: ((state: Uint8Array) => void)[];
}

/** It makes states for so long before everything else gets its turn, milliseconds: a tenth of the time between two beats. */
const turnMs = 10;

/**
 * Answers requests for whole states. One costs hundreds of times what a frame does, and when an owner has died everybody
 * asks for everything at once: answered in one go, its beats would wait behind it, so that all its books would be silent
 * and asked for once more. So it makes a few at a time, and one state serves everybody who asked for it until then.
 */
export class StateAnswers {
  readonly #clock: Clock;
  /** By channel, in the order in which they were asked for. */
  readonly #waiting = new Map<object, Waiting>();
  #turnBeganMs = Number.NEGATIVE_INFINITY;
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Somebody asks for the state of a channel.
   *
   * @param make makes it when its turn has come; undefined where there is none to give any more
   */
  ask(channel: object, make: () => Uint8Array | undefined, respond: (state: Uint8Array) => void): void {
    const waiting = this.#waiting.get(channel);
    if (waiting !== undefined) {
      waiting.responds.push(respond);
      return;
    }
    this.#waiting.set(channel, { make, responds: [respond] });
    if (!this.#isScheduled) {
      const nowMs = this.#clock.monotonicMs();
      if (nowMs - this.#turnBeganMs >= 2 * turnMs) {
        this.#turnBeganMs = nowMs;
      }
      this.#answer();
    }
  }

  #answer(): void {
    for (const [channel, { make, responds }] of this.#waiting) {
      if (this.#clock.monotonicMs() - this.#turnBeganMs >= turnMs) {
        this.#later();
        return;
      }
      this.#waiting.delete(channel);
      const state = make();
      for (const respond of state === undefined ? [] : responds) {
        respond(state as Uint8Array);
      }
    }
  }

  #later(): void {
    this.#isScheduled = true;
    this.#clock.after(0, () => {
      this.#isScheduled = false;
      this.#turnBeganMs = this.#clock.monotonicMs();
      this.#answer();
    });
  }
}
