import { errorCodes } from "@depthwire/core";
import type { ShortParts } from "./short-parts.js";

/** Something that is not ready, and since when. Times are epoch milliseconds. */
export interface NotReady {
  readonly what: string;
  readonly reason: string;
  readonly sinceMs: number;
}

/** What is not ready. Empty: everything is. */
export function notReady({
  mirror,
  fence,
  store,
}: Pick<ShortParts, "mirror" | "fence" | "store">): readonly NotReady[] {
  const books = mirror.books
    .statuses()
    .filter(({ status }) => status !== "live")
    .map(({ pair, status, reason, receivedAtMs }) => ({
      what: `book ${pair}`,
      reason: reason ?? status,
      sinceMs: receivedAtMs,
    }));
  return [...storeFailed(store), ...accountWaits(mirror), ...outcomesWait(fence), ...books];
}

function storeFailed(store: ShortParts["store"]): readonly NotReady[] {
  if (store?.failure === undefined) {
    return [];
  }
  const { error, sinceMs } = store.failure;
  const reason = `${error.message}: no order is sent and no event is told; reads and cancels go on. ${errorCodes["store-failed"].remedy}`;
  return [{ what: "data", reason, sinceMs }];
}

function accountWaits({ account }: ShortParts["mirror"]): readonly NotReady[] {
  const freshness = account?.freshness;
  return freshness === undefined || freshness.kind === "fresh"
    ? []
    : [{ what: "account", reason: freshness.reason, sinceMs: freshness.sinceMs }];
}

function outcomesWait(fence: ShortParts["fence"]): readonly NotReady[] {
  if (fence === undefined) {
    return [];
  }
  const { isOpen, sinceMs, unknown, waiting } = fence.state;
  const reason = isOpen
    ? `nobody can tell what became of ${unknown.join(", ")}: look at the venue`
    : `it is found out what became of earlier orders; ${waiting} opening orders wait`;
  return isOpen && unknown.length === 0 ? [] : [{ what: "outcomes", reason, sinceMs }];
}
