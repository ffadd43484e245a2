import { createContestant } from "../contestants/registry.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";

/** What the process whose instructions are counted is told, in its one argument. */
export interface CountOrders {
  readonly contestant: string;
  readonly peersFolder: string;
  readonly corpus: CorpusOptions;
  /** Messages that are applied; the corpus may have more. */
  readonly messages: number;
}

const { contestant: name, peersFolder, corpus: options, messages } = JSON.parse(process.argv[2] ?? "{}") as CountOrders;
const contestant = await createContestant(name, peersFolder);
const corpus = createDepthCorpus(options);
contestant.load(corpus);
for (let index = 0; index < messages; index++) contestant.apply(corpus.updates[index] as Uint8Array);
