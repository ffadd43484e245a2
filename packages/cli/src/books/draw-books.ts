import type { Context } from "../program/context.js";
import { drawLines } from "../screen/draw-lines.js";
import { imbalanceLevels } from "./book-facts.js";
import { bookScreen, levelsThatFit } from "./book-screen.js";
import type { FollowedBook } from "./followed-book.js";

/** Levels that a terminal of any usual size has rows for: each that is asked for is copied whenever it is drawn. */
export function drawnLevels(books: number): number {
  return Math.max(imbalanceLevels, Math.floor(maxDrawnLevels / books));
}

const maxDrawnLevels = 200;

/** What is drawn. */
export interface DrawOptions {
  /** Most levels a side; undefined: as many as there is room for. */
  readonly levels: number | undefined;
  /** Settles when there is nothing more to come; Ctrl-C and q end it before. */
  readonly over?: Promise<unknown> | undefined;
}

/** Draws books over the whole terminal until it is over, and gives the terminal back as it was. */
export function drawBooks(
  books: readonly FollowedBook[],
  context: Context,
  { levels, over }: DrawOptions,
): Promise<void> {
  return drawLines(
    (size) => {
      const most = Math.min(levels ?? Number.POSITIVE_INFINITY, levelsThatFit(books.length, size));
      const nowMs = performance.now();
      return bookScreen(
        books.map((book) => book.facts(most, nowMs)),
        size,
      );
    },
    context,
    over,
  );
}
