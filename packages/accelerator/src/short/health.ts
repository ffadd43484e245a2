import type { ShortParts } from "./short-parts.js";

/** Something that is not ready, and since when. Times are epoch milliseconds. */
export interface NotReady {
  readonly what: string;
  readonly reason: string;
  readonly sinceMs: number;
}

/** What is not ready. Empty: everything is. */
export function notReady({ mirror, fence }: Pick<ShortParts, "mirror" | "fence">): readonly NotReady[] {
  const books = mirror.books
    .statuses()
    .filter(({ status }) => status !== "live")
    .map(({ pair, status, reason, receivedAtMs }) => ({
      what: `book ${pair}`,
      reason: reason ?? status,
      sinceMs: receivedAtMs,
    }));
  return [...accountWaits(mirror), ...outcomesWait(fence), ...books];
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
  const { isOpen, sinceMs, unknown } = fence.state;
  const reason = isOpen
    ? `nobody can tell what became of ${unknown.join(", ")}: look at the venue`
    : "it is found out what became of earlier orders; opening orders wait";
  return isOpen && unknown.length === 0 ? [] : [{ what: "outcomes", reason, sinceMs }];
}
