import { setTimeout as pause } from "node:timers/promises";
import type { BookView, BookViewJson } from "@depthwire/book";
import type { BookStream } from "@depthwire/stream";
import type { Context } from "../program/context.js";
import { clockTime } from "../screen/time-format.js";
import { factsOf, imbalanceLevels, lagOf, noHistory } from "./book-facts.js";

/** One item of `book --json`: a state, and what can be read off it. */
export interface BookItem extends BookViewJson {
  readonly spread: string | undefined;
  readonly mid: string | undefined;
  /** Of the best ten levels, or of fewer where fewer are followed: -1 (asks only) to 1 (bids only). */
  readonly imbalance: number | undefined;
  /** From the venue's time of the state to its receipt, in milliseconds. */
  readonly lagMs: number | undefined;
}

/** A view as plain data. */
export function itemOf(view: BookView): BookItem {
  return {
    ...view.toJSON(),
    spread: view.spread?.text,
    mid: view.mid?.text,
    imbalance: view.imbalance(imbalanceLevels)?.toNumber(),
    lagMs: view.epoch > 0 ? lagOf(view) : undefined,
  };
}

/** In place of the time of receipt, where nothing has come yet. */
const noTime = "--:--:--.---";

/** A view as one line for people. @param atMs the time in front of it, epoch milliseconds; by default that of its receipt */
export function viewLine(
  view: BookView,
  { styles }: Pick<Context, "styles">,
  atMs: number = view.receivedAtMs,
): string {
  const { pair, status, reason, bids, asks, spread, imbalance } = factsOf(view, imbalanceLevels, noHistory);
  const [bid, ask] = [bids[0], asks[0]];
  const best = [
    ...(bid === undefined ? [] : [styles.bid(`${bid.quantity} at ${bid.price}`)]),
    ...(ask === undefined ? [] : [styles.ask(`${ask.quantity} at ${ask.price}`)]),
  ].join(" | ");
  const state = status === "live" ? styles.good(status) : styles.bad(status);
  const figures = [spread && `spread ${spread}`, imbalance && `imbalance ${imbalance}`, reason && styles.warn(reason)];
  const rest = [state, best, ...figures].filter((part) => part !== undefined && part !== "").join("  ");
  return `${styles.dim(atMs > 0 ? clockTime(atMs) : noTime)} ${pair}  ${rest}`;
}

/**
 * Tells views of a book as items, or as lines for people; whoever reads slowly gets fewer of them, never old ones.
 *
 * @param lineEveryMs least time between two lines, in milliseconds
 */
export async function tellViews(stream: BookStream, context: Context, lineEveryMs: number): Promise<void> {
  const { output, signal } = context;
  for await (const view of stream) {
    output.item(itemOf(view), output.isJson ? "" : viewLine(view, context));
    await output.bytes("");
    if (!output.isJson && lineEveryMs > 0) {
      await pause(lineEveryMs, undefined, { signal }).catch(() => {});
    }
  }
}
