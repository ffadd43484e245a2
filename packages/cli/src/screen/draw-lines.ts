import type { Context } from "../program/context.js";
import type { Line } from "./layout.js";
import { openScreen, type ScreenSize } from "./screen.js";

/** More often nobody sees it. */
const drawEveryMs = 200;

/** Keys that end it, beside Ctrl-C. */
const endKeys: ReadonlySet<string> = new Set(["q", "Q", "\u001b"]);

/**
 * Draws lines over the whole terminal again and again, and gives the terminal back as it was.
 *
 * @param over settles when there is nothing more to come; Ctrl-C and q end it before
 */
export async function drawLines(
  linesFor: (size: ScreenSize) => readonly Line[],
  { output, screen, styles, signal, input }: Context,
  over?: Promise<unknown>,
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
  const draw = (): void => display.draw(linesFor(display.size));
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
