import { effect } from "@preact/signals";
import { account, book, link, status } from "../data/desk.js";
import { clockText, pairText } from "../numbers/format.js";
import { bookWords } from "../panels/book-words.js";
import { isLiquidationNear } from "../tables/columns.js";
import { announce } from "./announcements.js";

/** Tells screen readers, and the page's title, of changes that matter. */
export function followStatus(): void {
  let wasLink = link.peek().kind;
  effect(() => {
    const { kind, sinceMs } = link.value;
    if (kind !== wasLink && !(wasLink === "connecting" && kind === "live")) {
      announce(
        kind === "live" ? "The accelerator is back" : `No word from the accelerator since ${clockText(sinceMs)}`,
        "polite",
      );
    }
    wasLink = kind;
  });
  let wereLive = true;
  effect(() => {
    const books = status.value?.books ?? [];
    const areLive = books.length === 0 || books.some((book) => book.status === "live");
    if (areLive !== wereLive) {
      announce(areLive ? "The venue is back: books are live" : "The venue is offline: no book is live", "polite");
    }
    wereLive = areLive;
  });
  let wasBook = "";
  effect(() => {
    const shown = book.value;
    const now = shown === undefined ? "" : `${shown.pair} ${shown.status}`;
    // The first state of a pair that was just chosen is no change.
    if (shown !== undefined && now !== wasBook && wasBook.startsWith(`${shown.pair} `)) {
      const words = shown.status === "live" ? "The book is live again" : bookWords(shown);
      announce(`${pairText(shown.pair)}: ${words}`, "polite");
    }
    wasBook = now;
  });
  const warned = new Set<string>();
  effect(() => {
    for (const position of account.value?.positions ?? []) {
      const key = `${position.pair} ${position.side}`;
      if (!isLiquidationNear(position)) {
        warned.delete(key);
      } else if (!warned.has(key)) {
        warned.add(key);
        announce(`Liquidation is near: ${position.side} ${pairText(position.pair)}`, "assertive");
      }
    }
  });
  effect(() => {
    const isHalted = status.value?.halt !== undefined;
    document.title = `${link.value.kind === "live" ? "" : "OFFLINE · "}${isHalted ? "HALTED · " : ""}Depthwire`;
  });
}
