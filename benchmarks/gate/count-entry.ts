import { readFileSync, readSync, writeSync } from "node:fs";
import { deserialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { BookContestant } from "../contestants/contestant.js";
import type { CountedCase } from "./counted-case.js";
import type { CountedWork } from "./counted-work.js";

/** What the process whose instructions are counted is told, in its one argument. */
export interface CountOrders {
  readonly name: CountedCase;
  /** A file with the {@link CountedWork}. */
  readonly work: string;
  /** Every so many messages one is worked on twice: a slow-down that a spec plants. */
  readonly repeatEvery?: number;
}

/** One message after the other. */
type Apply = (index: number) => void;

const { name, work: file, repeatEvery } = JSON.parse(process.argv[2] ?? "{}") as CountOrders;
const work = deserialize(readFileSync(file)) as CountedWork;
const { warmUp, counted } = work.terms;
// What a case does not need is not loaded: under the emulator that takes as long as the work.
await (work.kind === "books" ? countBooks(work) : work.kind === "texts" ? countTexts(work) : countSegment(work));

async function countBooks({ corpus }: Extract<CountedWork, { readonly kind: "books" }>): Promise<void> {
  const contestant = await createContestant();
  const { checkBooks } = await import("../contestants/check-books.js");
  contestant.load(corpus);
  count((index) => contestant.apply(corpus.updates[index] as Uint8Array));
  checkBooks(contestant, corpus);
}

async function createContestant(): Promise<BookContestant> {
  if (name !== "engine") {
    return (await import("../contestants/pieces.js")).createPieces();
  }
  const { createWholeEngine } = await import("../contestants/whole-engine.js");
  return createWholeEngine((await import("@depthwire/book")).createInflate);
}

async function countTexts({ texts }: Extract<CountedWork, { readonly kind: "texts" }>): Promise<void> {
  const { createHmacMd5 } = await import("@depthwire/core/internal");
  const { requestSecret } = await import("../corpus/request-texts.js");
  const hmac = createHmacMd5(new TextEncoder().encode(requestSecret));
  count((index) => hmac.hex(texts[index] as string));
}

/** A segment is decoded as a whole. */
async function countSegment({ segment, corpus }: Extract<CountedWork, { readonly kind: "segment" }>): Promise<void> {
  const { decodeSegment } = await import("@depthwire/recording");
  const decode = (): void => {
    const { frames, books } = decodeSegment(segment, {}, { crc32 });
    if (frames !== counted + corpus.snapshots.length || books.length !== corpus.pairs.length) {
      throw new Error(`a segment of ${corpus.name} was decoded to ${frames} frames of ${books.length} books`);
    }
  };
  for (let decoded = 0; decoded < warmUp; decoded += counted) {
    decode();
  }
  countFromHere();
  decode();
  mark();
}

function count(apply: Apply): void {
  run(apply, 0, warmUp);
  countFromHere();
  run(apply, warmUp, warmUp + counted);
  mark();
}

function run(apply: Apply, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    apply(index);
    if (repeatEvery !== undefined && index % repeatEvery === 0) {
      apply(index);
    }
  }
}

/**
 * Says that the code is compiled, and waits until the counter counts. Garbage of the start is collected before: how much there is differs a little from
 * start to start, and with it whether a collection falls among the messages that are counted, which can be four fifths of their instructions.
 */
function countFromHere(): void {
  globalThis.gc?.({ type: "minor" });
  writeSync(1, "warm");
  readSync(0, Buffer.alloc(2));
  mark();
}

/** The counter writes down what it has, and begins again, whenever the C library's `umask` is called: nothing else here calls it. */
function mark(): void {
  process.umask();
}
