import { checkBooks } from "../contestants/check-books.js";
import { liveClients } from "../contestants/live-client.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import { Arrivals } from "./arrivals.js";
import { nowUs } from "./depth-sender.js";
import type { SendOrder } from "./sender-entry.js";

/** What the process of a live client is told, in its one argument. */
export interface LatencyOrders {
  readonly contestant: string;
  readonly port: number;
  readonly corpus: CorpusOptions;
}

/** What it answers: that every book is live; when messages of a stretch arrived; at last, what is wrong with its books. */
export type LatencyAnswer =
  | { readonly kind: "live" }
  | { readonly kind: "arrived"; readonly atUs: readonly number[] }
  | { readonly kind: "checked"; readonly error: string | undefined };

const { contestant, port, corpus: options } = JSON.parse(process.argv[2] ?? "{}") as LatencyOrders;
const corpus = createDepthCorpus(options);
const arrivals = new Arrivals(corpus);
const live = new Set<string>();
const pairs = corpus.pairs.map(({ pair }) => pair);
const follow = liveClients[contestant];
if (follow === undefined) {
  throw new RangeError(`there is no live client "${contestant}"`);
}
const tell = (answer: LatencyAnswer): void => void process.send?.(answer);

const client = follow(`ws://127.0.0.1:${port}`, pairs, (pair, seq) => {
  // The machine's own clock, which counts alike in every process.
  arrivals.note(pair, seq, nowUs());
  if (live.size < pairs.length && live.add(pair).size === pairs.length) {
    tell({ kind: "live" });
  }
});

process.on("message", (order: SendOrder | "check") => {
  if (order === "check") {
    tell({ kind: "checked", error: whatIsWrong() });
  } else {
    void arrivals.until(order.from, order.to).then((atUs) => tell({ kind: "arrived", atUs }));
  }
});
process.once("disconnect", () => void client.close().then(() => process.exit()));

function whatIsWrong(): string | undefined {
  try {
    checkBooks({ name: contestant, book: (pair) => client.book(pair) }, corpus);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
