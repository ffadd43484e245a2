import type { openVenue } from "@depthwire/client";
import type { Clock, Logger } from "@depthwire/core";
import type { Bus, LeaseStore } from "@depthwire/relay";
import type { ClientNetwork } from "../network/client-network.js";

/** Ports of an instance of the relay that a planted fault stands in for. */
export interface InstanceParts {
  /** Its name in the plan. */
  readonly name: string;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly store: LeaseStore;
  readonly network: ClientNetwork;
  readonly logger: Logger;
}

/** Ports and options of a follower that a planted fault stands in for. */
export interface FollowerParts {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly engine: Parameters<typeof openVenue>[0] extends infer Options ? Partial<Options> : never;
}
