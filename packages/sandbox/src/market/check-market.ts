import { ValidationError } from "@depthwire/core";
import type { MarketRecord } from "./market-record.js";
import { checkShape, type RefuseRecord, type ScaledLevels } from "./record-shape.js";

/** Records in the order of their times. An iterator that knows where its last one stands says so; else it is counted. */
export interface MarketRecords {
  [Symbol.iterator](): Iterator<MarketRecord> & { readonly place?: string };
}

/** One side of a recorded book: the quantities by price, and the best price. */
class CheckedSide {
  readonly #quantities = new Map<number, number>();
  /** Makes "better" mean "greater" on both sides. */
  readonly #sign: 1 | -1;
  #best: number | undefined;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  get best(): number | undefined {
    this.#best ??= this.#findBest();
    return this.#best;
  }

  clear(): void {
    this.#quantities.clear();
    this.#best = undefined;
  }

  set(levels: ScaledLevels): void {
    for (const [price, quantity] of levels) {
      if (quantity === 0) {
        this.#quantities.delete(price);
        this.#best = this.#best === price ? undefined : this.#best;
      } else {
        this.#quantities.set(price, quantity);
        if (this.#best !== undefined && price * this.#sign > this.#best * this.#sign) {
          this.#best = price;
        }
      }
    }
  }

  #findBest(): number | undefined {
    let best: number | undefined;
    for (const price of this.#quantities.keys()) {
      best = best === undefined || price * this.#sign > best * this.#sign ? price : best;
    }
    return best;
  }
}

/** What a record must fit to: the books and the times of the records before it. */
class MarketCheck {
  readonly #books = new Map<string, { readonly asks: CheckedSide; readonly bids: CheckedSide }>();
  #lastAt = 0;

  take(value: unknown, refuse: RefuseRecord): MarketRecord {
    const { record, asks, bids } = checkShape(value, refuse);
    const { kind, at, pair } = record;
    if (at < this.#lastAt) {
      refuse(`at must not be before that of the record in front of it, ${this.#lastAt}, but is ${at}`);
    }
    this.#lastAt = at;
    if (kind === "deal") {
      return record;
    }
    let book = this.#books.get(pair);
    if (book === undefined) {
      if (kind === "update") {
        refuse(`the first record of the book of ${pair} must be a snapshot`);
      }
      book = { asks: new CheckedSide(-1), bids: new CheckedSide(1) };
      this.#books.set(pair, book);
    }
    if (kind === "snapshot") {
      book.asks.clear();
      book.bids.clear();
    }
    book.asks.set(asks);
    book.bids.set(bids);
    const [bid, ask] = [book.bids.best, book.asks.best];
    if (bid !== undefined && ask !== undefined && bid >= ask) {
      refuse(`the book of ${pair} must not be crossed: its best bid is not below its best ask`);
    }
    return record;
  }
}

/** Refuses what stands at a place of a recorded market. @throws ValidationError `option-invalid`, always */
export function refuseAt(place: string, rule: string): never {
  throw new ValidationError("option-invalid", { option: `market.${place}`, rule });
}

/**
 * The records as they are, each checked against those before it, and where it stands.
 *
 * @throws ValidationError `option-invalid`: `option` is `market.` and the place of the record; also what the records throw themselves
 */
function* placedRecords(
  records: MarketRecords,
): Generator<readonly [record: MarketRecord, place: string], void, undefined> {
  const check = new MarketCheck();
  const iterator = records[Symbol.iterator]();
  let count = 0;
  try {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      const place = iterator.place ?? `records[${count}]`;
      count += 1;
      yield [check.take(next.value, (rule) => refuseAt(place, rule)), place];
    }
  } finally {
    iterator.return?.();
  }
}

/**
 * The records as they are, each checked against those before it.
 *
 * @throws ValidationError `option-invalid`: `option` is `market.` and the place of the record; also what the records throw themselves
 */
export function* checkedRecords(records: MarketRecords): Generator<MarketRecord, void, undefined> {
  for (const [record] of placedRecords(records)) {
    yield record;
  }
}

/** What there is in a recorded market. */
export interface MarketSurvey {
  /** In the order in which they appear. */
  readonly pairs: readonly string[];
  /** Pairs that are traded without a book, and where the first trade stands. */
  readonly bookless: ReadonlyMap<string, string>;
  readonly records: number;
  /** Times of the first and the last record, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Reads all records once, so that what is wrong is said before anything is played.
 *
 * @throws ValidationError `option-invalid`; as {@link checkedRecords}
 */
export function surveyMarket(records: MarketRecords): MarketSurvey {
  const pairs = new Set<string>();
  const bookless = new Map<string, string>();
  let [count, fromMs, toMs] = [0, 0, 0];
  for (const [{ at, pair, kind }, place] of placedRecords(records)) {
    if (kind !== "deal") {
      pairs.add(pair);
      bookless.delete(pair);
    } else if (!pairs.has(pair) && !bookless.has(pair)) {
      bookless.set(pair, place);
    }
    fromMs = count === 0 ? at : fromMs;
    toMs = at;
    count += 1;
  }
  const [first] = bookless;
  if (pairs.size === 0 && first !== undefined) {
    const [pair, place] = first;
    refuseAt(place, `${pair} is traded, so it must have a snapshot of its book somewhere`);
  }
  if (pairs.size === 0) {
    throw new ValidationError("option-invalid", { option: "market", rule: "records with at least one snapshot" });
  }
  return { pairs: [...pairs], bookless, records: count, fromMs, toMs };
}
