import type { DepthBook } from "@depthwire/book/internal";
import { formatScaled, trimDecimal } from "@depthwire/core/internal";
import type { sandboxTypes } from "@depthwire/sandbox";

type MarketRecord = sandboxTypes.MarketRecord;

type MarketLevel = sandboxTypes.MarketLevel;

/** What a recorded market has said of one book so far: the next record says what is different now. */
export class ShownBook {
  readonly #pair: string;
  /** Price to quantity, as text; undefined while nobody knows the book. */
  #asks: ReadonlyMap<string, string> | undefined;
  #bids: ReadonlyMap<string, string> = new Map();

  constructor(pair: string) {
    this.#pair = pair;
  }

  /** Whether the record shows a book. */
  get isShown(): boolean {
    return this.#asks !== undefined;
  }

  /** The record that leads to the book as it is. */
  follow(book: DepthBook, at: number): MarketRecord {
    const [asks, bids] = [levelsOf(book, "asks"), levelsOf(book, "bids")];
    const [formerAsks, formerBids] = [this.#asks, this.#bids];
    this.#asks = asks;
    this.#bids = bids;
    const common = { at, pair: this.#pair, ...(book.seq >= 0 ? { seq: book.seq } : {}) };
    if (formerAsks === undefined) {
      return { kind: "snapshot", ...common, asks: [...asks], bids: [...bids] };
    }
    return { kind: "update", ...common, asks: changesOf(formerAsks, asks), bids: changesOf(formerBids, bids) };
  }

  /** The record that says that nobody knows the book; nothing where nobody did. */
  lose(at: number): MarketRecord | undefined {
    if (this.#asks === undefined) {
      return undefined;
    }
    this.#asks = undefined;
    this.#bids = new Map();
    return { kind: "snapshot", at, pair: this.#pair, asks: [], bids: [] };
  }
}

function levelsOf(book: DepthBook, name: "asks" | "bids"): ReadonlyMap<string, string> {
  const { priceScale, quantityScale } = book.exact ?? book.levels;
  const { length } = (book.exact ?? book.levels)[name];
  const { keys, quantities } = book.exact === undefined ? book.levels[name].columns : book.exact[name];
  const levels = new Map<string, string>();
  // The best stands last, and a key's sign is its side's.
  for (let row = length - 1; row >= 0; row--) {
    const key = BigInt(keys[row] as number | bigint);
    const quantity = BigInt(quantities[row] as number | bigint);
    // A book's scales may change: the same number is to be the same text.
    const price = trimDecimal(formatScaled(key < 0n ? -key : key, priceScale));
    levels.set(price, trimDecimal(formatScaled(quantity, quantityScale)));
  }
  return levels;
}

function changesOf(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): MarketLevel[] {
  const gone = [...before.keys()].filter((price) => !now.has(price)).map((price): MarketLevel => [price, "0"]);
  return [...gone, ...[...now].filter(([price, quantity]) => before.get(price) !== quantity)];
}
