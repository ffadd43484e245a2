import type { ShownBook } from "../engine/engine-message.js";

/** One line of what happened. */
export interface Happening {
  readonly atMs: number;
  readonly tone: "good" | "bad" | "plain" | "fault";
  readonly about: "book" | "order" | "account" | "line" | "page";
  readonly words: string;
}

/** How far a book could be trusted, and since when. */
export interface Trust {
  readonly status: ShownBook["status"];
  readonly reason: string;
  /** Since when it has not been live; undefined while it is. */
  readonly brokenAtMs: number | undefined;
}

/** Before the first state came. */
export const noTrust: Trust = { status: "syncing", reason: "", brokenAtMs: undefined };

/** What a new state of the book changes about it: nothing as a rule. */
export function afterState(trust: Trust, book: ShownBook, nowMs: number): { trust: Trust; words: string | undefined } {
  const { status, reason } = book;
  if (status === trust.status && reason === trust.reason) {
    return { trust, words: undefined };
  }
  const change = status === trust.status ? status : `${trust.status} → ${status}`;
  if (status !== "live") {
    const brokenAtMs = trust.brokenAtMs ?? nowMs;
    return { trust: { status, reason, brokenAtMs }, words: `${change}: ${reason}` };
  }
  const lasted = trust.brokenAtMs === undefined ? "" : `after ${Math.round(nowMs - trust.brokenAtMs)} ms, `;
  const words = `${change}: ${lasted}seq ${book.seq} as the venue published it`;
  return { trust: { status, reason, brokenAtMs: undefined }, words };
}
