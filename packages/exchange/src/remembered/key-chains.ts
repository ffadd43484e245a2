import type { ByteWriter } from "./byte-writer.js";
import { noKey } from "./record-codec.js";

const smallest = 16;

/** Spreads keys that are alike. */
const spread = 0x9e3779b1;
const wholeWord = 0x1_0000_0000;

/** So many chains begin when there were so many records: as many, up to how many are remembered. */
function chainsAt(next: number, kept: number): number {
  let size = smallest;
  while (size < Math.min(next, kept)) {
    size *= 2;
  }
  return size;
}

/**
 * The latest record of every chain. Records whose keys fall together share a chain, and each says how far back the one before it
 * stands. When chains become twice as many, two of them have a common past.
 *
 * How many chains there are follows from how many records there ever were: who reads the remembered ones again gets the same chains,
 * and so the same bytes from then on.
 */
export class KeyChains {
  readonly #kept: number;
  #size: number;
  /** By key: 1 + the number of the latest record by chain. */
  #latest: readonly Float64Array[];

  /** @param next the number of the first record that comes */
  constructor(keys: number, kept: number, next = 0) {
    this.#kept = kept;
    this.#size = chainsAt(next, kept);
    this.#latest = Array.from({ length: keys }, () => new Float64Array(this.#size));
  }

  /**
   * Puts a record at the end of its chains.
   *
   * @param writer gets for each key how far back the record before it stands; 0: there is none that is remembered
   */
  add(number: number, first: number, keys: readonly number[], writer?: ByteWriter): void {
    if (number >= this.#size && this.#size < this.#kept) {
      this.#double();
    }
    for (let i = 0; i < this.#latest.length; i++) {
      const key = keys[i] ?? noKey;
      if (key === noKey) {
        writer?.count(0);
        continue;
      }
      const latest = this.#latest[i] as Float64Array;
      const chain = this.#chainOf(key);
      const before = (latest[chain] ?? 0) - 1;
      writer?.count(before < first ? 0 : number - before);
      latest[chain] = number + 1;
    }
  }

  /** Number of the latest record of a key's chain; -1 when there is none. */
  latest(index: number, key: number): number {
    return (this.#latest[index]?.[this.#chainOf(key)] ?? 0) - 1;
  }

  #chainOf(key: number): number {
    const mixed = Math.imul(key ^ Math.floor(key / wholeWord), spread);
    return ((mixed ^ (mixed >>> 15)) >>> 0) & (this.#size - 1);
  }

  #double(): void {
    this.#latest = this.#latest.map((latest) => {
      const larger = new Float64Array(this.#size * 2);
      larger.set(latest);
      larger.set(latest, this.#size);
      return larger;
    });
    this.#size *= 2;
  }
}
