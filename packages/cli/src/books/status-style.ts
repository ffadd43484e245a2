import type { BookStatus } from "@depthwire/book";

/** Parameters of the escape sequences that colour text. */
export const colours = { good: "32", warn: "33", bad: "31", dim: "2", bold: "1", bid: "32", ask: "31" } as const;

/** How a status is shown. */
export const statusStyle: Readonly<Record<BookStatus, string>> = {
  live: colours.good,
  syncing: colours.warn,
  gapped: colours.bad,
  stale: colours.bad,
  crossed: colours.bad,
};
