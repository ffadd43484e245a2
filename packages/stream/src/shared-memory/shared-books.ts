import type { BookIntegrity, BookViewData } from "@depthwire/book";
import { isCompleteFor, type TopBuffer } from "@depthwire/book/internal";
import { createSharedBook } from "./shared-book-layout.js";
import { type HostTrust, type Publication, SharedBookReader } from "./shared-book-reader.js";

/** A book that is read where its thread writes it. */
export interface SharedBookWish {
  readonly id: number;
  /** Levels a side that its readers want. */
  readonly levels: number;
}

/** Books get room for so many levels a side to begin with, and for more when they turn out to be longer. */
const firstCapacity = 256;
const minCapacity = 32;
/** No book's. */
const unknownVersion = -1;

/**
 * The shared books of one thread, as its host reads them. Memory is made when a book is first read in this way: a book that
 * nobody reads so costs nothing.
 */
export class SharedBooks {
  readonly #readers = new Map<number, SharedBookReader>();
  /** Levels on the longer side of books whose views have come over. */
  readonly #lengths = new Map<number, number>();
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
  isReadable(wish: SharedBookWish): boolean {
    return this.#isReady(wish, "always");
  }

  /**
   * Whether the thread will tell of the next state behind that of `knownVersion`, once, when it is in memory: see
   * {@link SharedBooks.readNews}. If not, the state is there already or will never be, and has to come as a view.
   */
  awaitNext(wish: SharedBookWish, knownVersion: number): boolean {
    return (
      // The first view shows how much room a book takes.
      this.#lengths.has(wish.id) &&
      this.#isReady(wish, "on-demand") &&
      this.#readers.get(wish.id)?.awaitNext(knownVersion) === true
    );
  }

  /** A view of the book came over. */
  heard({ book, askCount, bidCount }: BookViewData): void {
    this.#lengths.set(book, Math.max(askCount, bidCount));
  }

  /** See {@link SharedBookReader.readTop}. */
  readTop(book: number, into: TopBuffer): boolean {
    return this.#readers.get(book)?.readTop(into) ?? false;
  }

  /** See {@link SharedBookReader.readView}; undefined also where levels are missing that are wanted. */
  readView(wish: SharedBookWish, knownVersion: number): BookViewData | undefined {
    const reader = this.#readers.get(wish.id);
    return reader?.publication === "always" ? this.#read(reader, wish, knownVersion) : undefined;
  }

  /** The state that the thread told of, or a newer one; undefined where it has to come as a view. */
  readNews(wish: SharedBookWish): BookViewData | undefined {
    const reader = this.#readers.get(wish.id);
    return reader && this.#read(reader, wish, unknownVersion);
  }

  /** Nobody reads the book any longer. */
  forget(book: number): void {
    this.#readers.delete(book);
    this.#lengths.delete(book);
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

  #isReady({ id, levels }: SharedBookWish, publication: Publication): boolean {
    const reader = this.#readers.get(id);
    if (reader === undefined || (publication === "always" && reader.publication !== publication)) {
      this.#share(id, Math.min(levels, this.#firstRoom(id)), publication);
      return false;
    }
    const missing = Math.min(levels, reader.bookLevels + 1, this.#maxLevels);
    if (missing > reader.capacity) {
      this.#share(id, 2 * missing, reader.publication);
      return false;
    }
    return reader.holdsLevels;
  }

  #read(reader: SharedBookReader, { id, levels }: SharedBookWish, knownVersion: number): BookViewData | undefined {
    const view = reader.readView(id, levels, this.#integrity, knownVersion);
    return view !== undefined && isCompleteFor(view, levels) ? view : undefined;
  }

  /** Rows that the book itself has room for, as far as is known: it is copied in one piece then. */
  #firstRoom(book: number): number {
    const length = this.#lengths.get(book);
    return length === undefined ? firstCapacity : 2 ** Math.ceil(Math.log2(length + 1));
  }

  #share(book: number, levels: number, publication: Publication): void {
    const memory = createSharedBook(Math.min(Math.max(levels, minCapacity), this.#maxLevels));
    const reader = new SharedBookReader(memory);
    reader.setTrust(this.#trust);
    reader.publication = publication;
    const former = this.#readers.get(book);
    if (former !== undefined) {
      // Whoever waits does not hear what is published in the former memory.
      reader.awaitAs(former);
    }
    this.#readers.set(book, reader);
    this.#offer(book, memory);
  }
}
