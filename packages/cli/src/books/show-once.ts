import type { BookView } from "@depthwire/book";
import type { BookStream } from "@depthwire/stream";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { timeLimit } from "../program/time-limit.js";
import { plainText, styledText } from "../screen/layout.js";
import { factsOf, noHistory, sentenceOf } from "./book-facts.js";
import { wholeLadder } from "./ladder.js";
import { itemOf } from "./tell-views.js";

/** Where there is no terminal. */
const usualColumns = 80;

/** How a live view is waited for. */
export interface OnceOptions {
  readonly levels: number;
  /** How long each book is waited for, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Shows one live view of each book, in the order of the pairs.
 *
 * @throws Refused `not-live`, `interrupted`
 */
export async function showOnce(
  pairs: readonly { readonly pair: string; readonly stream: BookStream }[],
  context: Context,
  { levels, withinMs }: OnceOptions,
): Promise<void> {
  const { output, screen, styles, signal } = context;
  const limit = timeLimit(signal, withinMs);
  const views = await Promise.all(pairs.map(({ stream }) => firstLive(stream, limit.signal)));
  limit.end();
  for (const [index, view] of views.entries()) {
    const { pair, stream } = pairs[index] as (typeof pairs)[number];
    if (view === undefined) {
      throw signal.aborted ? new Refused("interrupted", "Ctrl-C ended it") : notLive(pair, stream.latest, withinMs);
    }
    const columns = screen.isTerminal ? screen.size().columns : usualColumns;
    const lines = wholeLadder(factsOf(view, levels, noHistory), columns);
    const text = lines.map(styles.isColoured ? styledText : plainText).join("\n");
    output.item(itemOf(view), output.isJson ? "" : `${index > 0 ? "\n" : ""}${text}`);
  }
}

async function firstLive(stream: BookStream, tooLate: AbortSignal): Promise<BookView | undefined> {
  const end = (): void => stream.close();
  tooLate.addEventListener("abort", end, { once: true });
  try {
    for await (const view of stream) {
      if (view.status === "live") {
        return view;
      }
    }
    return undefined;
  } finally {
    tooLate.removeEventListener("abort", end);
  }
}

function notLive(pair: string, { status, reason }: BookView, withinMs: number): Refused {
  const why = reason === undefined || reason === "closed" ? status : sentenceOf(reason);
  return new Refused(
    "not-live",
    `The book of ${pair} was not live within ${withinMs} ms: ${why}`,
    "Wait longer with --within, or look for what is wrong with: depthwire doctor.",
    { pair, status, reason },
  );
}
