import { createDepthChannel, DepthSink, decodePrefixMessage, encodeUtf8, readDepth } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { OracleBook, type OracleOutcome } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noBookCounters } from "../book/book-counters.js";
import { BookHistory } from "../book/book-history.js";
import { DepthBook } from "../book/depth-book.js";
import { verifyDepth } from "../book/verify-depth.js";
import { depthText, specPair, type WireRow } from "../spec-kit/depth-text.spec-kit.js";
import { BookView } from "../view/book-view.js";
import { viewDataOf } from "../view/book-view-data.js";
import { exactForm } from "./form.js";

const seen = { exact: 0, columns: 0, entered: 0, left: 0, verified: 0, ambiguous: 0 };

/** Around 2^53 at every scale, far above and below it, and what venues really send. */
const magnitude = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat({ max: 9999 }), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }), fc.nat({ max: 14 }))
      .map(([digits, scale]) => scaledText(digits, scale)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.nat({ max: 20 }))
      .map(([digits, scale]) => scaledText(digits, scale)),
  },
);

function scaledText(digits: bigint, scale: number): string {
  const text = digits.toString().padStart(scale + 1, "0");
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

// Few prices, so that rows meet; bids below asks.
const askPrice = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("101", "101.50", "102.25", "103", "110.1") },
  { weight: 1, arbitrary: fc.constantFrom("9007199254740992.5", "101.50000000000000000001", "100000000000000000000") },
);
const bidPrice = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("99", "98.5", "98.50", "97", "90.125") },
  { weight: 1, arbitrary: fc.constantFrom("0.000000000000000001", "98.4999999999999999") },
);
const rowsAt = (price: fc.Arbitrary<string>): fc.Arbitrary<WireRow[]> =>
  fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: magnitude }, { weight: 1, arbitrary: fc.constant("0") }), price), {
    maxLength: 4,
  });
const sides = fc.record({ asks: rowsAt(askPrice), bids: rowsAt(bidPrice) });
const modestRows = (price: string): fc.Arbitrary<WireRow[]> =>
  fc.nat({ max: 999 }).map((whole): WireRow[] => [[`${whole + 1}.5`, price]]);
const content = fc.oneof(
  { weight: 1, arbitrary: sides },
  { weight: 1, arbitrary: fc.record({ asks: modestRows("101"), bids: modestRows("99") }) },
  { weight: 6, arbitrary: fc.record({ add: sides, del: sides, mod: sides }) },
);

/** What a shard does with a message of the general path. */
function take(book: DepthBook, channel: ReturnType<typeof createDepthChannel>, text: string): string {
  const sink = new DepthSink(64);
  const bytes = encodeUtf8(text);
  const message = decodePrefixMessage(bytes, 0, bytes.length);
  if (message.kind !== "data") {
    throw new Error(message.kind);
  }
  const outcome = readDepth(message, channel, sink);
  if (outcome.kind !== "done") {
    Object.assign(channel, { priceScale: outcome.priceScale, quantityScale: outcome.quantityScale });
    expect(readDepth(message, channel, sink).kind).toBe("done");
  }
  return book.apply(sink, channel, 1, 1);
}

const sameOutcome: Readonly<Partial<Record<OracleOutcome, string>>> = {
  ambiguous: "ambiguous-level",
  "awaiting-snapshot": "dropped",
};

describe("a book of numbers of any size", () => {
  it("is the oracle's, message by message, in its levels, its reads and its past", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 25 }), (messages) => {
        const rules = { sequencePolicy: "monotonic", sameLevel: "resync", maxLevels: 100 } as const;
        const book = new DepthBook(rules, noBookCounters(), 0, { exact: exactForm, history: new BookHistory() });
        const oracle = new OracleBook(specPair, { sequencePolicy: "monotonic" });
        const channel = createDepthChannel(specPair, { priceScale: 0, quantityScale: 0 }, 0);
        book.subscribed("new-connection");
        book.remember();
        for (const [index, payload] of messages.entries()) {
          const text = depthText({ seq: index + 1, ut: 1_000 + index, ...payload });
          const wasExact = book.isExact;
          const expected = oracle.apply(text);
          expect(take(book, channel, text)).toBe(sameOutcome[expected] ?? expected);
          seen.ambiguous += expected === "ambiguous" ? 1 : 0;
          seen.entered += !wasExact && book.isExact ? 1 : 0;
          seen.left += wasExact && !book.isExact ? 1 : 0;
          if (oracle.usable) {
            compare(book, oracle, 1_000 + index);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("was seen in either form, and going from one to the other", () => {
    for (const [what, count] of Object.entries(seen)) {
      expect(count, what).toBeGreaterThan(60);
    }
  });
});

function compare(book: DepthBook, oracle: OracleBook, updatedAtMs: number): void {
  seen[book.isExact ? "exact" : "columns"] += 1;
  const view = new BookView(specPair as Pair, viewDataOf(book, 1, 100), book, 100);
  const { asks, bids } = view.toJSON();
  expect([asks, bids]).toEqual([oracle.asks(), oracle.bids()]);
  expect(view.isExact).toBe(book.isExact);
  for (const side of [view.asks, view.bids]) {
    for (const [index, { price }] of side.levels().entries()) {
      expect(side.levelAt(price)).toEqual(side.level(index));
    }
  }
  if (asks.length + bids.length > 0) {
    seen.verified += 1;
    const evidence = { asks, bids, updatedAtMs, size: 100, pushes: "came" } as const;
    expect(verifyDepth(book, evidence)).toMatchObject({ kind: "equal", levels: asks.length + bids.length });
  }
}
