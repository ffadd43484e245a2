import { type ConnectOptions, connect, type Venue } from "@depthwire/node";
import type { Context } from "../program/context.js";
import { venueAddressOf } from "./venue-address.js";
import type { VenueFlags } from "./venue-options.js";

/** A person waits: where nobody answers, that is told within a second. Calls of commands are repeated like those of programs, but sooner. */
export const quickRetry = { firstWindowMs: 100, maxWindowMs: 400 } as const;

/**
 * A venue that is followed and called. It ends with the command.
 *
 * @throws Refused `usage`; ValidationError `option-invalid`
 */
export function openVenue(flags: VenueFlags, context: Context, options: Partial<ConnectOptions> = {}): Venue {
  const { rest, push } = venueAddressOf(flags, context);
  const { serviceName, protocol } = flags;
  return connect({
    addresses: [push],
    restAddress: rest,
    serviceName,
    protocol,
    shards: 0,
    rest: { retry: quickRetry },
    ...options,
  });
}
