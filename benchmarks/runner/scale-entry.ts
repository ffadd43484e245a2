import { setImmediate as nextTurn } from "node:timers/promises";
import { Pieces } from "../contestants/pieces.js";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { median } from "./measure.js";

/** What one process of the case `scale` found. */
export interface ScaleAnswer {
  readonly messagesPerSecond: number;
  /** Memory that the books took, on the heap and beside it. */
  readonly bytesPerPair: number;
  /** Heap that one message costs in the steady state. */
  readonly heapBytesPerMessage: number;
}

const [pairs = 1, levels = 20, updates = 20_000, passes = 5] = process.argv.slice(2).map(Number);
const { gc } = globalThis;
if (gc === undefined) {
  throw new Error("the case scale needs --expose-gc");
}

/** One collection leaves behind what only the next one finds. */
const collections = 4;
const corpus = createDepthCorpus({ seed: 1, levels, updates, pairs });
const before = await memoryNow();
const pieces = new Pieces(corpus.pairs);
load(pieces, corpus);
const bytesPerPair = ((await memoryNow()) - before + levelBytes(pieces)) / pairs;

const rates: number[] = [];
let heapBytesPerMessage = Number.POSITIVE_INFINITY;
for (let pass = 0; pass <= passes; pass++) {
  load(pieces, corpus);
  gc();
  const heapBefore = process.memoryUsage().heapUsed;
  const startMs = performance.now();
  applyAll(pieces, corpus.updates);
  const elapsedMs = performance.now() - startMs;
  // Young garbage is not collected within a pass: the process has room for it.
  const heapBytes = process.memoryUsage().heapUsed - heapBefore;
  if (pass > 0) {
    rates.push((updates / elapsedMs) * 1000);
    heapBytesPerMessage = Math.min(heapBytesPerMessage, heapBytes / updates);
  }
}
const answer: ScaleAnswer = { messagesPerSecond: median(rates), bytesPerPair, heapBytesPerMessage };
process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Counted, because the iterator of a loop that is not optimised leaves an object on the heap for each frame. */
function applyAll(target: Pieces, frames: readonly Uint8Array[]): void {
  for (let i = 0; i < frames.length; i++) {
    target.apply(frames[i] as Uint8Array);
  }
}

function load(target: Pieces, { snapshots }: DepthCorpus): void {
  target.subscribe();
  for (const frame of snapshots) {
    target.apply(frame);
  }
}

/** What ended streams leave behind is given up in later turns of the event loop. */
async function memoryNow(): Promise<number> {
  for (let i = 0; i < collections; i++) {
    gc?.();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed;
}

/** Memory that levels lie in: buffers of their own, or the whole memory of the WebAssembly module, its tables included. */
function levelBytes({ books }: Pieces): number {
  const sides = books.flatMap(({ levels: { asks, bids } }) => [asks, bids]);
  const buffers = new Set(sides.map(({ columns }) => columns.keys.buffer));
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
