import { createContestant } from "../contestants/registry.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";

/** What the process whose instructions are counted is told, in its one argument. */
export interface CountOrders {
  readonly contestant: string;
  readonly peersFolder: string;
  readonly corpus: CorpusOptions;
  /** Messages that are applied before those that are counted: all others of the corpus are. */
  readonly warmUp: number;
}

const { contestant: name, peersFolder, corpus: options, warmUp } = JSON.parse(process.argv[2] ?? "{}") as CountOrders;
const contestant = await createContestant(name, peersFolder);
const corpus = createDepthCorpus(options);
contestant.load(corpus);
apply(0, warmUp);
mark();
apply(warmUp, corpus.updates.length);
mark();

function apply(from: number, to: number): void {
  for (let index = from; index < to; index++) {
    contestant.apply(corpus.updates[index] as Uint8Array);
  }
}

/** The counter writes down what it has, and begins again, whenever the C library's `umask` is called: nothing else here calls it. */
function mark(): void {
  process.umask();
}
