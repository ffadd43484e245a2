import {
  createDepthChannel,
  createFrameBody,
  decodePrefixMessage,
  encodeUtf8,
  readDepth,
} from "@depthwire/core/internal";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { noBookCounters } from "../book/book-counters.js";
import { BookHistory } from "../book/book-history.js";
import { DepthBook } from "../book/depth-book.js";
import type { DepthBookOutcome, DepthBookRules } from "../book/depth-book-rules.js";
import { exactForm } from "../exact/form.js";
import { TextScanner } from "../plain/scanner.js";
import { type DepthText, depthText, specPair, type WireRow } from "../spec-kit/depth-text.spec-kit.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { WasmScanner } from "../wasm/scanner.js";
import type { DepthScanner } from "./depth-scanner.js";
import { scannerFor } from "./scanner-for.js";

/** What happens to a book: a message, by how far its number and time step and on which connection it comes; or a word of its owner. */
type Step =
  | {
      readonly kind: "update" | "snapshot";
      readonly seq: number;
      readonly ut: number;
      readonly levels: DepthText;
      readonly owner: number;
    }
  | { readonly kind: "lose" | "subscribed" | "connected" | "disconnected" | "remember" | "renewed" };

const limits = { maxFrameBytes: 65_536, maxInflatedBytes: 65_536 };
const connection = 7;
const seen: Record<string, number> = {};

const price = fc.integer({ min: 0, max: 40 });
/** A finer one now and then. */
const textOf = (whole: number, isFine: boolean): string => (isFine ? `${whole}.5` : `${whole}`);
const row = (from: number): fc.Arbitrary<WireRow> =>
  fc
    .tuple(fc.nat({ max: 4 }), price, fc.integer({ min: 0, max: 60 }))
    .map(([quantity, step, rare]) => [textOf(quantity, rare === 1), textOf(from + step, rare === 0)]);
/** Asks mostly above bids. */
const sides = (maxLength: number) =>
  fc.record({ asks: fc.array(row(100), { maxLength }), bids: fc.array(row(62), { maxLength }) });
const numbers = {
  seq: fc.oneof({ weight: 30, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) }),
  ut: fc.oneof(
    { weight: 30, arbitrary: fc.nat({ max: 2 }) },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: 0 }) },
  ),
  owner: fc.oneof(
    { weight: 30, arbitrary: fc.constant(connection) },
    { weight: 1, arbitrary: fc.constant(connection + 1) },
  ),
};
const update: fc.Arbitrary<Step> = fc.record({
  ...numbers,
  kind: fc.constant("update" as const),
  levels: fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: sides(6) }) },
    { weight: 2, arbitrary: fc.record({ add: sides(3), del: sides(1), mod: sides(1) }) },
    { weight: 1, arbitrary: fc.record({ add: sides(45) }) },
    { weight: 1, arbitrary: sides(2).map((same) => ({ add: same, del: same })) },
  ),
});
const snapshot: fc.Arbitrary<Step> = fc.record({
  ...numbers,
  kind: fc.constant("snapshot" as const),
  levels: fc.oneof(
    sides(30),
    sides(30).map(({ asks, bids }) => ({ asks: bestFirst(asks, 1), bids: bestFirst(bids, -1) })),
  ),
});
const word: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("lose", "subscribed", "subscribed", "connected", "disconnected", "remember", "renewed"),
});
const steps = fc.array(
  fc.oneof({ weight: 60, arbitrary: update }, { weight: 8, arbitrary: snapshot }, { weight: 2, arbitrary: word }),
  { minLength: 10, maxLength: 60, size: "max" },
);

function bestFirst(rows: readonly WireRow[], sign: 1 | -1): readonly WireRow[] {
  const byPrice = new Map(rows.map((each) => [each[1], each]));
  return [...byPrice.values()].sort(([, left], [, right]) => sign * (Number(left) - Number(right)));
}

/** A book as a shard keeps it, over one of the two scanners. */
function createWorld(scanner: DepthScanner, rules: DepthBookRules) {
  const counters = noBookCounters();
  const channel = createDepthChannel(specPair, { priceScale: 0, quantityScale: 0 }, 42);
  const parts = { store: scanner.levels, channel, exact: exactForm, history: new BookHistory() };
  const book = new DepthBook(rules, counters, 0, parts);
  scanner.add(channel, connection);
  const take = (text: string, owner: number, nowMs: number): DepthBookOutcome | "refused" => {
    const bytes = encodeUtf8(text);
    const body = Object.assign(createFrameBody(), { bytes, start: 0, end: bytes.length });
    const { follower } = scanner;
    const isFollowed = follower?.follow(body, owner, 5_000 + nowMs) ?? false;
    const scanned = follower === undefined ? scanner.scan(body) : follower.scanned;
    const outcome = isFollowed ? "followed" : scanned === undefined ? "unknown" : "scanned";
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (outcome === "followed") {
      expect(follower?.followedIndex).toBe(42);
    }
    return owner === connection ? finish(outcome, bytes, nowMs) : "refused";
  };
  const finish = (outcome: "followed" | "scanned" | "unknown", bytes: Uint8Array, nowMs: number): DepthBookOutcome => {
    switch (outcome) {
      case "followed":
        counters.applied++;
        return "update";
      case "unknown": {
        const message = decodePrefixMessage(bytes, 0, bytes.length);
        const read = () => message.kind === "data" && readDepth(message, channel, scanner.sink);
        const first = read();
        if (first !== false && first.kind !== "done") {
          Object.assign(channel, { priceScale: first.priceScale, quantityScale: first.quantityScale });
          read();
        }
        break;
      }
      default:
        expect(scanner.follower?.scanned ?? channel).toBe(channel);
    }
    return book.apply(scanner.sink, channel, 5_000 + nowMs, nowMs);
  };
  return { book, counters, take };
}

