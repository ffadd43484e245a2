import { BookView } from "@depthwire/book";
import {
  BookHistory,
  createWasmInflate,
  DepthBook,
  type DepthBookOutcome,
  type DepthScanner,
  exactForm,
  noBookCounters,
  scannerFor,
  TextScanner,
  viewDataOf,
} from "@depthwire/book/internal";
import type { Random } from "@depthwire/core";
import { createFrameBody, type DepthChannel, decodePrefixMessage, readDepth } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { canonicalDecimal, OracleBook, randomInteger, readDecimal } from "@depthwire/testkit";
import { attempt } from "../attempt.js";
import { once, pick } from "../generate/bytes.js";
import { decodeChunks, encodeChunks, mutateChunks } from "../generate/chunks.js";
import { depthMessage, depthWords, fuzzPair } from "../generate/depth-text.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import { mutateJson } from "../generate/json-text.js";
import { judgeJson } from "../judge/json.js";
import { judgePrefixDepth } from "../judge/prefix-depth.js";
import type { Finding, FuzzTarget, Judgement, OpenTarget } from "../target.js";
import { lenient } from "./compare.js";
import { fuzzChannel, levelCapacity } from "./depth-subject.js";

/** Most messages of one input. */
const maxMessages = 24;
const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: levelCapacity } as const;
const connection = 7;
/** Between two messages, so long that the guard against unknown levels forgets. */
const stepMs = 7_000;

/**
 * Sequences of depth messages: a book over the plain scanner, one that the WebAssembly module follows, and the slow readable one, which
 * hears only what the judge takes.
 */
export const booksTarget: FuzzTarget = { name: "books", share: 3, open: async () => openBooks(createWorlds) };

/** One book with what reads its messages. */
export interface BookWorld {
  readonly book: DepthBook;
  take(bytes: Uint8Array, nowMs: number): DepthBookOutcome | "rejected";
  end(): void;
}

/** Makes the two books that are compared. */
export type CreateWorlds = () => { create(): { readonly plain: BookWorld; readonly wasm: BookWorld } };

function createWorlds(): ReturnType<CreateWorlds> {
  const scanner = scannerFor(createWasmInflate(fuzzLimits), levelCapacity);
  return { create: () => ({ plain: createWorld(new TextScanner(levelCapacity)), wasm: createWorld(scanner) }) };
}

/** The target over any pair of books. */
export function openBooks(worlds: CreateWorlds): OpenTarget {
  const made = worlds();
  return {
    seeds: [],
    patience: { ms: 60, usPerByte: 40 },
    generate: (random) => encodeChunks(sequence(random)),
    mutate: (input, random) => {
      const change = (chunk: Uint8Array): Uint8Array => utf8(mutateJson(textOf(chunk), random, depthWords));
      const create = (): Uint8Array => pick(random, sequence(random));
      return encodeChunks(mutateChunks(decodeChunks(input, maxMessages), random, { change, create }));
    },
    run: (input) => runBooks(made.create(), input),
  };
}

/** A snapshot and updates that follow, now and then not. */
function sequence(random: Random): Uint8Array[] {
  const messages: Uint8Array[] = [];
  let seq = randomInteger(random, 1, 100);
  for (let left = randomInteger(random, 2, 12); left > 0; left--) {
    const kind = messages.length === 0 || once(random, 15) ? "snapshot" : "update";
    messages.push(
      utf8(
        depthMessage(
          { protocol: "prefix", kind, seq, updatedAtMs: 1_000 + seq, maxLevels: kind === "snapshot" ? 12 : 4 },
          random,
        ),
      ),
    );
    seq += once(random, 12) ? randomInteger(random, -2, 3) : 1;
    seq = Math.max(0, seq);
  }
  return messages;
}

/** A book as a shard keeps it, over one of the scanners. */
export function createWorld(scanner: DepthScanner): BookWorld {
  const channel = fuzzChannel();
  const parts = { store: scanner.levels, channel, exact: exactForm, history: new BookHistory() };
  const book = new DepthBook(rules, noBookCounters(), 0, parts);
  scanner.add(channel, connection);
  const take = (bytes: Uint8Array, nowMs: number): DepthBookOutcome | "rejected" => {
    const body = Object.assign(createFrameBody(), { bytes, start: 0, end: bytes.length });
    const { follower } = scanner;
    if (follower?.follow(body, connection, nowMs) === true) {
      return "update";
    }
    const scanned = follower === undefined ? scanner.scan(body) : follower.scanned;
    if (scanned === undefined && !readGeneral(bytes, channel, scanner)) {
      return "rejected";
    }
    return book.apply(scanner.sink, channel, nowMs, nowMs);
  };
  const end = (): void => {
    book.levels.release();
    scanner.remove(channel);
  };
  return { book, take, end };
}

/** False for another channel's message. @throws ProtocolError */
function readGeneral(bytes: Uint8Array, channel: DepthChannel, { sink }: DepthScanner): boolean {
  const message = decodePrefixMessage(bytes, 0, bytes.length);
  if (message.kind !== "data" || message.channel !== channel.text) {
    return false;
  }
  const first = readDepth(message, channel, sink);
  if (first.kind !== "done") {
    Object.assign(channel, { priceScale: first.priceScale, quantityScale: first.quantityScale });
    readDepth(message, channel, sink);
  }
  return true;
}

