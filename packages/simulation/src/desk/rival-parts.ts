import type { Clock, Logger } from "@depthwire/core";
import { type ExclusiveLeaseOptions, exclusiveLease, type LeaseStore } from "@depthwire/relay";
import type { ExclusiveTrading } from "@depthwire/rest/internal";
import type { ClientNetwork } from "../network/client-network.js";
import { openDelivered, openIntents } from "../storage/account-stores.js";

/** How far a signed time may be from the time of a venue with a desk, in milliseconds: a takeover waits for it. */
export const deskToleranceMs = 4_000;
const clockMarginMs = 1_000;

/** Ports and options of a program of a desk that a planted fault stands in for. */
export interface RivalParts {
  readonly clock: Clock;
  readonly network: ClientNetwork;
  readonly logger: Logger;
  readonly store: LeaseStore;
  readonly openIntents: typeof openIntents;
  readonly openDelivered: typeof openDelivered;
  readonly outcomes: { readonly toleranceMs: number; readonly marginMs: number };
  readonly clockMarginMs: number;
  readonly exclusive: (options: ExclusiveLeaseOptions) => ExclusiveTrading;
}

/** The parts of a program with nothing planted. */
export function usualRivalParts(clock: Clock, network: ClientNetwork, logger: Logger, store: LeaseStore): RivalParts {
  return {
    clock,
    network,
    logger,
    store,
    openIntents,
    openDelivered,
    outcomes: { toleranceMs: deskToleranceMs, marginMs: clockMarginMs },
    clockMarginMs,
    exclusive: exclusiveLease,
  };
}
