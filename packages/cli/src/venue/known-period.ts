import { klinePeriod, pushKlinePeriod } from "@depthwire/schema/internal";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";

/** How candles come: pushed, or asked for, where there is one period more. */
export type KlineWay = "push" | "request";

const periods: Readonly<Record<KlineWay, readonly string[]>> = {
  push: Object.keys(pushKlinePeriod.members),
  request: Object.keys(klinePeriod.members),
};

/** How people write periods elsewhere. */
const otherWords: Readonly<Record<string, string>> = {
  "1m": "1min",
  "3m": "3min",
  "5m": "5min",
  "15m": "15min",
  "30m": "30min",
  "1h": "1hour",
  "2h": "2hour",
  "4h": "4hour",
  "6h": "6hour",
  "12h": "12hour",
  "1d": "day",
  "1day": "day",
  "1w": "week",
  "1week": "week",
};

/** The periods that there are, shortest first. */
export function periodNames(way: KlineWay): readonly string[] {
  return periods[way];
}

/**
 * Holds the name of a period against those that there are.
 *
 * @throws Refused `unknown-period`, which names the nearest right one
 */
export function knownPeriod(typed: string, way: KlineWay): string {
  const names = periods[way];
  if (names.includes(typed)) {
    return typed;
  }
  const other = otherWords[typed.toLowerCase()];
  const near = other !== undefined && names.includes(other) ? other : nearest(typed, names);
  const remedy = near === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${near}?`;
  const message = `There is no period ${typed}${way === "push" ? " that is pushed" : ""}`;
  throw new Refused("unknown-period", message, remedy, { period: typed, nearest: near });
}
