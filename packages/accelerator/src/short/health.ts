import type { ShortParts } from "./short-parts.js";

/** Something that is not ready, and since when. Times are epoch milliseconds. */
export interface NotReady {
  readonly what: string;
  readonly reason: string;
  readonly sinceMs: number;
}

/** What is not ready. Empty: everything is. */
export function notReady({ mirror }: ShortParts): readonly NotReady[] {
  const books = mirror.books
    .statuses()
    .filter(({ status }) => status !== "live")
    .map(({ pair, status, reason, receivedAtMs }) => ({
      what: `book ${pair}`,
      reason: reason ?? status,
      sinceMs: receivedAtMs,
    }));
  const freshness = mirror.account?.freshness;
  return freshness === undefined || freshness.kind === "fresh"
    ? books
    : [{ what: "account", reason: freshness.reason, sinceMs: freshness.sinceMs }, ...books];
}
