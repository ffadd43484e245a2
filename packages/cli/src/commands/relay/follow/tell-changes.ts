import type { BookView } from "@depthwire/book";
import { viewLine } from "../../../books/tell-views.js";
import type { Context } from "../../../program/context.js";
import type { RelayedBook, RelayedBookItem } from "./relayed-book.js";

/** How often people read a line of a pair on which nothing but prices changed, in milliseconds. */
const lineEveryMs = 1_000;

/** Tells a book until it is closed: as items each change that a program cares for, as lines each change of status or owner. */
export async function tellChanges(book: RelayedBook, context: Context): Promise<void> {
  const { output } = context;
  const changes = output.isJson ? priceOf : standingOf;
  let told: string | undefined;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  for await (const view of book.stream) {
    const item = book.item(view);
    const change = changes(item);
    const nowMs = performance.now();
    const isDue = !output.isJson && nowMs - toldAtMs >= lineEveryMs;
    if (change !== told || isDue) {
      told = change;
      toldAtMs = nowMs;
      output.item(item, output.isJson ? "" : changeLine(view, item, context));
      await output.bytes("");
    }
  }
}

/** A view as one line for people, with its owner, and when it was so: the book of a silent owner is older. */
export function changeLine(view: BookView, { atMs, owner, term }: RelayedBookItem, context: Context): string {
  const whose = owner === undefined ? "no owner" : `owner ${owner}  term ${term}`;
  return `${viewLine(view, context, atMs)}  ${context.styles.dim(whose)}`;
}

function standingOf({ status, reason, owner, term }: RelayedBookItem): string {
  return [status, reason, owner, term].join(" ");
}

function priceOf(item: RelayedBookItem): string {
  const { bestBid, bestAsk } = item;
  return [standingOf(item), bestBid?.price, bestBid?.quantity, bestAsk?.price, bestAsk?.quantity].join(" ");
}
