import type { VenueCodeEntry } from "@depthwire/schema";
import { link, listPath, venueCodePath } from "./reference-paths.js";

/** What can be done about codes of one category, and the page that says more. */
interface Advice {
  readonly sentence: string;
  readonly title: string;
  /** Path of a page, with a heading where one fits. */
  readonly page: string;
}

const operations = { title: "all operations", page: listPath("operations") };
const positions = { title: "Positions, leverage, plan orders, liquidation", page: "docs/guides/positions.md" };
const streams = { title: "Streams", page: "docs/guides/streams.md" };

const adviceOf: Readonly<Record<VenueCodeEntry["category"], Advice>> = {
  account: {
    sentence: "It is about the account or its key, not about this request: look there first.",
    title: "Signing, and what 3025 means",
    page: "docs/guides/signing.md",
  },
  authentication: {
    sentence: "Look at what was signed, at the key and at the clock, in the guide's order.",
    title: "3025, step by step",
    page: "docs/guides/signing.md#3025-step-by-step",
  },
  balance: { sentence: "Open less, or bring in margin first.", ...positions },
  "batch-query": { sentence: "Ask for less at once, each question alone if need be.", ...operations },
  connection: { sentence: "Send less on a connection, or spread it over several.", ...streams },
  frequency: {
    sentence: "Wait, then go on more slowly: the client of this project keeps to the limits by itself.",
    title: "limits",
    page: listPath("limits"),
  },
  "order-price": {
    sentence: "Hold the price against the pair's tick, and against the market.",
    title: "Market orders, and their price",
    page: "docs/guides/market-orders.md",
  },
  "order-quantity": {
    sentence: "Hold the quantity against the pair's unit, its limits, and what can be closed.",
    ...positions,
  },
  "order-state": {
    sentence: "Ask for the order: it changed or ended before this request came.",
    title: "How an order ends",
    page: "docs/guides/trading.md#how-an-order-ends",
  },
  parameter: { sentence: "Hold the request against the page of its operation: names, values, units.", ...operations },
  position: { sentence: "Ask for the positions of the pair first.", ...positions },
  subscription: { sentence: "Hold the subscription against the page of its channel.", ...streams },
  undescribed: {
    sentence: "Nobody has described it: keep the request and the answer, and ask the service.",
    title: "Calls, orders and what became of them",
    page: "docs/guides/trading.md",
  },
  venue: {
    sentence: "Something is wrong on the other side.",
    title: "When a money call is cut off",
    page: "docs/guides/trading.md#when-a-money-call-is-cut-off",
  },
};

/** What may pass another time though nothing about the request changes, or of which nobody knows. */
const mayPassLater: readonly VenueCodeEntry["category"][] = ["undescribed", "balance", "order-price"];

/** What to do about a code of the venue, as Markdown on its page. */
export function adviceFor(code: string, { category, ambiguous, retryable }: VenueCodeEntry): string {
  const { sentence, title, page } = adviceOf[category];
  const more = `More: ${link(title, venueCodePath(code), page)}.`;
  return [sentence, ...againWords({ category, ambiguous, retryable }), more].join(" ");
}

function againWords({
  category,
  ambiguous,
  retryable,
}: Pick<VenueCodeEntry, "category" | "ambiguous" | "retryable">): readonly string[] {
  if (ambiguous) {
    return [
      "It may have been carried out all the same: find out what became of it before anything that moves money is sent again.",
    ];
  }
  if (retryable) {
    return ["The same request may be sent again later."];
  }
  return mayPassLater.includes(category) ? [] : ["The same request, sent again, will be refused again."];
}
