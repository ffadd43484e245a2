import type { BusFlags } from "../../../relay/bus-options.js";
import type { EtcdFlags } from "../../../relay/etcd-options.js";
import type { KeepFlags } from "../../../relay/keep-frames.js";
import type { VenueFlags } from "../../../venue/venue-options.js";
import type { MetricsAddress } from "./metrics/metrics-address.js";

/** What the command line says. */
export interface ServeFlags extends VenueFlags, BusFlags, EtcdFlags, KeepFlags {
  readonly pairs: readonly string[];
  readonly name?: string;
  readonly metrics?: MetricsAddress;
  readonly allowHost: readonly string[];
  readonly shards?: readonly string[];
  readonly threads: number;
  readonly channels: string;
  readonly venueIdentity?: string;
  readonly viewsHz?: number;
  readonly viewsLevels: number;
  readonly standby: "warm" | "cold";
  readonly leaseMs: number;
  readonly onLeaseLoss: "stop" | "publish";
  readonly allowUnsafeStore?: true;
}
