import type { Clock } from "@depthwire/core";
import type { Bus } from "../bus/bus.js";
import type { Moment } from "../time/moment.js";
import type { TrustLimits } from "../trust/shard-trust.js";
import type { Subjects } from "../wire/subjects.js";
import type { LinkCounts } from "./link-counters.js";
import type { Resumption } from "./resume.js";

/** How patient a channel's next question to the owner of a term is. */
export interface StatePace {
  readonly term: number;
  readonly nextLimitMs: number;
}

/** What everything on a link shares. */
export interface LinkParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly clock: Clock;
  /** Time since boot with the time asleep, where the platform tells. */
  readonly bootMs?: (() => number) | undefined;
  readonly limits: TrustLimits;
  /** How often each shard's owner is asked for an echo. */
  readonly echoEveryMs: number;
  /** No snapshot after so long: it is asked for again, and after each further question for twice as long. */
  readonly snapshotLimitMs: number;
  /** Told how much longer the books of a shard may be believed that are not in doubt; 0 where all are. */
  readonly trusted?: ((shard: string, forMs: number) => void) | undefined;
  /** Draws numbers from 0 to `Number.MAX_SAFE_INTEGER` that nobody else can foresee: answers to echoes are known by them. Default the platform's. */
  readonly drawNonce: () => number;
  /** Longest frame that is handed to an engine. */
  readonly maxFrameBytes: number;
  /** Gives what was missed while a reader was away; absent: a channel begins with its owner's state. */
  readonly resumption?: Resumption | undefined;
  /** By the name of a channel's row: while its owner has not answered. */
  readonly statePaces: Map<string, StatePace>;
  readonly counts: LinkCounts;
}

/** Now, by every clock of this host. */
export function momentOf({ clock, bootMs }: Pick<LinkParts, "clock" | "bootMs">): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.epochMs(), bootMs: bootMs?.() };
}
