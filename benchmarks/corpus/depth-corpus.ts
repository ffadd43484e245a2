import { deflateSync } from "node:zlib";
import { manyPairs } from "./many-pairs.js";
import { Market, type PairShape, type TextBook } from "./market.js";
import { corpusRandom, integerBetween } from "./random.js";
import { createZipf, describeTraffic, type TrafficName, traffics } from "./traffic.js";

/** What a corpus is made from. */
export interface CorpusOptions {
  readonly seed: number;
  /** Levels a side. */
  readonly levels: number;
  /** How many updates, over all pairs. */
  readonly updates: number;
  /** How many pairs; without it eight with prices of four scales. */
  readonly pairs?: number;
  /** What is applied: updates (the default), or a full message in place of each. */
  readonly messages?: "updates" | "snapshots";
  /** How frames are written; compressed by default. */
  readonly frames?: "compressed" | "plain";
  /** Where changes fall and how they are written; `usual` by default. */
  readonly traffic?: TrafficName;
}

/** Recorded depth of several pairs: compressed frames of protocol A, and the books that they lead to. */
export interface DepthCorpus {
  readonly name: string;
  readonly pairs: readonly PairShape[];
  /** One full message a pair. */
  readonly snapshots: readonly Uint8Array[];
  /** What is applied and measured, of all pairs in shuffled order; each pair's `seq` steps by 1. */
  readonly updates: readonly Uint8Array[];
  /** Pair and `seq` of each of {@link DepthCorpus.updates}. */
  readonly updatePairs: readonly string[];
  readonly updateSeqs: readonly number[];
  /** JSON text of {@link DepthCorpus.updates}, for steps behind inflating. */
  readonly updateTexts: readonly string[];
  /** By pair. */
  readonly finalBooks: ReadonlyMap<string, TextBook>;
  /** Averages of an update. */
  readonly average: { readonly changedLevels: number; readonly jsonBytes: number; readonly frameBytes: number };
}

/** Prices of five sizes and four scales. */
const usualShapes: readonly PairShape[] = [
  { pair: "4BTC_USDT", priceScale: 1, quantityScale: 3, startPrice: 477_416 },
  { pair: "4ETH_USDT", priceScale: 2, quantityScale: 3, startPrice: 312_055 },
  { pair: "4LTC_USDT", priceScale: 2, quantityScale: 2, startPrice: 14_873 },
  { pair: "4EOS_USDT", priceScale: 4, quantityScale: 1, startPrice: 33_417 },
  { pair: "4XRP_USDT", priceScale: 5, quantityScale: 1, startPrice: 83_216 },
  { pair: "4DOT_USDT", priceScale: 3, quantityScale: 2, startPrice: 27_654 },
  { pair: "4LINK_USDT", priceScale: 3, quantityScale: 2, startPrice: 19_388 },
  { pair: "4BCH_USDT", priceScale: 2, quantityScale: 3, startPrice: 45_120 },
];

/** Changed levels of one update: uniform in this range, 11.5 wanted on average. */
const minChanges = 4;
const maxChanges = 20;

const compressedMarker = 0x31;
const plainMarker = 0x30;

/** Records a corpus. The same options give the same bytes wherever zlib is the same. */
export function createDepthCorpus(options: CorpusOptions): DepthCorpus {
  const { seed, levels, updates, messages = "updates", frames: form = "compressed", traffic: kind = "usual" } = options;
  const traffic = traffics[kind];
  const toFrame = form === "compressed" ? toCompressedFrame : toPlainFrame;
  const shapes = options.pairs === undefined ? usualShapes : manyPairs(options.pairs);
  const random = corpusRandom(seed);
  const markets = shapes.map((shape) => new Market(shape, random, levels, traffic));
  const uniform = (): number => integerBetween(random, 0, markets.length - 1);
  const nextMarket = traffic.pairs === "zipf" ? createZipf(markets.length, random) : uniform;
  const snapshots = markets.map((market) => toFrame(market.snapshot()));
  const updateTexts: string[] = [];
  const updatePairs: string[] = [];
  const updateSeqs: number[] = [];
  let changedLevels = 0;
  for (let count = 0; count < updates; count++) {
    const market = markets[nextMarket()] as Market;
    const { text, changed } = market.update(integerBetween(random, minChanges, maxChanges));
    updateTexts.push(messages === "updates" ? text : market.snapshot());
    updatePairs.push(market.pair);
    updateSeqs.push(market.seq);
    changedLevels += changed;
  }
  const frames = updateTexts.map(toFrame);
  const finalBooks = new Map(shapes.map(({ pair }, index) => [pair, (markets[index] as Market).book()]));
  return {
    name: corpusName(options),
    pairs: shapes,
    snapshots,
    updates: frames,
    updateTexts,
    updatePairs,
    updateSeqs,
    finalBooks,
    average: {
      changedLevels: changedLevels / updates,
      jsonBytes: updateTexts.reduce((sum, text) => sum + text.length, 0) / updates,
      frameBytes: frames.reduce((sum, frame) => sum + frame.length, 0) / updates,
    },
  };
}

/** What a corpus is called in reports. */
export function corpusName({ seed, levels, traffic = "usual" }: CorpusOptions): string {
  return `${levels} levels, seed ${seed}${traffic === "usual" ? "" : `, ${describeTraffic(traffic)}`}`;
}

/** Marker `1` and zlib level 6. `@spec document 1, Events, Protocol A` */
function toCompressedFrame(text: string): Uint8Array {
  const body = deflateSync(text, { level: 6 });
  const frame = new Uint8Array(body.length + 1);
  frame[0] = compressedMarker;
  frame.set(body, 1);
  return frame;
}

/** Marker `0` and the text as it is. `@spec document 1, Events, Protocol A` */
function toPlainFrame(text: string): Uint8Array {
  const frame = new Uint8Array(text.length + 1);
  frame[0] = plainMarker;
  new TextEncoder().encodeInto(text, frame.subarray(1));
  return frame;
}
