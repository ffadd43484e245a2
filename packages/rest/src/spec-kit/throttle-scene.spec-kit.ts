import { type FakeClock, fakeClock } from "@depthwire/testkit";
import type { CallPriority } from "../throttle/priority.js";
import { type Slot, type SlotEnd, Throttle } from "../throttle/throttle.js";
import { defaultThrottleOptions, type ThrottleOptions } from "../throttle/throttle-options.js";

/** A signal of nobody. */
export const never = (): AbortSignal => new AbortController().signal;

/** A call that was let through. */
export interface Sent {
  readonly priority: CallPriority;
  readonly atMs: number;
  readonly slot: Slot;
}

/** A throttle and its calls. */
export interface ThrottleScene {
  readonly clock: FakeClock;
  readonly throttle: Throttle;
  readonly sent: Sent[];
  /** Queues calls; they are ended by whoever wants. */
  queue(priority: CallPriority, count?: number): void;
  /** Lets `ms` pass, and tells how many calls were let through in all. */
  after(ms: number): Promise<number>;
}

/** @param options where they are not the defaults; connections are many */
export function throttleScene(options: Partial<ThrottleOptions> = {}): ThrottleScene {
  const clock = fakeClock();
  const throttle = new Throttle(clock, {
    ...defaultThrottleOptions,
    connections: 1_000,
    keptConnections: 0,
    ...options,
  });
  const sent: Sent[] = [];
  const queue = (priority: CallPriority, count = 1): void => {
    for (let i = 0; i < count; i++) {
      void throttle.take(priority, never()).then((slot) => sent.push({ priority, atMs: clock.monotonicMs(), slot }));
    }
  };
  const after = async (ms: number): Promise<number> => {
    await clock.advanceAndSettle(ms);
    return sent.length;
  };
  return { clock, throttle, sent, queue, after };
}

/** Ends all calls. */
export function endAll(sent: readonly Sent[], how: SlotEnd = "sent"): void {
  for (const { slot } of sent) {
    slot.end(how);
  }
}
