import type { BookHistory } from "./book-history.js";

/** The past of a book, as the book and those who compare it use it. */
export type StateHistory = Pick<BookHistory, "oldestMs" | "restart" | "prepare" | "prepareExact" | "commit" | "visit">;

const nothing = (): void => undefined;

/** The past of a book that remembers no state: every time is before it. */
export const noHistory: StateHistory = {
  oldestMs: Number.POSITIVE_INFINITY,
  restart: nothing,
  prepare: nothing,
  prepareExact: nothing,
  commit: nothing,
  visit: () => 0,
};
