import { canonicalDecimal, compareByValue, readDecimal } from "./decimal-text.js";
import type { OracleRow } from "./depth-message.js";

/** One price level; both decimals in canonical text (no superfluous zeros). */
export interface OracleLevel {
  readonly price: string;
  readonly quantity: string;
}

/** One side of a book: a map from canonical price text to canonical quantity text. */
export class OracleSide {
  readonly #levels = new Map<string, string>();

  /** Sets the absolute quantity at a price; quantity 0 removes the level. */
  set(row: OracleRow): void {
    const price = canonicalDecimal(row.price);
    if (row.quantity.digits === 0n) {
      this.#levels.delete(price);
    } else {
      this.#levels.set(price, canonicalDecimal(row.quantity));
    }
  }

  /** Removes the level at a price, whatever quantity the row names. */
  remove(row: OracleRow): void {
    this.#levels.delete(canonicalDecimal(row.price));
  }

  clear(): void {
    this.#levels.clear();
  }

  /** All levels, lowest price first. */
  ascending(): OracleLevel[] {
    return [...this.#levels]
      .map(([price, quantity]) => ({ price, quantity, value: readDecimal(price) ?? { digits: 0n, scale: 0 } }))
      .sort((left, right) => compareByValue(left.value, right.value))
      .map(({ price, quantity }) => ({ price, quantity }));
  }
}
