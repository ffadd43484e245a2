import { ValidationError } from "@depthwire/core";
import { checkedRecords, type MarketRecords, surveyMarket } from "./check-market.js";
import type { MarketRecord } from "./market-record.js";

/**
 * What becomes of the books after the last record: `empty`, nobody trades at old prices; `hold`, they stay as they are; `loop`, they are
 * empty for a second, then the first record follows again.
 */
export type MarketEnd = "empty" | "hold" | "loop";

/** Every way in which a recorded market can end. */
export const marketEnds: readonly MarketEnd[] = ["empty", "hold", "loop"];

/** A recorded market in place of the sandbox's own agents. */
export interface MarketOptions {
  /**
   * What happened, in the order of time: an array, or what `openMarketFile` gives. It is read once before the sandbox starts, to check it, and again
   * while it is played.
   */
  readonly records: MarketRecords;
  /** How many of the record's milliseconds pass in one of the sandbox's, from 0.001 to 100,000; 1 by default. */
  readonly speed?: number;
  /** What becomes of the books after the last record; `empty` by default. */
  readonly atEnd?: MarketEnd;
}

/** A recorded market that has been checked. */
export interface MarketSettings {
  /** The pairs that have books. */
  readonly pairs: readonly string[];
  /** Pairs that are traded without a book, and where the first trade stands. */
  readonly bookless: ReadonlyMap<string, string>;
  readonly records: number;
  /** Times of the first and the last record, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly speed: number;
  readonly atEnd: MarketEnd;
  /** Reads it from its beginning. */
  read(): Iterator<MarketRecord>;
}

/** Slowest and fastest play. */
export const marketSpeedBounds = { min: 0.001, max: 100_000 } as const;

/**
 * Reads and checks a recorded market.
 *
 * @throws ValidationError `option-invalid`; `option` is `market.` and the place of the record that is wrong
 */
export function marketSettingsOf(options: MarketOptions): MarketSettings {
  const { records, speed = 1, atEnd = "empty" } = Object(options) as MarketOptions;
  if (typeof Object(records)[Symbol.iterator] !== "function") {
    throw new ValidationError("option-invalid", {
      option: "market.records",
      rule: "records that can be iterated over",
    });
  }
  const { min, max } = marketSpeedBounds;
  if (!(speed >= min && speed <= max)) {
    throw new ValidationError("option-invalid", { option: "marketSpeed", rule: `a number from ${min} to ${max}` });
  }
  if (!marketEnds.includes(atEnd)) {
    throw new ValidationError("option-invalid", { option: "marketEnd", rule: `one of ${marketEnds.join(", ")}` });
  }
  return { ...surveyMarket(records), speed, atEnd, read: () => checkedRecords(records) };
}
