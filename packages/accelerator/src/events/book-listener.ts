import type { FollowedBooks } from "../mirror/followed-books.js";
import type { EventItem } from "./event-item.js";
import type { ViewItems } from "./view-items.js";

/** Which books a listener wants, and how often at most. */
export interface BooksWanted {
  readonly pairs: readonly string[];
  readonly levels: number;
  /** Shortest time between two turns in which books are told, in milliseconds; 0: each change is told as it comes. */
  readonly everyMs: number;
}

/** A timer may wake a listener a little before his views are due, in milliseconds. */
const earlyMs = 1;

/**
 * What one listener was told of books. The first change behind a quiet time is due at once; then nothing is until his pace is over, and of each book
 * the newest view is due, whatever came in between.
 */
export class BookListener {
  readonly #books: FollowedBooks;
  readonly #views: ViewItems;
  readonly #wanted: BooksWanted;
  readonly #told = new Map<string, EventItem>();
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor({ books, views }: { readonly books: FollowedBooks; readonly views: ViewItems }, wanted: BooksWanted) {
    this.#books = books;
    this.#views = views;
    this.#wanted = wanted;
  }

  /** What is new: nothing before its time, however often events wake the listener. */
  due(nowMs: number): readonly EventItem[] {
    if (this.restMs(nowMs) > 0) {
      return [];
    }
    const items = this.#wanted.pairs.flatMap((pair) => this.#changed(pair));
    if (items.length > 0) {
      this.#toldAtMs = nowMs;
    }
    return items;
  }

  /** How long nothing is due, in milliseconds; 0: the next change is. */
  restMs(nowMs: number): number {
    const restMs = this.#toldAtMs + this.#wanted.everyMs - nowMs;
    return restMs <= earlyMs ? 0 : restMs;
  }

  /** Calls back once, when a book has changed since it was told: at once where one has already. Returns what ends it. */
  onNext(wake: () => void): () => void {
    const { pairs } = this.#wanted;
    const unfollow = this.#books.onNext(pairs, wake);
    if (pairs.some((pair) => this.#isNews(pair))) {
      wake();
    }
    return unfollow;
  }

  #isNews(pair: string): boolean {
    const text = this.#itemOf(pair)?.text;
    return text !== undefined && text !== this.#told.get(pair)?.text;
  }

  #changed(pair: string): readonly EventItem[] {
    const item = this.#itemOf(pair);
    const told = this.#told.get(pair);
    if (item === undefined || item === told) {
      return [];
    }
    this.#told.set(pair, item);
    // Another view may say the same: of a level further down, say.
    return item.text === told?.text ? [] : [item];
  }

  #itemOf(pair: string): EventItem | undefined {
    const view = this.#books.view(pair);
    return view && this.#views.itemOf(view, this.#wanted.levels);
  }
}