/** What a book says of itself, its numbers free of scales. A version only has to grow. */
function stateOf({ book, counters }: Pick<ReturnType<typeof createWorld>, "book" | "counters">): unknown {
  const { status, reason, seq, updatedAtMs, receivedAtMs, epoch, atFirstStep, awaitingSnapshot, levels } = book;
  const { priceScale, quantityScale, crossed } = levels;
  const sidesOf = [levels.asks, levels.bids].map(({ length, columns: { keys, quantities } }) =>
    Array.from({ length }, (_, at) => [
      (keys[at] as number) / 10 ** priceScale,
      (quantities[at] as number) / 10 ** quantityScale,
    ]),
  );
  const words = {
    status,
    reason,
    seq,
    updatedAtMs,
    receivedAtMs,
    epoch,
    atFirstStep,
    awaitingSnapshot,
    crossed,
  };
  return { ...words, counters: { ...counters }, sidesOf };
}

function tell(book: DepthBook, kind: Exclude<Step["kind"], "update" | "snapshot">): void {
  switch (kind) {
    case "lose":
      book.lose("gap");
      break;
    case "subscribed":
      book.subscribed("same-connection");
      break;
    case "connected":
      book.subscribed("new-connection");
      break;
    case "disconnected":
      book.disconnected("disconnected");
      break;
    case "remember":
      book.remember();
      break;
    case "renewed":
      book.renewed();
      break;
  }
}

test("a book that is followed in the module's memory is the one that takes each message itself", {
  timeout: 60_000,
}, () => {
  const rulesOf = fc.record({
    sequencePolicy: fc.constantFrom("contiguous" as const, "contiguous" as const, "monotonic" as const),
    sameLevel: fc.constantFrom("resync" as const, "add-then-del" as const, "del-then-add" as const),
    maxLevels: fc.constantFrom(20, 2_000),
  });
  const scanner = scannerFor(createWasmInflate(limits), 4_096);
  if (!(scanner instanceof WasmScanner)) {
    throw new Error("no scanner of the module's");
  }
  const { blocks } = scanner.levels;
  const takeBlock = blocks.take.bind(blocks);
  // Mostly there is room for the book's levels; none at all, or none for some time, now and then.
  const roomOf = fc.array(fc.boolean(), { maxLength: 3 });
  const outcomes: Record<string, number> = {};
  fc.assert(
    fc.property(steps, rulesOf, roomOf, (script, rules, room) => {
      const answers = [...room];
      blocks.take = (capacity) => (answers.shift() === false ? 0 : takeBlock(capacity));
      const followed = createWorld(scanner, rules);
      const plain = createWorld(new TextScanner(4_096), rules);
      const versions = () => [followed, plain].map(({ book }) => book.version);
      let [seq, ut, nowMs] = [100, 1_000, 0];
      const begin = () => {
        for (const { book, take } of [followed, plain]) {
          book.subscribed("new-connection");
          take(depthText({ seq, ut, asks: [["1", "120"]], bids: [["1", "90"]] }), connection, nowMs);
        }
      };
      begin();
      for (const step of script) {
        nowMs += 7_000;
        if (plain.book.status !== "live" && step.kind === "update") {
          begin();
        }
        const [followedBefore, plainBefore] = versions();
        if (step.kind === "update" || step.kind === "snapshot") {
          const text = depthText({ ...step.levels, seq: seq + step.seq, ut: ut + step.ut });
          const outcome = plain.take(text, step.owner, nowMs);
          expect(followed.take(text, step.owner, nowMs)).toBe(outcome);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          if (step.owner === connection) {
            [seq, ut] = [Math.max(1, seq + step.seq), Math.max(1, ut + step.ut)];
          }
        } else {
          tell(plain.book, step.kind);
          tell(followed.book, step.kind);
        }
        expect(stateOf(followed)).toEqual(stateOf(plain));
        const [followedAfter, plainAfter] = versions();
        expect(followedAfter !== followedBefore).toBe(plainAfter !== plainBefore);
      }
      followed.book.levels.release();
    }),
    { numRuns: 300 },
  );
  for (const outcome of ["followed", "scanned", "unknown"]) {
    expect(seen[outcome], outcome).toBeGreaterThan(100);
  }
  for (const outcome of [
    "update",
    "snapshot",
    "dropped",
    "gap",
    "crossed",
    "unknown-level",
    "ambiguous-level",
    "overflow",
  ]) {
    expect(outcomes[outcome], outcome).toBeGreaterThan(20);
  }
});
