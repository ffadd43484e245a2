import { errorCodes } from "@depthwire/core";
import type { ShortParts } from "./short-parts.js";

/** Something that is not ready, and since when. Times are epoch milliseconds. */
export interface NotReady {
  readonly what: string;
  readonly reason: string;
  readonly sinceMs: number;
}

/** What is not ready. Empty: everything is. */
export function notReady(
  parts: Pick<ShortParts, "mirror" | "fence" | "store" | "replay" | "venue">,
): readonly NotReady[] {
  const { mirror, fence, store, replay, venue } = parts;
  const books = mirror.books.missing().map(({ pair, reason, was, sinceMs }) => ({
    what: `book ${pair}`,
    reason: was === "live" ? reason : `never live since it was asked for: ${reason}`,
    sinceMs,
  }));
  const sources = [...replayEnded(replay), ...unrecorded(venue)];
  return [...storeFailed(store), ...accountWaits(mirror), ...outcomesWait(fence), ...sources, ...books];
}

function storeFailed(store: ShortParts["store"]): readonly NotReady[] {
  if (store?.failure === undefined) {
    return [];
  }
  const { error, sinceMs } = store.failure;
  const reason = `${error.message}: no order is sent and no event is told; reads and cancels go on. ${errorCodes["store-failed"].remedy}`;
  return [{ what: "data", reason, sinceMs }];
}

function replayEnded(replay: ShortParts["replay"]): readonly NotReady[] {
  const status = replay?.();
  if (status === undefined || status.phase === "playing") {
    return [];
  }
  const reason = status.reason ?? "the recording is over: what is answered is its end";
  return [{ what: "replay", reason, sinceMs: status.atMs }];
}

/** A recording that broke off does not stop the books. When it did stands in the log. */
function unrecorded({ recording }: ShortParts["venue"]): readonly NotReady[] {
  return [...(recording?.failures() ?? [])].map(([part, reason]) => ({
    what: `recording ${part}`,
    reason,
    sinceMs: 0,
  }));
}

function accountWaits({ account }: ShortParts["mirror"]): readonly NotReady[] {
  const freshness = account?.freshness;
  if (freshness === undefined || freshness.kind === "fresh") {
    return [];
  }
  const { kind, sinceMs } = freshness;
  const reason = kind === "unknown" ? `never in step since the start: ${freshness.reason}` : freshness.reason;
  return [{ what: "account", reason, sinceMs }];
}

function outcomesWait(fence: ShortParts["fence"]): readonly NotReady[] {
  if (fence === undefined) {
    return [];
  }
  const { isOpen, isSearching, sinceMs, unknown, waiting } = fence.state;
  const reason = isOpen
    ? `nobody can tell what became of ${unknown.join(", ")}: look at the venue`
    : `${isSearching ? "it is found out what became of earlier orders" : "it is not kept yet where the account began"}; ${waiting} opening orders wait`;
  return isOpen && unknown.length === 0 ? [] : [{ what: "outcomes", reason, sinceMs }];
}
