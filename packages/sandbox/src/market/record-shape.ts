import { toScaled } from "@depthwire/core/internal";
import { type Market, marketOf } from "@depthwire/exchange/internal";
import type { MarketRecord } from "./market-record.js";

/** Says what the record must be, and never returns. */
export type RefuseRecord = (rule: string) => never;

/** Latest moment that a date can have, in epoch milliseconds. */
const lastMomentMs = 8_640_000_000_000_000;

const bookKeys = { required: ["kind", "at", "pair", "asks", "bids"], optional: ["seq"] };

/** The keys of each kind of record. */
export const recordKeys: Readonly<
  Record<MarketRecord["kind"], { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  snapshot: bookKeys,
  update: bookKeys,
  deal: { required: ["kind", "at", "pair", "price", "quantity", "side"], optional: [] },
};

/** How prices and quantities are written. */
export const decimalPattern: RegExp = /^[0-9]{1,15}(\.[0-9]{1,15})?$/;

function isKind(kind: unknown): kind is MarketRecord["kind"] {
  return typeof kind === "string" && Object.hasOwn(recordKeys, kind);
}

function isWhole(value: unknown, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max;
}

/** A decimal within the market's precision and what an integer can hold. */
function checkDecimal(value: unknown, what: string, scale: number, refuse: RefuseRecord): number {
  const isDecimal = typeof value === "string" && decimalPattern.test(value);
  const scaled = isDecimal ? toScaled(value, scale) : undefined;
  if (scaled === undefined || scaled > BigInt(Number.MAX_SAFE_INTEGER)) {
    const places = scale === 1 ? "1 place" : `${scale} places`;
    return refuse(`${what} must be a decimal as text with at most ${places}, not ${JSON.stringify(value)}`);
  }
  return Number(scaled);
}

/** One side of a book: price and quantity at the market's scales. */
export type ScaledLevels = readonly (readonly [price: number, quantity: number])[];

function checkLevels(value: unknown, side: "asks" | "bids", market: Market, refuse: RefuseRecord): ScaledLevels {
  if (!Array.isArray(value)) {
    return refuse(`${side} must be a list of levels`);
  }
  const seen = new Set<number>();
  return value.map((level: unknown, index) => {
    const what = `${side}[${index}]`;
    if (!Array.isArray(level) || level.length !== 2) {
      return refuse(`${what} must be [price, quantity]`);
    }
    const price = checkDecimal(level[0], `${what}, the price,`, market.priceScale, refuse);
    const quantity = checkDecimal(level[1], `${what}, the quantity,`, market.quantityScale, refuse);
    if (price === 0) {
      return refuse(`${what}, the price, must be above 0`);
    }
    if (seen.has(price)) {
      return refuse(`${what}: the price ${level[0]} must stand in a side once`);
    }
    seen.add(price);
    return [price, quantity] as const;
  });
}

/** A record of the right shape, with its levels at the market's scales; none for a deal. */
export interface ShapedRecord {
  readonly record: MarketRecord;
  readonly asks: ScaledLevels;
  readonly bids: ScaledLevels;
}

function checkKeys(kind: MarketRecord["kind"], wire: object, refuse: RefuseRecord): void {
  const { required, optional } = recordKeys[kind];
  const missing = required.find((key) => !Object.hasOwn(wire, key));
  if (missing !== undefined) {
    refuse(`a record of the kind ${kind} must have the key ${missing}`);
  }
  const unknown = Object.keys(wire).find((key) => !required.includes(key) && !optional.includes(key));
  if (unknown !== undefined) {
    refuse(`a record of the kind ${kind} must not have the key ${JSON.stringify(unknown)}`);
  }
}

function checkDeal(wire: Readonly<Record<string, unknown>>, market: Market, refuse: RefuseRecord): void {
  const price = checkDecimal(wire["price"], "price", market.priceScale, refuse);
  const quantity = checkDecimal(wire["quantity"], "quantity", market.quantityScale, refuse);
  if (price === 0 || quantity === 0) {
    refuse(`${price === 0 ? "price" : "quantity"} must be above 0`);
  }
  if (wire["side"] !== "buy" && wire["side"] !== "sell") {
    refuse(`side must be "buy" or "sell", what the taker did, not ${JSON.stringify(wire["side"])}`);
  }
}

/**
 * Checks one record by itself: its keys, and that its pair's market can hold its numbers.
 *
 * @param refuse throws, with the place of the record
 */
export function checkShape(value: unknown, refuse: RefuseRecord): ShapedRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("a record must be an object");
  }
  const wire = value as Readonly<Record<string, unknown>>;
  const { kind, at, pair, seq } = wire;
  if (!isKind(kind)) {
    return refuse(`kind must be one of ${Object.keys(recordKeys).join(", ")}, not ${JSON.stringify(kind) ?? "absent"}`);
  }
  checkKeys(kind, wire, refuse);
  if (!isWhole(at, lastMomentMs)) {
    refuse(`at must be a whole number of epoch milliseconds, not ${JSON.stringify(at)}`);
  }
  if (seq !== undefined && !isWhole(seq, Number.MAX_SAFE_INTEGER)) {
    refuse(`seq must be a whole number, not ${JSON.stringify(seq)}`);
  }
  const market = typeof pair === "string" ? marketOf(pair) : undefined;
  if (market === undefined) {
    return refuse(`pair must be one that a sandbox can have, such as 4BTC_USDT, not ${JSON.stringify(pair)}`);
  }
  const record = wire as unknown as MarketRecord;
  if (record.kind === "deal") {
    checkDeal(wire, market, refuse);
    return { record, asks: [], bids: [] };
  }
  const asks = checkLevels(wire["asks"], "asks", market, refuse);
  const bids = checkLevels(wire["bids"], "bids", market, refuse);
  const empty = kind === "snapshot" ? [...asks, ...bids].some(([, quantity]) => quantity === 0) : false;
  return empty ? refuse("a snapshot must have no level with the quantity 0") : { record, asks, bids };
}
