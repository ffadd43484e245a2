import { RefusedError } from "../server/answer.js";
import { type DeskViewName, deskViewNames } from "./desk-listener.js";
import type { Wanted } from "./listener.js";

const usual = { levels: 10, everyMs: 100 } as const;
const max = { levels: 200, everyMs: 60_000, pairs: 50 } as const;
const minEveryMs = 0;

/**
 * Reads what a listener wants: `?pairs=4BTC_USDT,4ETH_USDT&levels=10&every-ms=100&last-event-id=…`, and the
 * views of a desk: `tickers=`, `trades=`, `views=account,status`.
 *
 * @param lastEventId as the header says; the query says it where no header can be set
 * @throws RefusedError 400
 */
export function wantedOf(query: URLSearchParams, lastEventId: string | undefined): Wanted {
  return {
    pairs: pairs(query, "pairs"),
    tickers: pairs(query, "tickers"),
    trades: pairs(query, "trades"),
    views: views(query),
    levels: count(query, "levels", [1, usual.levels, max.levels]),
    everyMs: count(query, "every-ms", [minEveryMs, usual.everyMs, max.everyMs]),
    lastEventId: lastEventId ?? query.get("last-event-id") ?? undefined,
  };
}

function list(query: URLSearchParams, name: string): readonly string[] {
  return [...new Set((query.get(name) ?? "").split(",").filter((part) => part !== ""))];
}

function pairs(query: URLSearchParams, name: string): readonly string[] {
  const found = list(query, name);
  if (found.length > max.pairs || !found.every((pair) => /^[0-9A-Za-z]+_[A-Za-z]+$/.test(pair))) {
    throw new RefusedError(400, "value-invalid", `"${name}" are at most ${max.pairs} names with commas between`);
  }
  return found;
}

function views(query: URLSearchParams): ReadonlySet<DeskViewName> {
  const found = list(query, "views").map((name) => deskViewNames.find((known) => known === name));
  if (found.includes(undefined)) {
    throw new RefusedError(400, "value-invalid", `"views" are of ${deskViewNames.join(", ")}, with commas between`);
  }
  return new Set(found.filter((name) => name !== undefined));
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
