import type { BookIntegrity, BookReason, BookStatus, BookViewData } from "@depthwire/book";
import type { TopBuffer } from "@depthwire/book/internal";
import {
  askCountWord,
  askTotalWord,
  awaitedWord,
  bidCountWord,
  bidTotalWord,
  contentLevels,
  contentWord,
  demandWord,
  epochWord,
  hostHearsNothing,
  hostLostThread,
  hostTrusts,
  hostWord,
  newestWord,
  priceScaleWord,
  publishedAlways,
  publishedOnDemand,
  quantityScaleWord,
  reasonOf,
  reasonWord,
  receivedAtDouble,
  type SharedBookParts,
  seqDouble,
  sequenceWord,
  sharedBookParts,
  statusOf,
  statusWord,
  strideWord,
  updatedAtDouble,
  versionDouble,
} from "./shared-book-layout.js";

/**
 * Looks at a memory that is being written so often, then gives up: the writer may have been put to sleep in the middle of
 * it. One write of 200 levels a side takes less time than that.
 */
const maxAttempts = 256;

/** What the host's word makes of a thread's books. */
export type HostTrust = "trusts" | "hears-nothing" | "lost";

const hostWords: Readonly<Record<HostTrust, number>> = {
  trusts: hostTrusts,
  "hears-nothing": hostHearsNothing,
  lost: hostLostThread,
};

/** When a book is published: each state, or what is awaited. */
export type Publication = "always" | "on-demand";

/** Reads the states of one book out of memory that another thread writes: whole ones, or none. */
export class SharedBookReader {
  readonly #parts: SharedBookParts;

  constructor(memory: SharedArrayBuffer) {
    this.#parts = sharedBookParts(memory);
  }

