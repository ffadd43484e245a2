import type { Clock } from "@depthwire/core";
import type { VenueTime } from "../clock/venue-time.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { OperatorPolicy } from "../guard/judge-operator.js";
import type { RefusalLog } from "../guard/refusal-log.js";
import type { Barrier } from "../host/barrier.js";
import type { ExchangeHost } from "../host/exchange-host.js";
import type { ApiKeys } from "../keys/api-keys.js";
import type { KeySource } from "../keys/key-source.js";
import type { Latency } from "../latency/latency.js";
import type { MarketPlayer } from "../market/market-player.js";
import type { ScenarioPlayer } from "../play/scenario-player.js";
import type { Cast } from "../play/stage.js";
import type { Profile } from "../profile.js";
import type { FeedPublisher } from "../push/feed-publisher.js";
import type { ForkDesk } from "../snapshots/fork-desk.js";
import type { SnapshotDesk } from "../snapshots/snapshots.js";
import type { OrderedRefusals } from "./ordered-refusals.js";
import type { RateLimit } from "./rate-limit.js";
import type { ReplayMemory } from "./replay-memory.js";
import type { WireForms } from "./wire-form.js";

/** What REST handlers work with. */
export interface RestServices {
  readonly host: ExchangeHost;
  readonly feeds: FeedPublisher;
  readonly faults: FaultPlan;
  readonly clock: Clock;
  /** How long requests and answers take. */
  readonly latency: Latency;
  readonly scenarios: ScenarioPlayer;
  /** What plays a recorded market; nothing where the venue has another. */
  readonly market: MarketPlayer | undefined;
  readonly snapshots: SnapshotDesk;
  /** Forks that have a port of their own; nothing where there are no ports. */
  readonly forks: ForkDesk | undefined;
  /** What scenarios may refer to. */
  readonly cast: Cast;
  /** What steers it. */
  readonly time: VenueTime;
  readonly keys: ApiKeys;
  readonly rate: RateLimit;
  /** What the operator has ordered. */
  readonly refusals: OrderedRefusals;
  /** Whose habits the sandbox has. */
  readonly profile: Profile;
  /** Signatures that have been used; nothing when they may be used again. */
  readonly replays: ReplayMemory | undefined;
  /** How far a signed timestamp may be from the venue's time, in milliseconds. */
  readonly timestampToleranceMs: number;
  /** The deployment's name in the names of headers. */
  readonly serviceName: string;
  /** Which forms of a request are taken. */
  readonly wireForms: WireForms;
  /** Keeps a request that fails from all others. */
  readonly barrier: Barrier;
  readonly refusalLog: RefusalLog;
  /** Who is an operator. */
  readonly operatorPolicy: OperatorPolicy;
  /** Lets everybody else have a turn. */
  readonly nextTurn: () => Promise<void>;
  /** Makes up keys of new accounts. */
  readonly makeKey: KeySource;
  /** The sandbox's own addresses as a client reaches them. */
  readonly addresses: { readonly rest: string; readonly push: string };
}
