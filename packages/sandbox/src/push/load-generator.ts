import type { CancelTimer } from "@depthwire/core";
import type { Agenda } from "../clock/agenda.js";
import type { Rewindable } from "../snapshots/rewindable.js";
import type { Hub } from "./hub.js";

/** What a generator of load works on. */
export interface LoadTarget {
  readonly pairs: readonly string[];
  /** Whether somebody listens to the pair's depth. */
  isDepthWanted(pair: string): boolean;
  /** Publishes so many states of the pair's depth. */
  load(pair: string, publications: number): void;
}

/** Between two bursts, in milliseconds. */
const burstIntervalMs = 5;

/** What may be owed, in bursts: a machine that cannot keep up is not buried. */
const maxBurstsOwed = 100;

/** What one burst holds at most, in bursts: between two of them what was sent has to leave. */
const maxBurstsAtOnce = 6;

/** How many states of one pair there may be in a millisecond: each is also found by its time. */
const perPairAndMs = 1;

/** How far a generator of load is. */
interface LoadPosition {
  readonly owed: number;
  readonly turn: number;
}

/** Publishes depth at a rate, spread evenly over the pairs that somebody listens to; nothing while nobody does. */
export class LoadGenerator implements Rewindable<LoadPosition> {
  readonly #hub: Hub;
  readonly #target: LoadTarget;
  readonly #framesPerSecond: number;
  #owed = 0;
  #turn = 0;

  /** @param framesPerSecond over all pairs; at most a thousand for each pair that is listened to */
  constructor(hub: Hub, target: LoadTarget, framesPerSecond: number) {
    this.#hub = hub;
    this.#target = target;
    this.#framesPerSecond = framesPerSecond;
  }

  /** Begins. @returns ends it */
  start(agenda: Agenda): CancelTimer {
    return agenda.repeat("load", { intervalMs: burstIntervalMs }, (beats) => this.#burst(beats));
  }

  save(): LoadPosition {
    return { owed: this.#owed, turn: this.#turn };
  }

  restore({ owed, turn }: LoadPosition): void {
    this.#owed = owed;
    this.#turn = turn;
  }

  #burst(beats: number): void {
    const { pairs } = this.#target;
    const wanted = pairs.filter((pair) => this.#target.isDepthWanted(pair));
    // Nobody has more than the pairs that are listened to can give.
    const perMs = Math.min(this.#framesPerSecond / 1000, wanted.length * perPairAndMs);
    const perBurst = perMs * burstIntervalMs;
    this.#owed = Math.min(this.#owed + perBurst * beats, perBurst * maxBurstsOwed);
    const frames = Math.floor(Math.min(this.#owed, perBurst * maxBurstsAtOnce));
    this.#owed -= frames;
    this.#hub.inOneWrite(() => {
      for (let i = 0; i < wanted.length; i++) {
        // What does not divide evenly goes to other pairs each time.
        const place = (i + this.#turn) % wanted.length;
        const share = Math.floor(frames / wanted.length) + (place < frames % wanted.length ? 1 : 0);
        const pair = wanted[i];
        if (share > 0 && pair !== undefined) {
          this.#target.load(pair, share);
        }
      }
    });
    this.#turn += 1;
  }
}
