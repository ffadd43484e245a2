/** One side of an {@link ExactBook}: like a `BookSide`, the best price last, with integers of any size. */
export class ExactSide {
  /** Sort keys, ascending: a bid's key is its scaled price, an ask's is the scaled price negated. */
  readonly keys: bigint[] = [];
  /** Scaled quantities, beside their keys. */
  readonly quantities: bigint[] = [];

  /** How many levels there are. */
  get length(): number {
    return this.keys.length;
  }

  /** Key of the best level; undefined when the side is empty. */
  get bestKey(): bigint | undefined {
    return this.keys.at(-1);
  }

  /** Quantity at `key`; 0 without such a level. */
  quantityAt(key: bigint): bigint {
    const row = this.#firstAtLeast(key);
    return this.keys[row] === key ? (this.quantities[row] as bigint) : 0n;
  }

  /** Sets the absolute quantity at `key`. Returns whether the level is new. */
  set(key: bigint, quantity: bigint): boolean {
    const row = this.#firstAtLeast(key);
    const isNew = this.keys[row] !== key;
    this.keys.splice(row, isNew ? 0 : 1, key);
    this.quantities.splice(row, isNew ? 0 : 1, quantity);
    return isNew;
  }

  /** Removes the level at `key`. Returns whether there was one. */
  remove(key: bigint): boolean {
    const row = this.#firstAtLeast(key);
    const isKnown = this.keys[row] === key;
    this.keys.splice(row, isKnown ? 1 : 0);
    this.quantities.splice(row, isKnown ? 1 : 0);
    return isKnown;
  }

  /** A side of its own with the same levels, every key and every quantity multiplied. */
  scaled(keyFactor: bigint, quantityFactor: bigint): ExactSide {
    const copy = new ExactSide();
    copy.keys.push(...this.keys.map((key) => key * keyFactor));
    copy.quantities.push(...this.quantities.map((quantity) => quantity * quantityFactor));
    return copy;
  }

  /** Whether both sides have the same levels. */
  equals(other: ExactSide): boolean {
    return (
      this.length === other.length &&
      this.keys.every((key, row) => key === other.keys[row] && this.quantities[row] === other.quantities[row])
    );
  }

  #firstAtLeast(key: bigint): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] as bigint) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
