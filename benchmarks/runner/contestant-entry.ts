import { checkBooks } from "../contestants/check-books.js";
import { createContestant } from "../contestants/registry.js";
import { type CorpusOptions, createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { type Measured, replayFor } from "./replay.js";

/** What the process of one contestant is told. */
export type ContestantOrder =
  | { readonly kind: "load"; readonly corpus: CorpusOptions }
  | { readonly kind: "run"; readonly minMs: number };

/** What it answers. */
export type ContestantAnswer = Measured | { readonly loaded: true } | { readonly error: string };

const [name = "", peersFolder = ""] = process.argv.slice(2);
const contestant = await createContestant(name, peersFolder);
let corpus: DepthCorpus | undefined;

function obey(order: ContestantOrder): ContestantAnswer {
  if (order.kind === "load") {
    corpus = createDepthCorpus(order.corpus);
    return { loaded: true };
  }
  if (corpus === undefined) {
    throw new Error("no corpus was loaded");
  }
  const measured = replayFor(contestant, corpus, order.minMs);
  checkBooks(contestant, corpus);
  return measured;
}

process.on("message", (order: ContestantOrder) => {
  let answer: ContestantAnswer;
  try {
    answer = obey(order);
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
