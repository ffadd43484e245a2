import { RefusedError } from "../server/answer.js";
import type { Wanted } from "./listener.js";

const usual = { levels: 10, everyMs: 100 } as const;
const most = { levels: 200, everyMs: 60_000, pairs: 50 } as const;
const leastEveryMs = 20;

/**
 * Reads what a listener wants: `?pairs=4BTC_USDT,4ETH_USDT&levels=10&every-ms=100&last-event-id=…`.
 *
 * @param lastEventId as the header says; the query says it where no header can be set
 * @throws RefusedError 400
 */
export function wantedOf(query: URLSearchParams, lastEventId: string | undefined): Wanted {
  const pairs = (query.get("pairs") ?? "").split(",").filter((pair) => pair !== "");
  if (pairs.length > most.pairs || !pairs.every((pair) => /^[0-9A-Za-z]+_[A-Za-z]+$/.test(pair))) {
    throw new RefusedError(400, "value-invalid", `"pairs" are at most ${most.pairs} names with commas between`);
  }
  return {
    pairs: [...new Set(pairs)],
    levels: count(query, "levels", [1, usual.levels, most.levels]),
    everyMs: count(query, "every-ms", [leastEveryMs, usual.everyMs, most.everyMs]),
    lastEventId: lastEventId ?? query.get("last-event-id") ?? undefined,
  };
}

function count(
  query: URLSearchParams,
  name: string,
  [least, usually, atMost]: readonly [number, number, number],
): number {
  const text = query.get(name);
  const value = text === null ? usually : Number(text);
  if (!Number.isInteger(value) || value < least || value > atMost) {
    throw new RefusedError(400, "value-invalid", `"${name}" is a whole number from ${least} to ${atMost}`);
  }
  return value;
}
