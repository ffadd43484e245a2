import type { Account, Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import type { DataStore } from "../data/data-store.js";
import type { Mirror } from "../dropin/mirror-reads.js";
import type { EventLog } from "../events/event-log.js";
import type { FollowedStreams } from "../mirror/followed-streams.js";
import type { OnceOnly } from "../orders/once-only.js";
import type { OrderEntry } from "../orders/order-entry.js";
import type { OutcomeFence } from "../orders/outcome-fence.js";
import { refuseInReplay } from "../replay/replay-marks.js";
import type { ReplayStatus } from "../replay/replayed-venue.js";
import { RefusedError } from "../server/answer.js";

/** What the short paths are answered from. */
export interface ShortParts {
  readonly venue: Venue;
  readonly account: Account | undefined;
  readonly orders: OrderEntry | undefined;
  /** Undefined where nothing remembers earlier processes. */
  readonly fence: OutcomeFence | undefined;
  /** Undefined where nothing is kept. */
  readonly store: DataStore | undefined;
  readonly once: OnceOnly;
  readonly mirror: Mirror;
  readonly streams: FollowedStreams;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly access: "read-only" | "trade";
  /** How far a replay has come; undefined before a venue. */
  readonly replay: (() => ReplayStatus) | undefined;
}

/** How long a first read of a pair waits for the venue's first message, in milliseconds. */
export const firstMessageMs = 3_000;

/** The account. @throws RefusedError where there is no key */
export function accountOf({ account, replay }: ShortParts): Account {
  refuseInReplay(replay, "read-account");
  return account ?? refuseKeyless();
}

/** What carries orders out. @throws RefusedError where there is no key, or nothing may be changed */
export function entryOf(parts: ShortParts): OrderEntry {
  checkMayTrade(parts);
  return parts.orders ?? refuseKeyless();
}

/** @throws RefusedError where nothing may be changed */
export function checkMayTrade({ access, replay }: Pick<ShortParts, "access" | "replay">): void {
  refuseInReplay(replay, "change");
  if (access === "read-only") {
    throw new RefusedError(403, "read-only", "The accelerator was started with --read-only: nothing is changed");
  }
}

function refuseKeyless(): never {
  throw new RefusedError(503, "no-credential", "The accelerator holds no API key: start it with one to ask for this");
}
