import { randomInteger } from "@depthwire/testkit";
import type { BookReading } from "../smoke/scene.js";

/** `[quantity, price]`, as text. */
export type Row = readonly [quantity: string, price: string];

/** Both sides of one list of a message. */
export interface Sides {
  asks?: Row[];
  bids?: Row[];
}

/** What one message says of a pair, before a protocol writes it. */
export type MarketMessage = {
  readonly updatedAtMs: number;
  readonly seq: number;
} & (
  | { readonly kind: "snapshot"; readonly levels: Required<Sides> }
  | { readonly kind: "update"; readonly add: Sides; readonly del: Sides; readonly mod: Sides }
);

/** Prices have one digit behind the point, quantities have three. */
const priceScale = 1;
const quantityScale = 3;
/** Sellers stand above, buyers below, up to so many ticks away: no book is ever crossed or empty. */
const middle = 477_416;
const reach = 300;
const startLevels = 120;
const maxChanges = 14;

/** A pair's market, drawn from a seed. Its truth is a map a side, and nothing of the product. */
export class Market {
  readonly #random: () => number;
  readonly #sides = { asks: new Map<number, number>(), bids: new Map<number, number>() };
  #seq = 7_000;
  #updatedAtMs = 1_639_124_171_584;

  constructor(random: () => number) {
    this.#random = random;
    for (const side of ["asks", "bids"] as const) {
      while (this.#sides[side].size < startLevels) {
        this.#sides[side].set(this.#drawPrice(side), this.#drawQuantity());
      }
    }
  }

  snapshot(): MarketMessage {
    const rows = (side: "asks" | "bids"): Row[] =>
      this.#sorted(side).map(([price, quantity]) => this.#row(price, quantity));
    return { ...this.#header(), kind: "snapshot", levels: { asks: rows("asks"), bids: rows("bids") } };
  }

  /** Changes some levels: sets, changes and takes away, each price once. */
  update(): MarketMessage {
    this.#seq++;
    this.#updatedAtMs += this.#integer(1, 200);
    const lists: { add: Sides; del: Sides; mod: Sides } = { add: {}, del: {}, mod: {} };
    const touched = new Set<number>();
    for (let left = this.#integer(1, maxChanges); left > 0; left--) {
      const side = this.#random() < 0.5 ? "asks" : "bids";
      const price = this.#drawPrice(side);
      if (!touched.has(price)) {
        touched.add(price);
        const { list, row } = this.#change(side, price);
        const rows = lists[list][side] ?? [];
        lists[list][side] = rows;
        rows.push(row);
      }
    }
    return { ...this.#header(), kind: "update", ...lists };
  }

  /** The truth. */
  reading(): BookReading {
    const text = (side: "asks" | "bids"): [string, string][] =>
      this.#sorted(side).map(([price, quantity]) => [shortText(price, priceScale), shortText(quantity, quantityScale)]);
    return { status: "live", seq: this.#seq, asks: text("asks"), bids: text("bids") };
  }

  #change(side: "asks" | "bids", price: number): { readonly list: "add" | "del" | "mod"; readonly row: Row } {
    const levels = this.#sides[side];
    const present = levels.get(price);
    if (present !== undefined && this.#random() < 0.5 && levels.size > 1) {
      levels.delete(price);
      return { list: "del", row: this.#row(price, present) };
    }
    const quantity = this.#drawQuantity();
    levels.set(price, quantity);
    return { list: present === undefined ? "add" : "mod", row: this.#row(price, quantity) };
  }

  /** Some venues write every digit of the scale, some do not. */
  #row(price: number, quantity: number): Row {
    const toText = this.#random() < 0.8 ? shortText : fullText;
    return [toText(quantity, quantityScale), toText(price, priceScale)];
  }

  #header(): { readonly updatedAtMs: number; readonly seq: number } {
    return { updatedAtMs: this.#updatedAtMs, seq: this.#seq };
  }

  #sorted(side: "asks" | "bids"): [price: number, quantity: number][] {
    const sign = side === "asks" ? 1 : -1;
    return [...this.#sides[side]].sort(([one], [other]) => sign * (one - other));
  }

  #drawPrice(side: "asks" | "bids"): number {
    const distance = this.#integer(1, reach);
    return side === "asks" ? middle + distance : middle - distance;
  }

  #drawQuantity(): number {
    return this.#integer(1, 90_000);
  }

  #integer(min: number, max: number): number {
    return randomInteger(this.#random, min, max);
  }
}

/** `477400` at scale 1 is `47740.0`. */
function fullText(units: number, scale: number): string {
  const digits = String(units).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** `477400` at scale 1 is `47740`. */
function shortText(units: number, scale: number): string {
  return fullText(units, scale).replace(/\.?0+$/, "");
}