function runBooks(
  { plain, wasm }: { readonly plain: BookWorld; readonly wasm: BookWorld },
  input: Uint8Array,
): Judgement {
  const oracle = new OracleBook(fuzzPair);
  const features: string[] = [];
  let findings: readonly Finding[] = [];
  let live = 0;
  for (const one of [plain, wasm]) {
    one.book.subscribed("new-connection");
  }
  for (const [at, bytes] of decodeChunks(input, maxMessages).entries()) {
    const nowMs = (at + 1) * stepMs;
    const outcomes = [plain, wasm].map((one) => attempt(() => one.take(bytes, nowMs)));
    const thrown = outcomes.flatMap((one) => (one.kind === "uncaught" ? [one.finding] : []));
    const [ofPlain, ofWasm] = outcomes.map((one) =>
      one.kind === "taken" ? one.value : one.kind === "refused" ? one.code : "uncaught",
    );
    features.push(`${ofPlain} ${plain.book.status}`);
    const judged = judgedText(bytes);
    if (judged !== undefined) {
      oracle.apply(judged);
    }
    const differences = compareBooks(plain, wasm, oracle);
    const isTakenAlike = ofPlain === ofWasm || differences.length > 0;
    const words = isTakenAlike ? [] : [lenient("books take a message differently", `${ofPlain} and ${ofWasm}`)];
    findings = [...thrown, ...differences, ...words];
    live += plain.book.status === "live" ? 1 : 0;
    if (findings.length > 0) {
      break;
    }
    resync(
      [plain, wasm],
      oracle,
      outcomes.some((one) => one.kind === "refused"),
    );
  }
  plain.end();
  wasm.end();
  return { taken: live > 0, features, findings };
}

/** What a shard does with a book that has lost its thread: a new subscription. */
function resync(worlds: readonly BookWorld[], oracle: OracleBook, isRejected: boolean): void {
  let isLost = false;
  for (const { book } of worlds) {
    if (isRejected) {
      book.lose("rejected-message");
    }
    if (book.status !== "live" && !book.awaitingSnapshot) {
      book.subscribed("same-connection");
      isLost = true;
    }
  }
  if (isLost) {
    oracle.resubscribe();
  }
}

/** The message as the documents write it, for the slow book, which reads no other form; undefined where the judge refuses it. */
function judgedText(bytes: Uint8Array): string | undefined {
  const json = judgeJson(bytes, fuzzLimits.maxInflatedBytes);
  const depth = json.kind === "refused" ? undefined : judgePrefixDepth(json.value, levelCapacity);
  if (depth === undefined || depth.kind === "refused") {
    return undefined;
  }
  const [asks, bids, deletedAsks, deletedBids, changedAsks, changedBids] = depth.sections;
  const lists =
    depth.kind === "snapshot"
      ? { asks, bids }
      : {
          add: { asks, bids },
          del: { asks: deletedAsks, bids: deletedBids },
          mod: { asks: changedAsks, bids: changedBids },
        };
  const payload = { pair: fuzzPair, ut: depth.updatedAtMs, seq: depth.seq, ...lists };
  return JSON.stringify({ topic: `${fuzzPair}_depth`, t: depth.kind === "snapshot" ? 0 : 1, d: payload });
}

function compareBooks(plain: BookWorld, wasm: BookWorld, oracle: OracleBook): readonly Finding[] {
  const [one, other] = [stateOf(plain.book), stateOf(wasm.book)];
  if (one !== other) {
    return [lenient("the book that is followed is another than the plain one", `${one} and ${other}`)];
  }
  if (plain.book.status !== "live") {
    return [];
  }
  const wanted = JSON.stringify({ isUsable: true, seq: oracle.seq, asks: oracle.asks(), bids: oracle.bids() });
  const found = JSON.stringify({ isUsable: oracle.usable, seq: plain.book.seq, ...sidesOf(plain.book) });
  return found === wanted
    ? []
    : [lenient("a live book is another than the readable one", `${found} where it has ${wanted}`)];
}

function stateOf(book: DepthBook): string {
  const { status, reason, seq, updatedAtMs, receivedAtMs, epoch, awaitingSnapshot } = book;
  return JSON.stringify({ status, reason, seq, updatedAtMs, receivedAtMs, epoch, awaitingSnapshot, ...sidesOf(book) });
}

function sidesOf(book: DepthBook): { readonly asks: object; readonly bids: object } {
  const view = new BookView(
    fuzzPair as Pair,
    viewDataOf(book, 0, Number.POSITIVE_INFINITY),
    book,
    Number.POSITIVE_INFINITY,
  );
  const plain = (text: string): string => canonicalDecimal(readDecimal(text) ?? { digits: -1n, scale: 0 });
  const levels = (side: BookView["asks"]): object =>
    side.levels().map(({ price, quantity }) => ({ price: plain(price), quantity: plain(quantity) }));
  return { asks: levels(view.asks), bids: levels(view.bids) };
}
