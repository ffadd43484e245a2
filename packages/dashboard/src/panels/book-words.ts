import type { BookStanding } from "../data/wire.js";
import { clockText } from "../numbers/format.js";

/** What each state that is not live means, before the time since when it lasts. */
const states: Readonly<Record<Exclude<BookStanding["status"], "live">, string>> = {
  syncing: "Syncing: a whole book is asked for",
  gapped: "Gap: an update is missing, resyncing",
  stale: "Stale: nothing new comes",
  crossed: "Crossed: the best bid is not below the best ask",
};

/** Reasons that say no more than the state does. */
const silent: ReadonlySet<string> = new Set(["gap", "crossed", "connecting"]);

/** Why a book must not be taken for a live one, in words, and since when. */
export function bookWords({
  status,
  reason = "",
  receivedAtMs,
}: Pick<BookStanding, "status" | "reason" | "receivedAtMs">): string {
  const state = status === "live" ? "Live" : states[status];
  const why = silent.has(reason) || reason === "" ? "" : ` (${reason.replaceAll("-", " ")})`;
  return `${state}${why}. ${receivedAtMs > 0 ? `As it was at ${clockText(receivedAtMs)}` : "Nothing has come yet"}.`;
}
