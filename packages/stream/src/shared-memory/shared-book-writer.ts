import type { BookReason } from "@depthwire/book";
import type { LevelColumns, PublishedBook } from "@depthwire/book/internal";
import {
  askCountWord,
  askTotalWord,
  bidCountWord,
  bidTotalWord,
  contentLevels,
  contentTooLarge,
  contentWord,
  epochWord,
  priceScaleWord,
  quantityScaleWord,
  reasonCode,
  reasonWord,
  receivedAtDouble,
  type SharedBookParts,
  seqDouble,
  sequenceWord,
  sharedBookParts,
  statusCode,
  statusWord,
  updatedAtDouble,
  versionDouble,
} from "./shared-book-layout.js";

/** Up to so many rows a loop copies faster than two calls of `set` do: 0.13 µs for 16 levels a side; 200 take 0.5 µs by `set`, 1.0 by a loop. */
const loopedRows = 64;

/** Puts the states of one book into memory that other threads read. One writer a memory. */
export class SharedBookWriter {
  readonly #parts: SharedBookParts;
  #reason: BookReason | undefined;
  #reasonCode = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#parts = sharedBookParts(memory);
  }

  /** Publishes the present state: its best levels, as many as there is room for. */
  publish(book: PublishedBook): void {
    const { words } = this.#parts;
    this.#begin();
    Atomics.store(words, contentWord, contentLevels);
    this.#writeHeader(book);
    const { asks, bids, priceScale, quantityScale } = book.levels;
    words[priceScaleWord] = priceScale;
    words[quantityScaleWord] = quantityScale;
    words[askTotalWord] = asks.length;
    words[bidTotalWord] = bids.length;
    words[askCountWord] = this.#writeSide(asks.columns, asks.length, 0);
    words[bidCountWord] = this.#writeSide(bids.columns, bids.length, 2);
    this.#end();
  }

  /** Says that the present state has numbers that no column can hold: views carry it. */
  publishTooLarge(book: Omit<PublishedBook, "levels">): void {
    this.#begin();
    Atomics.store(this.#parts.words, contentWord, contentTooLarge);
    this.#writeHeader(book);
    this.#end();
  }

  /**
   * Nothing that is written afterwards may be seen before the odd number is. A store alone would let later plain stores
   * pass on ARM; a load behind it does not.
   */
  #begin(): void {
    const { words } = this.#parts;
    Atomics.add(words, sequenceWord, 1);
    Atomics.load(words, sequenceWord);
  }

  #end(): void {
    Atomics.add(this.#parts.words, sequenceWord, 1);
  }

  #writeHeader({
    status,
    reason,
    epoch,
    seq,
    updatedAtMs,
    receivedAtMs,
    version,
  }: Omit<PublishedBook, "levels">): void {
    const { words, doubles } = this.#parts;
    if (reason !== this.#reason) {
      this.#reason = reason;
      this.#reasonCode = reasonCode(reason);
    }
    words[statusWord] = statusCode(status);
    words[reasonWord] = this.#reasonCode;
    words[epochWord] = epoch;
    doubles[seqDouble] = seq;
    doubles[updatedAtDouble] = updatedAtMs;
    doubles[receivedAtDouble] = receivedAtMs;
    doubles[versionDouble] = version;
  }

  /** Copies the best rows as they are kept, the best last. Returns how many there was room for. */
  #writeSide({ keys, quantities }: LevelColumns, length: number, column: number): number {
    const { columns, capacity } = this.#parts;
    const count = length < capacity ? length : capacity;
    const from = length - count;
    const keysAt = column * capacity;
    const quantitiesAt = keysAt + capacity;
    if (count > loopedRows) {
      columns.set(keys.subarray(from, length), keysAt);
      columns.set(quantities.subarray(from, length), quantitiesAt);
    } else {
      for (let row = 0; row < count; row++) {
        columns[keysAt + row] = keys[from + row] as number;
        columns[quantitiesAt + row] = quantities[from + row] as number;
      }
    }
    return count;
  }
}
