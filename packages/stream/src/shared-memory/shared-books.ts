import type { BookIntegrity, BookViewData } from "@depthwire/book";
import { isCompleteFor, type TopBuffer } from "@depthwire/book/internal";
import { createSharedBook } from "./shared-book-layout.js";
import { type HostTrust, SharedBookReader } from "./shared-book-reader.js";

/** A book that is read where its thread writes it. */
export interface SharedBookWish {
  readonly id: number;
  /** Levels a side that its readers want. */
  readonly levels: number;
}

/** Books get room for so many levels a side to begin with, and for more when they turn out to be longer. */
const firstCapacity = 256;
const minCapacity = 16;

/**
 * The shared books of one thread, as its host reads them. Memory is made when a book is first read in this way: a book that
 * nobody reads so costs nothing.
 */
export class SharedBooks {
  readonly #readers = new Map<number, SharedBookReader>();
  readonly #maxLevels: number;
  readonly #integrity: BookIntegrity;
  readonly #offer: (book: number, memory: SharedArrayBuffer) => void;
  #trust: HostTrust = "trusts";

  /**
   * @param maxLevels most levels a side that a book may have
   * @param offer gives memory to the thread, which publishes the book there from then on
   */
  constructor(maxLevels: number, integrity: BookIntegrity, offer: (book: number, memory: SharedArrayBuffer) => void) {
    this.#maxLevels = maxLevels;
    this.#integrity = integrity;
    this.#offer = offer;
  }

  /** Whether the book can be read now, with all the levels that are wanted. If not, it can soon, or it never can. */
  isReadable({ id, levels }: SharedBookWish): boolean {
    const reader = this.#readers.get(id);
    if (reader === undefined) {
      this.#share(id, Math.min(levels, firstCapacity));
      return false;
    }
    const missing = Math.min(levels, reader.bookLevels + 1, this.#maxLevels);
    if (missing > reader.capacity) {
      this.#share(id, 2 * missing);
      return false;
    }
    return reader.holdsLevels;
  }

  /** See {@link SharedBookReader.readTop}. */
  readTop(book: number, into: TopBuffer): boolean {
    return this.#readers.get(book)?.readTop(into) ?? false;
  }

  /** See {@link SharedBookReader.readView}; undefined also where levels are missing that are wanted. */
  readView({ id, levels }: SharedBookWish, knownVersion: number): BookViewData | undefined {
    const view = this.#readers.get(id)?.readView(id, levels, this.#integrity, knownVersion);
    return view !== undefined && isCompleteFor(view, levels) ? view : undefined;
  }

  /** Nobody reads the book any longer. */
  forget(book: number): void {
    this.#readers.delete(book);
  }

  /** Says in the memory of every book how far its thread may be believed. */
  setTrust(trust: HostTrust): void {
    this.#trust = trust;
    for (const reader of this.#readers.values()) {
      reader.setTrust(trust);
    }
  }

  /** The thread is gone. Its successor gets memory of its own: nothing that it might still write is read. */
  abandon(): void {
    this.setTrust("lost");
    this.#readers.clear();
    this.#trust = "trusts";
  }

  #share(book: number, levels: number): void {
    const memory = createSharedBook(Math.min(Math.max(levels, minCapacity), this.#maxLevels));
    const reader = new SharedBookReader(memory);
    reader.setTrust(this.#trust);
    this.#readers.set(book, reader);
    this.#offer(book, memory);
  }
}
