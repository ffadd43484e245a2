import { ByteReader } from "./byte-reader.js";

/** Of so many full pages it is known where their records begin: about two kilobytes each. */
const openPages = 32;

/** Where each record of a page begins, its length first. */
export function startsOf(bytes: Uint8Array): number[] {
  const reader = new ByteReader(bytes);
  const starts: number[] = [];
  while (!reader.isAtEnd) {
    starts.push(reader.at);
    reader.skip(reader.count());
  }
  return starts;
}

/** Where the records begin of the full pages that were read last: a chain goes to and fro between pages. */
export class PageStarts {
  /** By number of the page, the latest at the end. */
  readonly #starts: Map<number, readonly number[]> = new Map();

  /** Those of a page, found when they are not known. */
  of(page: number, bytes: Uint8Array): readonly number[] {
    const known = this.#starts.get(page) ?? startsOf(bytes);
    this.#starts.delete(page);
    this.#starts.set(page, known);
    const [oldest] = this.#starts.keys();
    if (this.#starts.size > openPages) {
      this.#starts.delete(oldest as number);
    }
    return known;
  }

  /** A page is gone. */
  forget(page: number): void {
    this.#starts.delete(page);
  }

  clear(): void {
    this.#starts.clear();
  }
}
