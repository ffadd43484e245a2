import type { Context } from "../program/context.js";
import { openScreen } from "../screen/screen.js";
import { imbalanceLevels } from "./book-facts.js";
import { bookScreen, levelsThatFit } from "./book-screen.js";
import type { FollowedBook } from "./followed-book.js";

/** More often nobody sees it. */
const drawEveryMs = 200;

/** Keys that end it, beside Ctrl-C. */
const endKeys: ReadonlySet<string> = new Set(["q", "Q", "\u001b"]);

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
export async function drawBooks(
  books: readonly FollowedBook[],
  { output, screen, styles, signal, input }: Context,
  { levels, over }: DrawOptions,
): Promise<void> {
  let isBehind = false;
  const writeOut = async (text: string): Promise<void> => {
    isBehind = true;
    await output.bytes(text);
    isBehind = false;
  };
  const display = openScreen(
    {
      get columns() {
        return screen.size().columns;
      },
      get rows() {
        return screen.size().rows;
      },
      get writableNeedDrain() {
        return isBehind;
      },
      write: (text: string) => {
        void writeOut(text);
      },
    },
    styles.isColoured ? "colour" : "plain",
  );
  const draw = (): void => {
    const most = Math.min(levels ?? Number.POSITIVE_INFINITY, levelsThatFit(books.length, display.size));
    const nowMs = performance.now();
    display.draw(
      bookScreen(
        books.map((book) => book.facts(most, nowMs)),
        display.size,
      ),
    );
  };
  const quit = new AbortController();
  const letGo = [
    screen.onExit?.(display.close),
    screen.onResize(draw),
    input.onKeys?.((key) => {
      if (endKeys.has(key)) {
        quit.abort();
      }
    }),
  ];
  const timer = setInterval(draw, drawEveryMs);
  try {
    draw();
    await Promise.race([aborted(signal), aborted(quit.signal), ...(over === undefined ? [] : [over])]);
  } finally {
    clearInterval(timer);
    display.close();
    for (const end of letGo) {
      end?.();
    }
  }
}

/** Settles when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
