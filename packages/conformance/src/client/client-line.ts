/** A level as a client shows it: price and quantity, as texts or as numbers. */
export type ShownLevel = readonly [price: string, quantity: string];

/** One line of a client. */
export type ClientLine =
  | { readonly kind: "ready" }
  | {
      readonly kind: "book";
      readonly isLive: boolean;
      readonly seq: number;
      readonly asks: readonly ShownLevel[];
      readonly bids: readonly ShownLevel[];
    }
  | { readonly kind: "order"; readonly clientId: string; readonly state: OrderState }
  | { readonly kind: "fill"; readonly clientId: string; readonly price: string; readonly quantity: string }
  | { readonly kind: "gap" };

/** Lines on a client's output that begin as the kit's do and are none: two in one, where two threads printed at once, say. */
export interface StrangeLines {
  readonly count: number;
  /** The beginning of the last one. */
  readonly last: string;
}

/** What a client believes of an order. */
export const orderStates = ["placed", "rejected", "not-placed", "unknown"] as const;

/** One of {@link orderStates}. */
export type OrderState = (typeof orderStates)[number];

/** A decimal without what does not change its value: `101.10` and `101.1` are one price. */
export function plainDecimal(text: string): string {
  const match = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text);
  if (match === null) {
    return text;
  }
  const [, sign = "", whole = "", part = ""] = match;
  return `${sign}${whole}${part === "" ? "" : `.${part}`}`;
}

function decimal(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? plainDecimal(String(value)) : undefined;
}

function levels(value: unknown): readonly ShownLevel[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const shown: ShownLevel[] = [];
  for (const row of value as readonly unknown[]) {
    const [price, quantity] = Array.isArray(row) ? [decimal(row[0]), decimal(row[1])] : [];
    if (price === undefined || quantity === undefined) {
      return undefined;
    }
    shown.push([price, quantity]);
  }
  return shown;
}

function bookLine(line: Readonly<Record<string, unknown>>): ClientLine | undefined {
  const isLive = line["status"] === "live";
  if (!isLive) {
    return typeof line["status"] === "string" ? { kind: "book", isLive, seq: 0, asks: [], bids: [] } : undefined;
  }
  const asks = levels(line["asks"]);
  const bids = levels(line["bids"]);
  const seq = line["seq"];
  return asks === undefined || bids === undefined || typeof seq !== "number"
    ? undefined
    : { kind: "book", isLive, seq, asks, bids };
}

function orderLine(line: Readonly<Record<string, unknown>>): ClientLine | undefined {
  const state = orderStates.find((known) => known === line["state"]);
  return state === undefined ? undefined : { kind: "order", clientId: String(line["order"]), state };
}

function fillLine(line: Readonly<Record<string, unknown>>): ClientLine | undefined {
  const price = decimal(line["price"]);
  const quantity = decimal(line["quantity"]);
  return price === undefined || quantity === undefined
    ? undefined
    : { kind: "fill", clientId: String(line["fill"]), price, quantity };
}

/** Reads a line that a client has printed; nothing where it is none of the kit's. */
export function readClientLine(text: string): ClientLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof line !== "object" || line === null || Array.isArray(line)) {
    return undefined;
  }
  const members = line as Readonly<Record<string, unknown>>;
  if (members["ready"] === true) {
    return { kind: "ready" };
  }
  if ("book" in members) {
    return bookLine(members);
  }
  if ("order" in members) {
    return orderLine(members);
  }
  if ("fill" in members) {
    return fillLine(members);
  }
  return "gap" in members ? { kind: "gap" } : undefined;
}
