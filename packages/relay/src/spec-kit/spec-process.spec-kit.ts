import type { CancelTimer, Clock } from "@depthwire/core";

/** A process on a virtual clock that can be stopped, continued and killed: what happens to it waits, or never comes. */
export class SpecProcess implements Clock {
  readonly #clock: Clock;
  #state: "runs" | "stopped" | "dead" = "runs";
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isDead(): boolean {
    return this.#state === "dead";
  }

  epochMs(): number {
    return this.#clock.epochMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    let isCancelled = false;
    const cancel = this.#clock.after(delayMs, () => {
      this.run(() => {
        if (!isCancelled) {
          callback();
        }
      });
    });
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  /** Runs something of this process: now, when it is continued, or never. */
  run(work: () => void): void {
    if (this.#state === "runs") {
      work();
    } else if (this.#state === "stopped") {
      this.#waiting.push(work);
    }
  }

  /** Resolves as `answer` does, as far as this process lives to see it. */
  hear<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.run(() => resolve(value)),
        (error: unknown) => this.run(() => reject(error)),
      );
    });
  }

  stop(): void {
    if (this.#state === "runs") {
      this.#state = "stopped";
    }
  }

  continue(): void {
    if (this.#state === "stopped") {
      this.#state = "runs";
      for (const work of this.#waiting.splice(0)) {
        this.run(work);
      }
    }
  }

  kill(): void {
    this.#state = "dead";
    this.#waiting = [];
  }
}
