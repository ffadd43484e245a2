import { ValidationError } from "@depthwire/core";
import { formatScaled, trimDecimal } from "@depthwire/core/internal";
import type { Price, Quantity } from "@depthwire/schema";
import { type DecimalInput, decimalInput } from "../exact/decimal.js";
import type { BookViewData } from "./book-view-data.js";
import { countLevelsTo, type FillCost, fillFrom, findLevel, type SideDepth, sumLevels } from "./side-reads.js";

/** Equal values have equal texts, whatever scale a book happens to have: `101.1`, never `101.10`. */
function exactText(scaled: number | bigint, scale: number): string {
  return trimDecimal(formatScaled(scaled, scale));
}

function safeNumber(scaled: number | bigint): number {
  if (scaled > Number.MAX_SAFE_INTEGER) {
    throw new RangeError("the integer passes 2^53: ask for it as a bigint");
  }
  return Number(scaled);
}

/** One price level, exact. */
export interface BookLevel {
  readonly price: Price;
  readonly quantity: Quantity;
}

/** One side of a {@link BookView}, best level first. Texts are made when they are asked for. */
export class BookViewSide implements Iterable<BookLevel> {
  /** How many levels there are. */
  readonly length: number;
  /** Which side it is: asks rise from the best price, bids fall. */
  readonly side: "asks" | "bids";
  readonly #data: BookViewData;
  readonly #pricesAt: number;
  readonly #quantitiesAt: number;

  /** @param levels most levels of the side that are shown */
  constructor(data: BookViewData, side: "asks" | "bids", levels: number) {
    // The side's prices come first in the columns, then as many quantities.
    const at = side === "asks" ? 0 : 2 * data.askCount;
    const count = side === "asks" ? data.askCount : data.bidCount;
    this.#data = data;
    this.side = side;
    this.#pricesAt = at;
    this.#quantitiesAt = at + count;
    this.length = Math.min(count, levels);
  }

  /** Scaled prices are price × 10^priceScale. */
  get priceScale(): number {
    return this.#data.priceScale;
  }

  /** Scaled quantities are quantity × 10^quantityScale. */
  get quantityScale(): number {
    return this.#data.quantityScale;
  }

  /** Exact price of level `index`, 0 being the best. @throws RangeError when there is no such level */
  price(index: number): Price {
    return exactText(this.#numberAt(this.#pricesAt, index), this.#data.priceScale) as Price;
  }

  /** Exact quantity at level `index`. @throws RangeError when there is no such level */
  quantity(index: number): Quantity {
    return exactText(this.#numberAt(this.#quantitiesAt, index), this.#data.quantityScale) as Quantity;
  }

  /**
   * Price × 10^{@link BookView.priceScale} of level `index`, an integer.
   *
   * @throws RangeError when there is no such level, or when the integer passes 2^53: {@link BookViewSide.exactPrice} has it
   */
  scaledPrice(index: number): number {
    return safeNumber(this.#numberAt(this.#pricesAt, index));
  }

  /**
   * Quantity × 10^{@link BookView.quantityScale} at level `index`, an integer.
   *
   * @throws RangeError when there is no such level, or when the integer passes 2^53: {@link BookViewSide.exactQuantity} has it
   */
  scaledQuantity(index: number): number {
    return safeNumber(this.#numberAt(this.#quantitiesAt, index));
  }

  /** The same as {@link BookViewSide.scaledPrice} as a bigint, of any size. @throws RangeError when there is no such level */
  exactPrice(index: number): bigint {
    return BigInt(this.#numberAt(this.#pricesAt, index));
  }

  /** The same as {@link BookViewSide.scaledQuantity} as a bigint, of any size. @throws RangeError when there is no such level */
  exactQuantity(index: number): bigint {
    return BigInt(this.#numberAt(this.#quantitiesAt, index));
  }

  /** Level `index`, or undefined if the side is shorter. */
  level(index: number): BookLevel | undefined {
    return Number.isInteger(index) && index >= 0 && index < this.length
      ? { price: this.price(index), quantity: this.quantity(index) }
      : undefined;
  }

  /** Level `index`, counted from the best, or from the worst if negative (-1 is the worst). Undefined if the side is shorter. */
  at(index: number): BookLevel | undefined {
    return this.level(index < 0 ? this.length + index : index);
  }

  /** The best `count` levels, or all. */
  levels(count: number = this.length): BookLevel[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, index) => ({
      price: this.price(index),
      quantity: this.quantity(index),
    }));
  }

  /**
   * The level at exactly this price (`101.1` equals `101.10`), or undefined.
   *
   * @throws ValidationError `value-invalid`
   */
  levelAt(price: DecimalInput): BookLevel | undefined {
    const index = findLevel(this, decimalInput(price, "price"));
    return index === undefined ? undefined : this.level(index);
  }

  /**
   * What lies between the best price and this one, which is included.
   *
   * @throws ValidationError `value-invalid`
   */
  depthTo(price: DecimalInput): SideDepth {
    return sumLevels(this, countLevelsTo(this, decimalInput(price, "price")));
  }

  /**
   * What it costs to take a quantity from this side: asks are bought, bids are sold into.
   *
   * @throws ValidationError `value-invalid`
   */
  costOf(quantity: DecimalInput): FillCost {
    const wanted = decimalInput(quantity, "quantity");
    if (wanted.scaled < 0n) {
      throw new ValidationError("value-invalid", { path: "quantity", rule: "not below 0" });
    }
    return fillFrom(this, wanted);
  }

  /** All levels, best first. */
  [Symbol.iterator](): Iterator<BookLevel> {
    return this.levels()[Symbol.iterator]();
  }

  #numberAt(column: number, index: number): number | bigint {
    const at = column + this.#checked(index);
    return (this.#data.exact?.[at] ?? this.#data.columns[at]) as number | bigint;
  }

  #checked(index: number): number {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(`there is no level ${index}: the side has ${this.length}`);
    }
    return index;
  }
}
