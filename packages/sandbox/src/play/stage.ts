import type { Clock } from "@depthwire/core";
import type { AccountId, Market } from "@depthwire/exchange/internal";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { ExchangeHost } from "../host/exchange-host.js";
import type { Latency } from "../latency/latency.js";
import type { Hub } from "../push/hub.js";
import type { VenueSnapshots } from "../snapshots/venue-snapshots.js";
import type { LastingStates } from "./lasting-states.js";
import type { Undo } from "./undo.js";

/** Where a scenario plays. */
export interface Stage {
  readonly clock: Clock;
  readonly host: ExchangeHost;
  readonly faults: FaultPlan;
  readonly hub: Hub;
  readonly latency: Latency;
  readonly snapshots: VenueSnapshots;
}

/** One playing of a scenario. */
export interface Play extends Stage {
  /** The index of each pair when the scenario began, at the price scale. */
  readonly indexAtStart: ReadonlyMap<string, number>;
  /** What its steps have set and take back. */
  readonly states: LastingStates;
  /** Says why the step cannot be carried out. */
  readonly refuse: (reason: string) => void;
}

/** One step that can be carried out. */
export type Act = (play: Play) => Undo | undefined;

/** What a step may refer to. */
export interface Cast {
  /** Markets that it may name. */
  readonly markets: readonly Market[];
  /** Whether they are somebody else's, live or recorded, in place of the agents' own. */
  readonly isFed: boolean;
  readonly demoAccount: AccountId;
  /** Whether there is such an account. */
  readonly hasAccount: (account: AccountId) => boolean;
  /** Whether there is a snapshot of this name already. */
  readonly hasSnapshot: (name: string) => boolean;
}
