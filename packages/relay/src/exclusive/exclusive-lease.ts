import { ValidationError } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { restTypes } from "@depthwire/rest";
import { type ExclusiveLeaseOptions, exclusiveLeaseTable } from "./exclusive-options.js";
import { Session } from "./exclusive-session.js";

export type { ExclusiveEvent } from "./exclusive-event.js";
export type { ExclusiveLeaseOptions } from "./exclusive-options.js";

/** How often a lease is renewed while it would stand. */
const renewalsPerLease = 4;

/**
 * One process alone trades with a key: `venue.account(credential, { exclusive: exclusiveLease({ … }), trader: { outcomes: { toleranceMs } } })`. Every process
 * wants the lease; one has it. Its calls read the venue's time first, then look at the lease, then are signed with that time, so that the venue refuses whatever
 * a former holder still has under way once its tolerance is over; the successor waits for that.
 *
 * @throws ValidationError `option-invalid`
 */
export function exclusiveLease(options: ExclusiveLeaseOptions): restTypes.ExclusiveTrading {
  checkOptions(options, exclusiveLeaseTable);
  const { leaseMs = 5_000, callLimitMs = 500, clockMarginMs = 3_000 } = options;
  const { olderOrders = "cancel", olderPlans = "adopt" } = options;
  let isOpened = false;
  return {
    open: (parts: restTypes.ExclusiveParts) => {
      if (isOpened) {
        const rule = "a lease of its own for each account";
        throw new ValidationError("option-invalid", { option: "exclusive", rule });
      }
      isOpened = true;
      const name = `${options.name ?? "trader"}-${drawnName(parts)}`;
      const lease = { name, leaseMs, callLimitMs, renewEveryMs: leaseMs / renewalsPerLease };
      return new Session({ ...options, clockMarginMs, olderOrders, olderPlans }, lease, parts);
    },
  };
}

/** Two processes that are started at the same moment have different ones, and so have two lives of one. */
function drawnName({ clock, random }: restTypes.ExclusiveParts): string {
  const base = 36;
  return `${clock.epochMs().toString(base)}-${Math.floor(random() * Number.MAX_SAFE_INTEGER).toString(base)}`;
}