  /** Whether a state was published, and the numbers of the newest fit the memory. */
  get holdsLevels(): boolean {
    return Atomics.load(this.#parts.words, contentWord) === contentLevels;
  }

  /** Most levels a side that the memory holds. */
  get capacity(): number {
    return this.#parts.capacity;
  }

  /** Levels on the longer side of the book when it was last published, whether they fitted or not. */
  get bookLevels(): number {
    return this.#longerSide();
  }

  get publication(): Publication {
    return this.#parts.words[demandWord] === publishedAlways ? "always" : "on-demand";
  }

  /** To be said before the memory is given to its writer. */
  set publication(publication: Publication) {
    this.#parts.words[demandWord] = publication === "always" ? publishedAlways : publishedOnDemand;
  }

  /** Waits as those do who wait for another memory's next state. */
  awaitAs(former: SharedBookReader): void {
    Atomics.store(this.#parts.words, awaitedWord, Atomics.load(former.#parts.words, awaitedWord));
  }

  /**
   * Asks the writer to tell of the next state behind that of `knownVersion`. False, and it will not, where that is here already: the
   * writer shows a version before it looks whether anybody waits, and a reader waits before it looks at the version, so one of them sees the other.
   */
  awaitNext(knownVersion: number): boolean {
    const { words } = this.#parts;
    Atomics.store(words, awaitedWord, 1);
    // Versions are compared as they wrap. A message may have been faster than the memory.
    if (((Atomics.load(words, newestWord) - knownVersion) | 0) <= 0) {
      return true;
    }
    Atomics.store(words, awaitedWord, 0);
    return false;
  }

  /** Tells every reader of the memory, in whatever thread, how far its writer may be believed. */
  setTrust(trust: HostTrust): void {
    Atomics.store(this.#parts.words, hostWord, hostWords[trust]);
  }

  /**
   * Reads the best levels, as many as `into` has room for. False, and `into` holds nothing of use, when there is no state
   * or the writer did not get out of the way in time.
   */
  readTop(into: TopBuffer): boolean {
    const { words, doubles } = this.#parts;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const opened = Atomics.load(words, sequenceWord);
      if ((opened & 1) === 1) {
        continue;
      }
      into.isExact = false;
      const isPublished = words[contentWord] === contentLevels;
      const status = words[statusWord] as number;
      const reason = words[reasonWord] as number;
      into.epoch = words[epochWord] as number;
      into.priceScale = words[priceScaleWord] as number;
      into.quantityScale = words[quantityScaleWord] as number;
      into.seq = doubles[seqDouble] as number;
      into.updatedAtMs = doubles[updatedAtDouble] as number;
      into.receivedAtMs = doubles[receivedAtDouble] as number;
      into.version = doubles[versionDouble] as number;
      into.askCount = this.#readSide(askCountWord, 0, -1, into.askPrices, into.askQuantities);
      into.bidCount = this.#readSide(bidCountWord, 2, 1, into.bidPrices, into.bidQuantities);
      if (this.#isUnchangedSince(opened)) {
        const doubt = this.#doubt();
        into.status = doubt === undefined ? statusOf(status) : doubtfulStatus(into.epoch);
        into.reason = doubt ?? reasonOf(reason);
        return isPublished;
      }
    }
    return false;
  }

  /** The state as data of its own; undefined when it still is the one of `knownVersion`, and where {@link SharedBookReader.readTop} is false. */
  readView(book: number, levels: number, integrity: BookIntegrity, knownVersion: number): BookViewData | undefined {
    const { words, doubles, capacity } = this.#parts;
    const max = Math.min(levels, capacity);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const opened = Atomics.load(words, sequenceWord);
      if ((opened & 1) === 1) {
        continue;
      }
      const version = doubles[versionDouble] as number;
      const isNews = words[contentWord] === contentLevels && version !== knownVersion;
      const askCount = isNews ? Math.min(words[askCountWord] as number, max) : 0;
      const bidCount = isNews ? Math.min(words[bidCountWord] as number, max) : 0;
      const data: BookViewData = {
        book,
        status: statusOf(words[statusWord] as number),
        reason: reasonOf(words[reasonWord] as number),
        epoch: words[epochWord] as number,
        seq: doubles[seqDouble] as number,
        updatedAtMs: doubles[updatedAtDouble] as number,
        receivedAtMs: doubles[receivedAtDouble] as number,
        integrity,
        version,
        priceScale: words[priceScaleWord] as number,
        quantityScale: words[quantityScaleWord] as number,
        levels: this.#longerSide() <= max ? Number.POSITIVE_INFINITY : max,
        askCount,
        bidCount,
        columns: this.#copyColumns(askCount, bidCount),
        exact: undefined,
      };
      if (this.#isUnchangedSince(opened)) {
        return isNews ? data : undefined;
      }
    }
    return undefined;
  }

  /**
   * The closing check is a read-modify-write on the word that the writer changes first: a plain load, atomic or not, could
   * be done before the readings above it on ARM.
   */
  #isUnchangedSince(opened: number): boolean {
    return Atomics.add(this.#parts.words, sequenceWord, 0) === opened;
  }

  /** Why the state may not be called live whatever its writer said. Looked at last: the host's word is the newest. */
  #doubt(): Extract<BookReason, "thread-silent" | "thread-lost"> | undefined {
    const host = Atomics.load(this.#parts.words, hostWord);
    if (host === hostTrusts) {
      return undefined;
    }
    return host === hostHearsNothing ? "thread-silent" : "thread-lost";
  }

  #longerSide(): number {
    const { words } = this.#parts;
    return Math.max(words[askTotalWord] as number, words[bidTotalWord] as number);
  }

  /** @param sign makes a price of a key: 1 for bids, -1 for asks */
  #readSide(countWord: number, column: number, sign: 1 | -1, prices: Float64Array, quantities: Float64Array): number {
    const { words, columns } = this.#parts;
    const length = words[countWord] as number;
    const stride = words[strideWord] as number;
    const count = length < prices.length ? length : prices.length;
    for (let index = 0, at = column * stride + length - 1; index < count; index++, at--) {
      prices[index] = sign * (columns[at] as number);
      quantities[index] = columns[at + stride] as number;
    }
    return count;
  }

  /** The best levels of both sides, best first: ask prices, ask quantities, bid prices, bid quantities. */
  #copyColumns(askCount: number, bidCount: number): Float64Array<ArrayBuffer> {
    const copy = new Float64Array(2 * (askCount + bidCount));
    const asks = copy.subarray(0, askCount);
    const bids = copy.subarray(2 * askCount, 2 * askCount + bidCount);
    this.#readSide(askCountWord, 0, -1, asks, copy.subarray(askCount, 2 * askCount));
    this.#readSide(bidCountWord, 2, 1, bids, copy.subarray(2 * askCount + bidCount));
    return copy;
  }
}

function doubtfulStatus(epoch: number): BookStatus {
  return epoch === 0 ? "syncing" : "stale";
}
