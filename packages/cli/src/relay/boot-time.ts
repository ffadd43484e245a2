import { uptime } from "node:os";

/** The time since boot, and what other clocks said when it was read. */
interface Reading {
  readonly bootMs: number;
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** What {@link createBootTime} reads. */
export interface BootTimeSources {
  /** Time since boot with the time asleep, in seconds. It costs some 15 µs: the platform reads a file. */
  uptimeSeconds(): number;
  /** It stands still while the machine sleeps. */
  monotonicMs(): number;
  wallMs(): number;
}

/** A reading is gone on from for so long. */
const maxGoneOnMs = 1_000;
/** The machine slept if the wall clock went on by so much more than the monotonic one; set clocks look alike, and cost a reading. */
const sleptMs = 5;

/** Time since boot in milliseconds, with the time asleep; undefined where the platform tells whole seconds alone. */
export function bootTime(): (() => number) | undefined {
  return process.platform === "linux"
    ? createBootTime({
        uptimeSeconds: uptime,
        monotonicMs: () => performance.now(),
        wallMs: () => Date.now(),
      })
    : undefined;
}

/**
 * A lease is asked for at each frame that is published, so the time since boot is read anew only where it can have gone another way than the
 * monotonic clock.
 */
export function createBootTime({ uptimeSeconds, monotonicMs, wallMs }: BootTimeSources): () => number {
  let last: Reading | undefined;
  return () => {
    const now = { monotonicMs: monotonicMs(), wallMs: wallMs() };
    const passedMs = now.monotonicMs - (last?.monotonicMs ?? 0);
    const isSame =
      last !== undefined && passedMs <= maxGoneOnMs && Math.abs(now.wallMs - last.wallMs - passedMs) < sleptMs;
    if (last === undefined || !isSame) {
      last = { ...now, bootMs: uptimeSeconds() * 1_000 };
      return last.bootMs;
    }
    return last.bootMs + passedMs;
  };
}
