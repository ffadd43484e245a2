import { type DepthScales, DepthSection, type DepthSink } from "@depthwire/core/internal";
import { type BookRecord, OwnRecord } from "./book-record.js";
import { BookSide } from "./book-side.js";
import { countRepeats, sharePrice } from "./level-checks.js";
import { type LevelStore, ownLevels, type SameLevel } from "./level-store.js";

/** What a book of levels is bound to. */
export interface LevelRules {
  /** Most levels a side. A message that leads beyond is not applied. */
  readonly maxLevels: number;
  readonly sameLevel: SameLevel;
}

/** Whether a message was applied, or which rule forbids it: then nothing changed. */
export type ApplyResult = "applied" | "ambiguous-level" | "overflow";

/** Above this, integers are no longer exact. */
const maxExact = Number.MAX_SAFE_INTEGER;

/**
 * Both sides of one book as scaled integers. A message changes the book wholly or not at all.
 *
 * @spec document 1, Events, Protocol A; field notes 11 to 13
 */
export class ColumnBook {
  readonly asks: BookSide;
  readonly bids: BookSide;
  /** Prices are held as wire price × 10^priceScale. */
  priceScale = 0;
  /** Quantities are held as wire quantity × 10^quantityScale. */
  quantityScale = 0;
  /** `del` and `mod` rows of the latest message whose price the book did not have. */
  unknownLevels = 0;
  /** Rows of the latest message whose price its list had named before. */
  repeatedLevels = 0;
  readonly #rules: LevelRules;
  readonly #store: LevelStore;
  readonly #record: BookRecord;

  /** @param record holds the levels, created by `store` */
  constructor(rules: LevelRules, store: LevelStore = ownLevels, record: BookRecord = store.createRecord()) {
    this.#rules = rules;
    this.#store = store;
    this.#record = record;
    this.asks = new BookSide(record, "asks");
    this.bids = new BookSide(record, "bids");
  }

  /** Whether the best bid is not below the best ask. */
  get crossed(): boolean {
    return this.bids.bestKey >= -this.asks.bestKey;
  }

  /** Replaces the whole book by a snapshot whose numbers have the given scales. */
  load(sink: DepthSink, { priceScale, quantityScale }: DepthScales): ApplyResult {
    const asks = sink.counts[DepthSection.askSet] as number;
    const bids = sink.counts[DepthSection.bidSet] as number;
    if (Math.max(asks, bids) > this.#rules.maxLevels) {
      return "overflow";
    }
    this.#record.reserve(Math.max(asks, bids));
    // Only now: making room may have moved the sink's columns.
    const { prices, quantities, capacity } = sink;
    this.priceScale = priceScale;
    this.quantityScale = quantityScale;
    this.unknownLevels = 0;
    this.repeatedLevels = this.#store.load?.(this.#record, sink)
      ? 0
      : this.asks.replace(prices, quantities, DepthSection.askSet * capacity, asks, -1) +
        this.bids.replace(prices, quantities, DepthSection.bidSet * capacity, bids, 1);
    return "applied";
  }

  /** Applies an update whose numbers have this book's scales. */
  apply(sink: DepthSink): ApplyResult {
    const { maxLevels, sameLevel } = this.#rules;
    const maxAsks = this.asks.length + addedLevels(sink, DepthSection.askSet);
    const maxBids = this.bids.length + addedLevels(sink, DepthSection.bidSet);
    const most = Math.max(maxAsks, maxBids);
    this.#record.reserve(most);
    const store = this.#store;
    const update = store.update(this.#record, sink, sameLevel, most <= maxLevels);
    if (update !== "declined") {
      this.#count(store.unknownLevels, store.repeatedLevels);
      return update;
    }
    return this.#applyHere(sink);
  }

  #applyHere(sink: DepthSink): ApplyResult {
    const { sameLevel } = this.#rules;
    if (sameLevel === "resync" && isAmbiguous(sink)) {
      return "ambiguous-level";
    }
    if (this.#wouldOverflow(this.asks, sink, DepthSection.askSet, -1)) {
      return "overflow";
    }
    if (this.#wouldOverflow(this.bids, sink, DepthSection.bidSet, 1)) {
      return "overflow";
    }
    const unknown =
      applySide(this.asks, sink, DepthSection.askSet, -1, sameLevel) +
      applySide(this.bids, sink, DepthSection.bidSet, 1, sameLevel);
    this.#count(unknown, countAllRepeats(sink));
    return "applied";
  }

