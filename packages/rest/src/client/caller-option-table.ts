import { anything, numberAbove0, numberFrom0, type OptionTable, oneOf, wholeFrom } from "@depthwire/core/internal";
import type { RetryOptions } from "../call/backoff.js";
import type { VenueClockOptions } from "../clock/venue-clock.js";
import type { ThrottleOptions } from "../throttle/throttle-options.js";
import type { CallerOptions } from "./caller-options.js";

const count = /* @__PURE__ */ wholeFrom(1);
const countOrNone = /* @__PURE__ */ wholeFrom(0);

const throttle: OptionTable<ThrottleOptions> = {
  connections: count,
  keptConnections: countOrNone,
  limit: count,
  windowMs: numberAbove0,
  reserve: {
    cancel: countOrNone,
    outcome: countOrNone,
    order: countOrNone,
    account: countOrNone,
    read: countOrNone,
    background: countOrNone,
  },
  lendWithinMs: numberFrom0,
  coolDownMs: numberFrom0,
  firstProbeMs: numberFrom0,
  maxQueued: countOrNone,
};

const retry: OptionTable<RetryOptions> = { maxAttempts: count, firstWindowMs: numberFrom0, maxWindowMs: numberFrom0 };

const clock: OptionTable<VenueClockOptions> = {
  roundTrips: count,
  measureEveryMs: numberAbove0,
  slewMsPerSecond: numberFrom0,
  stepBeyondMs: numberFrom0,
  maxUncertaintyMs: numberAbove0,
  maxOffsetMs: numberAbove0,
};

/** What each option of a client may be. */
export const callerOptionTable: OptionTable<CallerOptions> = {
  // Looked at one by one where they are used.
  addresses: anything,
  credential: anything,
  serviceName: anything,
  timeoutMs: numberAbove0,
  attemptTimeoutMs: numberAbove0,
  maxAnswerBytes: numberAbove0,
  clientOrderIds: /* @__PURE__ */ oneOf("integers", "any"),
  keptOrders: count,
  throttle,
  retry,
  clock,
};
