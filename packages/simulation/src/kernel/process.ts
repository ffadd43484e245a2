import type { CancelTimer, Clock, Random } from "@depthwire/core";
import type { HardwareClock } from "./hardware-clock.js";
import type { Timeline } from "./timeline.js";

/** What goes wrong inside a program without being caught there. */
export type Uncaught = (machine: string, error: unknown) => void;

/** The shortest time that a timer takes, in milliseconds. */
const shortestMs = 0.01;

/** One life of a program on a computer: it runs, stands still, or has ended. What comes from outside enters through here. */
export class Process {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly #timeline: Timeline;
  readonly #uncaught: Uncaught;
  #state: "running" | "paused" | "dead" = "running";
  #held: (() => void)[] = [];
  #timers = 0;
  #onEnd: (() => void)[] = [];

  constructor(
    name: string,
    hardware: HardwareClock,
    { timeline, random, uncaught }: { timeline: Timeline; random: Random; uncaught: Uncaught },
  ) {
    this.name = name;
    this.random = random;
    this.#timeline = timeline;
    this.#uncaught = uncaught;
    this.clock = {
      epochMs: () => hardware.epochMs(),
      monotonicMs: () => hardware.monotonicMs(),
      after: (delayMs, callback) => this.#after(hardware, delayMs, callback),
    };
  }

  get isDead(): boolean {
    return this.#state === "dead";
  }

  get isPaused(): boolean {
    return this.#state === "paused";
  }

  /** Timers that its program has set and that have not come. */
  get timers(): number {
    return this.#timers;
  }

  /** Something comes from outside, or falls due: now, when the program goes on, or never. */
  enter(act: () => void): void {
    if (this.#state === "paused" || (this.#state === "running" && this.#held.length > 0)) {
      this.#held.push(act);
    } else if (this.#state === "running") {
      this.#run(act);
    }
  }

  /** A promise from outside, whose end the program learns when it runs. Never, once it has ended. */
  learn<Value>(outside: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      outside.then(
        (value) => this.enter(() => resolve(value)),
        (error: unknown) => this.enter(() => reject(error)),
      );
    });
  }

  /** Acts when the program ends, however it does. */
  onEnd(act: () => void): void {
    this.#onEnd.push(act);
  }

  /** Nothing of it goes on before {@link Process.resume}: a debugger, a computer that sleeps, a long collection. */
  pause(): void {
    this.#state = this.#state === "running" ? "paused" : this.#state;
  }

  /** What came meanwhile comes now, in its order. */
  resume(): void {
    if (this.#state !== "paused") {
      return;
    }
    this.#state = "running";
    this.#wake();
  }

  /** Each in a turn of its own, as a computer hands them out; what comes meanwhile comes behind them. */
  #wake(): void {
    if (this.#held.length === 0) {
      return;
    }
    this.#timeline.at(this.#timeline.nowMs, this.name, () => {
      if (this.#state !== "running") {
        return;
      }
      const next = this.#held[0];
      if (next !== undefined) {
        this.#run(next);
        this.#held.shift();
        this.#wake();
      }
    });
  }

  /** It ends without a word. */
  kill(): void {
    if (this.#state === "dead") {
      return;
    }
    this.#state = "dead";
    this.#held = [];
    for (const act of this.#onEnd.splice(0)) {
      act();
    }
  }

  #after(hardware: HardwareClock, delayMs: number, callback: () => void): CancelTimer {
    // On no computer does a timer come in the moment in which it was set: who waits for the rest of a time that rounding left would wait for ever.
    const dueMs = hardware.monotonicMs() + Math.max(shortestMs, delayMs);
    let isOver = false;
    const end = (): boolean => {
      const was = isOver;
      isOver = true;
      this.#timers -= was ? 0 : 1;
      return was;
    };
    this.#timers += 1;
    const cancel = this.#timeline.at(hardware.trueMs(dueMs), this.name, () =>
      this.enter(() => {
        if (!end()) {
          hardware.reached(dueMs);
          callback();
        }
      }),
    );
    return () => {
      end();
      cancel();
    };
  }

  #run(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#uncaught(this.name, error);
    }
  }
}
