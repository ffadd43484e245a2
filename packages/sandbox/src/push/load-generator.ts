import type { CancelTimer, Clock } from "@depthwire/core";
import { every } from "../clock/beat.js";
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

/**
 * Publishes depth at a rate, spread evenly over the pairs that somebody listens to; nothing while nobody does.
 *
 * @param framesPerSecond over all pairs; at most a thousand for each pair that is listened to
 * @returns ends it
 */
export function startLoad(clock: Clock, hub: Hub, target: LoadTarget, framesPerSecond: number): CancelTimer {
  let owed = 0;
  let turn = 0;
  const burst = (beats: number): void => {
    const wanted = target.pairs.filter((pair) => target.isDepthWanted(pair));
    // Nobody has more than the pairs that are listened to can give.
    const perMs = Math.min(framesPerSecond / 1000, wanted.length * perPairAndMs);
    const perBurst = perMs * burstIntervalMs;
    owed = Math.min(owed + perBurst * beats, perBurst * maxBurstsOwed);
    const frames = Math.floor(Math.min(owed, perBurst * maxBurstsAtOnce));
    owed -= frames;
    hub.inOneWrite(() => {
      for (let i = 0; i < wanted.length; i++) {
        // What does not divide evenly goes to other pairs each time.
        const place = (i + turn) % wanted.length;
        const share = Math.floor(frames / wanted.length) + (place < frames % wanted.length ? 1 : 0);
        const pair = wanted[i];
        if (share > 0 && pair !== undefined) {
          target.load(pair, share);
        }
      }
    });
    turn += 1;
  };
  return every(clock, burstIntervalMs, burst);
}