  /** A repeated row may be unknown only because the row before it removed the level. */
  #count(unknown: number, repeated: number): void {
    this.repeatedLevels = repeated;
    this.unknownLevels = Math.max(0, unknown - repeated);
  }

  /**
   * Moves to finer scales; every value stays what it was.
   *
   * @returns false, and nothing changes, if a value could no longer be held exactly
   */
  rescale({ priceScale, quantityScale }: DepthScales): boolean {
    const priceFactor = powerOfTen(priceScale - this.priceScale);
    const quantityFactor = powerOfTen(quantityScale - this.quantityScale);
    for (const side of [this.asks, this.bids]) {
      const { key, quantity } = side.maxima();
      if (key * priceFactor > maxExact || quantity * quantityFactor > maxExact) {
        return false;
      }
    }
    this.asks.scale(priceFactor, quantityFactor);
    this.bids.scale(priceFactor, quantityFactor);
    this.priceScale = priceScale;
    this.quantityScale = quantityScale;
    return true;
  }

  /** Gives the memory of the levels back: the book is empty then. */
  release(): void {
    this.#record.release();
  }

  /** A book of its own with the same levels. */
  copy(): ColumnBook {
    const copy = new ColumnBook(this.#rules);
    copy.priceScale = this.priceScale;
    copy.quantityScale = this.quantityScale;
    copy.asks.copyFrom(this.asks);
    copy.bids.copyFrom(this.bids);
    return copy;
  }

  /** Whether both books hold the same levels at the same scales. */
  equals(other: ColumnBook): boolean {
    return (
      this.priceScale === other.priceScale &&
      this.quantityScale === other.quantityScale &&
      this.asks.equals(other.asks) &&
      this.bids.equals(other.bids)
    );
  }

  /** Only a side that could pass the bound is tried out on a copy: deletes of the same message may make room. */
  #wouldOverflow(side: BookSide, sink: DepthSink, setSection: number, sign: 1 | -1): boolean {
    if (side.length + addedLevels(sink, setSection) <= this.#rules.maxLevels) {
      return false;
    }
    const trial = new BookSide(new OwnRecord(), "asks");
    trial.copyFrom(side);
    applySide(trial, sink, setSection, sign, this.#rules.sameLevel);
    return trial.length > this.#rules.maxLevels;
  }
}

/** Through text, because engines do not promise that `10 ** n` is exact. */
function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** From a side's `add` section to its `del` section. */
const deleteOffset = DepthSection.askDelete - DepthSection.askSet;
/** From a side's `add` section to its `mod` section. */
const modifyOffset = DepthSection.askModify - DepthSection.askSet;

/** Most levels that an update can add to the side of a set section. */
function addedLevels({ counts }: DepthSink, setSection: number): number {
  return (counts[setSection] as number) + (counts[setSection + modifyOffset] as number);
}

/** Add, delete, modify, in the order of field note 11 unless configured otherwise. Returns the rows of unknown price. */
function applySide(side: BookSide, sink: DepthSink, setSection: number, sign: 1 | -1, sameLevel: SameLevel): number {
  let unknown = 0;
  if (sameLevel === "del-then-add") {
    unknown += deleteLevels(side, sink, setSection + deleteOffset, sign);
    setLevels(side, sink, setSection, sign);
  } else {
    setLevels(side, sink, setSection, sign);
    unknown += deleteLevels(side, sink, setSection + deleteOffset, sign);
  }
  return unknown + setLevels(side, sink, setSection + modifyOffset, sign);
}

/** Sets absolute quantities; 0 removes. Returns how many prices were not in the book. */
function setLevels(side: BookSide, sink: DepthSink, section: number, sign: 1 | -1): number {
  const { prices, quantities } = sink;
  const from = section * sink.capacity;
  const end = from + (sink.counts[section] as number);
  let unknown = 0;
  for (let index = from; index < end; index++) {
    const key = sign * (prices[index] as number);
    const quantity = quantities[index] as number;
    if (quantity === 0 ? !side.remove(key) : side.set(key, quantity)) {
      unknown++;
    }
  }
  return unknown;
}

/** Removes levels whatever quantity their rows name. Returns how many prices were not in the book. */
function deleteLevels(side: BookSide, sink: DepthSink, section: number, sign: 1 | -1): number {
  const { prices } = sink;
  const from = section * sink.capacity;
  const end = from + (sink.counts[section] as number);
  let unknown = 0;
  for (let index = from; index < end; index++) {
    if (!side.remove(sign * (prices[index] as number))) {
      unknown++;
    }
  }
  return unknown;
}

function isAmbiguous(sink: DepthSink): boolean {
  const { counts, prices, capacity } = sink;
  for (let section = DepthSection.askSet; section <= DepthSection.bidSet; section++) {
    const deleted = section + deleteOffset;
    if (
      sharePrice(prices, section * capacity, counts[section] as number, deleted * capacity, counts[deleted] as number)
    ) {
      return true;
    }
  }
  return false;
}

function countAllRepeats(sink: DepthSink): number {
  const { counts, prices, capacity } = sink;
  let repeats = 0;
  for (let section = 0; section < counts.length; section++) {
    repeats += countRepeats(prices, section * capacity, counts[section] as number);
  }
  return repeats;
}
