import {
  type DepthScales,
  DepthSection,
  depthSectionCount,
  type ExactDepth,
  type ExactLevel,
} from "@depthwire/core/internal";
import type { ApplyResult, ColumnBook, LevelRules } from "../book/column-book.js";
import { refined } from "./levels.js";
import { ExactSide } from "./side.js";

/**
 * A book whose scaled integers may be of any size: the slow twin of {@link ColumnBook}, by the same rules. It takes numbers
 * that pass 2^53, and all of its work allocates.
 *
 * @spec document 1, Events, Protocol A; field notes 11 to 13
 */
export class ExactBook {
  asks: ExactSide = new ExactSide();
  bids: ExactSide = new ExactSide();
  /** Prices are held as wire price × 10^priceScale. */
  priceScale = 0;
  /** Quantities are held as wire quantity × 10^quantityScale. */
  quantityScale = 0;
  /** `del` and `mod` rows of the latest message whose price the book did not have. */
  unknownLevels = 0;
  /** Rows of the latest message whose price its list had named before. */
  repeatedLevels = 0;
  readonly #rules: LevelRules;

  constructor(rules: LevelRules) {
    this.#rules = rules;
  }

  /** Whether the best bid is not below the best ask. */
  get crossed(): boolean {
    const bid = this.bids.bestKey;
    const ask = this.asks.bestKey;
    return bid !== undefined && ask !== undefined && bid >= -ask;
  }

  /** Takes over a book whose integers are below 2^53. */
  take({ asks, bids, priceScale, quantityScale }: ColumnBook): void {
    this.priceScale = priceScale;
    this.quantityScale = quantityScale;
    for (const [mine, theirs] of [
      [this.asks, asks],
      [this.bids, bids],
    ] as const) {
      const { keys, quantities } = theirs.columns;
      mine.keys.push(...Array.from(keys.subarray(0, theirs.length), BigInt));
      mine.quantities.push(...Array.from(quantities.subarray(0, theirs.length), BigInt));
    }
  }

  /** Replaces the whole book by a snapshot. */
  load({ sections, priceScale, quantityScale }: ExactDepth): ApplyResult {
    const asks = levelsOf(sections, DepthSection.askSet);
    const bids = levelsOf(sections, DepthSection.bidSet);
    if (Math.max(asks.length, bids.length) > this.#rules.maxLevels) {
      return "overflow";
    }
    this.asks = new ExactSide();
    this.bids = new ExactSide();
    this.priceScale = priceScale;
    this.quantityScale = quantityScale;
    this.unknownLevels = 0;
    this.repeatedLevels = countRepeats(asks) + countRepeats(bids);
    setLevels(this.asks, asks, -1n);
    setLevels(this.bids, bids, 1n);
    return "applied";
  }

  /** Whether the book or the message has to be rescaled before it is applied: what was remembered is in the former scales. */
  mustRefine(depth: DepthScales): boolean {
    return depth.priceScale > this.priceScale || depth.quantityScale > this.quantityScale;
  }

  /** Moves to scales that are also fine enough for a message; every value stays the same. */
  refineFor({ priceScale, quantityScale }: DepthScales): void {
    const nextPriceScale = Math.max(priceScale, this.priceScale);
    const nextQuantityScale = Math.max(quantityScale, this.quantityScale);
    const priceFactor = 10n ** BigInt(nextPriceScale - this.priceScale);
    const quantityFactor = 10n ** BigInt(nextQuantityScale - this.quantityScale);
    this.asks = this.asks.scaled(priceFactor, quantityFactor);
    this.bids = this.bids.scaled(priceFactor, quantityFactor);
    this.priceScale = nextPriceScale;
    this.quantityScale = nextQuantityScale;
  }

  /** Applies an update that is not finer than the book, wholly or not at all. */
  apply(depth: ExactDepth): ApplyResult {
    const { sections } = refined(depth, this);
    if (this.#rules.sameLevel === "resync" && isAmbiguous(sections)) {
      return "ambiguous-level";
    }
    const asks = this.asks.scaled(1n, 1n);
    const bids = this.bids.scaled(1n, 1n);
    const unknown =
      this.#applySide(asks, sections, DepthSection.askSet, -1n) +
      this.#applySide(bids, sections, DepthSection.bidSet, 1n);
    if (Math.max(asks.length, bids.length) > this.#rules.maxLevels) {
      return "overflow";
    }
    this.asks = asks;
    this.bids = bids;
    this.repeatedLevels = sections.reduce((sum, levels) => sum + countRepeats(levels), 0);
    this.unknownLevels = Math.max(0, unknown - this.repeatedLevels);
    return "applied";
  }

  /** A book of its own with the same levels. */
  copy(): ExactBook {
    const copy = new ExactBook(this.#rules);
    copy.priceScale = this.priceScale;
    copy.quantityScale = this.quantityScale;
    copy.asks = this.asks.scaled(1n, 1n);
    copy.bids = this.bids.scaled(1n, 1n);
    return copy;
  }

  /** Whether both books hold the same levels, at whatever scales. */
  equals(other: ExactBook): boolean {
    const [mine, theirs] = [this.copy(), other.copy()];
    mine.refineFor(theirs);
    theirs.refineFor(mine);
    return mine.asks.equals(theirs.asks) && mine.bids.equals(theirs.bids);
  }

  /** Add, delete, modify, in the order of field note 11 unless configured otherwise. Returns the rows of unknown price. */
  #applySide(side: ExactSide, sections: ExactDepth["sections"], setSection: number, sign: bigint): number {
    const deleted = levelsOf(sections, setSection + deleteOffset);
    const modified = levelsOf(sections, setSection + modifyOffset);
    let unknown = 0;
    if (this.#rules.sameLevel === "del-then-add") {
      unknown += deleteLevels(side, deleted, sign);
    }
    setLevels(side, levelsOf(sections, setSection), sign);
    if (this.#rules.sameLevel !== "del-then-add") {
      unknown += deleteLevels(side, deleted, sign);
    }
    return unknown + setLevels(side, modified, sign);
  }
}

/** From a side's `add` section to its `del` section. */
const deleteOffset = DepthSection.askDelete - DepthSection.askSet;
/** From a side's `add` section to its `mod` section. */
const modifyOffset = DepthSection.askModify - DepthSection.askSet;

function levelsOf(sections: ExactDepth["sections"], section: number): readonly ExactLevel[] {
  return section < depthSectionCount ? (sections[section] ?? []) : [];
}

/** Sets absolute quantities; 0 removes. Returns how many prices were not in the book. */
function setLevels(side: ExactSide, levels: readonly ExactLevel[], sign: bigint): number {
  return levels.filter(({ price, quantity }) => {
    const key = sign * price;
    return quantity === 0n ? !side.remove(key) : side.set(key, quantity);
  }).length;
}

/** Removes levels whatever quantity their rows name. Returns how many prices were not in the book. */
function deleteLevels(side: ExactSide, levels: readonly ExactLevel[], sign: bigint): number {
  return levels.filter(({ price }) => !side.remove(sign * price)).length;
}

function countRepeats(levels: readonly ExactLevel[]): number {
  return levels.length - new Set(levels.map(({ price }) => price)).size;
}

function isAmbiguous(sections: ExactDepth["sections"]): boolean {
  return [DepthSection.askSet, DepthSection.bidSet].some((section) => {
    const set = new Set(levelsOf(sections, section).map(({ price }) => price));
    return levelsOf(sections, section + deleteOffset).some(({ price }) => set.has(price));
  });
}
