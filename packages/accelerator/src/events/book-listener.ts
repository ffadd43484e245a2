import type { FollowedBooks } from "../mirror/followed-books.js";
import type { EventItem } from "./event-item.js";
import type { ViewItems } from "./view-items.js";

/** Which books a listener wants, and how often at most. */
export interface BooksWanted {
  readonly pairs: readonly string[];
  readonly levels: number;
  /** Shortest time between two views of a book, in milliseconds. */
  readonly everyMs: number;
}

/** A timer may wake a listener a little before his views are due, in milliseconds. */
const earlyMs = 5;

/** What one listener was told of books. Of each book the newest view is due, whatever came in between. */
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
    const { pairs, everyMs } = this.#wanted;
    if (nowMs - this.#toldAtMs < everyMs - earlyMs) {
      return [];
    }
    this.#toldAtMs = nowMs;
    return pairs.flatMap((pair) => this.#changed(pair));
  }

  #changed(pair: string): readonly EventItem[] {
    const view = this.#books.view(pair);
    const item = view && this.#views.itemOf(view, this.#wanted.levels);
    const told = this.#told.get(pair);
    if (item === undefined || item === told) {
      return [];
    }
    this.#told.set(pair, item);
    // Another view may say the same: of a level further down, say.
    return item.text === told?.text ? [] : [item];
  }
}
