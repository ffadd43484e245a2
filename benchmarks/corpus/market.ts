import { type LevelChange, MarketSide } from "./market-side.js";
import { integerBetween } from "./random.js";
import type { Traffic } from "./traffic.js";

/** How a pair writes its numbers. */
export interface PairShape {
  readonly pair: string;
  /** Digits after the point of a price. */
  readonly priceScale: number;
  /** Digits after the point of a quantity. */
  readonly quantityScale: number;
  /** Where trading starts, in units of the price's scale. */
  readonly startPrice: number;
}

/** A level as text, as it stands in messages: no zeros at the end. */
export type TextLevel = readonly [price: string, quantity: string];

/** A whole book as text, best first. */
export interface TextBook {
  readonly asks: readonly TextLevel[];
  readonly bids: readonly TextLevel[];
}

/** The first message's time; one update follows every 100 ms. */
const startMs = 1_639_124_171_584;

/** How often a change is tried, on average, before the update is written with fewer. */
const maxAttempts = 4;

/** One pair's market, which writes depth messages of protocol A about itself. */
export class Market {
  readonly #shape: PairShape;
  readonly #traffic: Traffic;
  readonly #random: () => number;
  readonly #asks: MarketSide;
  readonly #bids: MarketSide;
  #seq: number;
  #updatedAtMs = startMs;

  constructor(shape: PairShape, random: () => number, levels: number, traffic: Traffic) {
    this.#shape = shape;
    this.#traffic = traffic;
    this.#random = random;
    this.#asks = new MarketSide(random, 1, shape.startPrice + 1, levels, traffic.ranks);
    this.#bids = new MarketSide(random, -1, shape.startPrice - 1, levels, traffic.ranks);
    this.#seq = integerBetween(random, 100_000, 900_000);
  }

  get pair(): string {
    return this.#shape.pair;
  }

  /** Number of the latest message. */
  get seq(): number {
    return this.#seq;
  }

  /** JSON text of the full depth. */
  snapshot(): string {
    const rows = (side: MarketSide) => side.levels().map(([price, quantity]) => this.#row(price, quantity));
    return this.#message(0, { asks: rows(this.#asks), bids: rows(this.#bids) });
  }

  /** Changes `changes` different levels (rarely fewer) and writes them as one update. */
  update(changes: number): { readonly text: string; readonly changed: number } {
    this.#seq += 1;
    this.#updatedAtMs += 100;
    const asks: LevelChange[] = [];
    const bids: LevelChange[] = [];
    const touched = new Set<number>();
    for (let attempt = 0; touched.size < changes && attempt < changes * maxAttempts; attempt++) {
      const [side, opposite, list] =
        this.#random() < 0.5 ? [this.#asks, this.#bids, asks] : [this.#bids, this.#asks, bids];
      const change = side.change(touched, opposite.best);
      if (change !== undefined) {
        touched.add(change.price);
        list.push(change);
      }
    }
    if (this.#traffic.rows === "sorted") {
      asks.sort((left, right) => left.price - right.price);
      bids.sort((left, right) => right.price - left.price);
    }
    const text = this.#message(1, {
      add: { asks: this.#rows(asks, "add"), bids: this.#rows(bids, "add") },
      del: { asks: this.#rows(asks, "del"), bids: this.#rows(bids, "del") },
    });
    return { text, changed: asks.length + bids.length };
  }

  /** The truth that every contestant must arrive at. */
  book(): TextBook {
    const { priceScale, quantityScale } = this.#shape;
    const texts = (side: MarketSide) =>
      side
        .levels()
        .map(([price, quantity]): TextLevel => [unitsToText(price, priceScale), unitsToText(quantity, quantityScale)]);
    return { asks: texts(this.#asks), bids: texts(this.#bids) };
  }

  #rows(list: readonly LevelChange[], name: LevelChange["list"]): readonly (readonly string[])[] | null {
    const chosen = list.filter((change) => change.list === name);
    return chosen.length === 0 ? null : chosen.map((change) => this.#row(change.price, change.quantity));
  }

  #row(price: number, quantity: number): [quantity: string, price: string] {
    const { priceScale, quantityScale } = this.#shape;
    const toText = this.#traffic.zeros === "written" ? unitsToFullText : unitsToText;
    return [toText(quantity, quantityScale), toText(price, priceScale)];
  }

  #message(t: 0 | 1, lists: object): string {
    const { pair } = this.#shape;
    return JSON.stringify({
      topic: `${pair}_depth`,
      t,
      d: { pair, ut: this.#updatedAtMs, seq: this.#seq, ...lists },
    });
  }
}

/** `477416` at scale 1 is `47741.6`; zeros at the end of the fraction are left out. */
export function unitsToText(units: number, scale: number): string {
  return withoutZeros(unitsToFullText(units, scale));
}

/** `477400` at scale 1 is `47740.0`: every digit of the scale is written. */
export function unitsToFullText(units: number, scale: number): string {
  const digits = String(units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
}

/** The shortest text of the same decimal. */
export function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
