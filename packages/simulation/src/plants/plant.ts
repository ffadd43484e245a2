import type { HostedVenue } from "@depthwire/sandbox/internal";
import type { AcceleratorParts } from "../accelerator/accelerator-parts.js";
import type { AuditName } from "../audit/findings.js";
import type { Cast } from "../cast.js";
import type { RivalParts } from "../desk/rival-parts.js";
import type { Process } from "../kernel/process.js";
import type { TraderParts } from "../programs/trader-parts.js";
import type { FollowerParts, InstanceParts } from "../relay/relay-parts.js";
import type { TellWhen } from "../storage/command-log.js";

/** A fault that is planted into a world, by standing in for a port or an option: a search that does not find it proves nothing. */
export interface Plant {
  readonly name: string;
  /** What it does, as a sentence. */
  readonly text: string;
  /** Who has to find it, at least one of them. */
  readonly foundBy: readonly AuditName[];
  /** In worlds without this it changes nothing; `venue` is everywhere. */
  readonly within: "venue" | "traders" | "threads" | "relay" | "desk" | "accelerator";
  /** Stands in for parts of each life of a trader. */
  readonly trader?: (parts: TraderParts, process: Process, name: string) => TraderParts;
  /** Changes the venue behind its back, each life anew. */
  readonly venue?: (venue: HostedVenue, process: Process) => void;
  /** Stands in for parts of each life of an instance of the relay. */
  readonly instance?: (parts: InstanceParts, process: Process) => InstanceParts;
  /** Stands in for parts of each life of a follower. */
  readonly follower?: (parts: FollowerParts, process: Process) => FollowerParts;
  /** Stands in for parts of each life of a program of a desk. */
  readonly rival?: (parts: RivalParts, process: Process) => RivalParts;
  /** Stands in for parts of each life of an accelerator. */
  readonly accelerator?: (parts: AcceleratorParts, process: Process) => AcceleratorParts;
  readonly tellWhen?: TellWhen;
}

/** Whether a cast has what a fault is planted in. */
export function isWithin({ within }: Plant, cast: Cast): boolean {
  const { traders, threaded, hasRelay, hasDesk, hasAccelerator } = cast;
  const has = { relay: hasRelay, desk: hasDesk, accelerator: hasAccelerator };
  return { ...has, venue: true, traders: traders > 0, threads: threaded > 0 }[within];
}
