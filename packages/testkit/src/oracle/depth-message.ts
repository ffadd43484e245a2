import { type OracleDecimal, readDecimal } from "./decimal-text.js";

/** One side's rows of one list, as decimals. */
export interface OracleRow {
  readonly price: OracleDecimal;
  readonly quantity: OracleDecimal;
}

/** Rows of both sides; an absent or null side is empty. */
export interface OracleSides {
  readonly asks: readonly OracleRow[];
  readonly bids: readonly OracleRow[];
}

/** A depth message of protocol A, read the slow and plain way. */
export type OracleDepthMessage = {
  readonly channel: string;
  readonly pair: string;
  /** `undefined` when absent or no integer. */
  readonly seq: number | undefined;
  /** `undefined` when absent or no integer. */
  readonly updatedAtMs: number | undefined;
} & (
  | { readonly kind: "snapshot"; readonly levels: OracleSides }
  | { readonly kind: "update"; readonly add: OracleSides; readonly del: OracleSides; readonly mod: OracleSides }
);

type JsonObject = { readonly [key: string]: unknown };

/**
 * Reads the JSON text of one depth message of protocol A; `undefined` when the message must be rejected.
 *
 * @spec field notes 5, 10, 11, 13
 */
export function readOracleMessage(text: string): OracleDepthMessage | undefined {
  const message = parseObject(text);
  const data = asObject(message?.["d"]);
  if (message === undefined || data === undefined) {
    return undefined;
  }
  const channel = message["topic"];
  const pair = data["pair"];
  if (typeof channel !== "string" || typeof pair !== "string") {
    return undefined;
  }
  const header = { channel, pair, seq: asInteger(data["seq"]), updatedAtMs: asInteger(data["ut"]) };
  const isSnapshot = data["asks"] !== undefined || data["bids"] !== undefined;
  const isUpdate = ["add", "del", "mod"].some((key) => data[key] !== undefined);

  if (isSnapshot && !isUpdate) {
    const levels = readSides(data);
    return levels && { ...header, kind: "snapshot", levels };
  }
  if (!isSnapshot && (isUpdate || message["t"] === 1)) {
    const add = readSides(data["add"]);
    const del = readSides(data["del"]);
    const mod = readSides(data["mod"]);
    return add && del && mod && { ...header, kind: "update", add, del, mod };
  }
  return undefined;
}

function readSides(value: unknown): OracleSides | undefined {
  if (value === undefined || value === null) {
    return { asks: [], bids: [] };
  }
  const sides = asObject(value);
  const asks = sides && readRows(sides["asks"]);
  const bids = sides && readRows(sides["bids"]);
  return asks && bids && { asks, bids };
}

function readRows(value: unknown): readonly OracleRow[] | undefined {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    return undefined;
  }
  const rows = value.map(readRow);
  return rows.includes(undefined) ? undefined : rows.filter((row) => row !== undefined);
}

/** `[quantity, price]`, both texts. A negative quantity rejects the whole message. */
function readRow(value: unknown): OracleRow | undefined {
  if (!Array.isArray(value) || value.length !== 2) {
    return undefined;
  }
  const [quantityText, priceText]: unknown[] = value;
  const quantity = typeof quantityText === "string" ? readDecimal(quantityText) : undefined;
  const price = typeof priceText === "string" ? readDecimal(priceText) : undefined;
  if (quantity === undefined || price === undefined || quantity.digits < 0n) {
    return undefined;
  }
  return { price, quantity };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function asInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
