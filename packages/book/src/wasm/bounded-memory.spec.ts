import { deflateSync } from "node:zlib";
import { defaultFrameLimits } from "@depthwire/core";
import { createDepthChannel, createFrameBody, encodeUtf8 } from "@depthwire/core/internal";
import { describe, expect, it } from "vitest";
import { noBookCounters } from "../book/book-counters.js";
import { ColumnBook } from "../book/column-book.js";
import { DepthBook } from "../book/depth-book.js";
import { scannerFor } from "../scan/scanner-for.js";
import { boundedModule } from "../spec-kit/bounded-module.spec-kit.js";
import { type DepthText, depthText, type WireRow } from "../spec-kit/depth-text.spec-kit.js";
import { WasmMachine } from "./machine.js";
import { createModuleInflate } from "./module-inflate.js";

const pageBytes = 65_536;
const limits = { maxFrameBytes: 4_096, maxInflatedBytes: 4_096 };
const owner = 7;

function rowsFrom(first: number, step: number): readonly WireRow[] {
  return Array.from({ length: 100 }, (_, index) => ["1", String(first + step * index)]);
}

/** A book whose levels lie with many others' in `scanner`'s memory, while that has room. */
function createBook(scanner: ReturnType<typeof scannerFor>, index: number) {
  const scales = { priceScale: 0, quantityScale: 0 };
  const channel = createDepthChannel(`P${index}_USDT`, scales, index);
  const parts = { store: scanner.levels, channel };
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 2_000 } as const;
  const book = new DepthBook(rules, noBookCounters(), 0, parts);
  scanner.add(channel, owner);
  book.subscribed("new-connection");
  /** Whether the module took the message by itself. */
  const take = (seq: number, content: DepthText): boolean => {
    const bytes = encodeUtf8(depthText({ pair: channel.pair, ut: 1_000 + seq, seq, ...content }));
    const body = Object.assign(createFrameBody(), { bytes, start: 0, end: bytes.length });
    const isFollowed = scanner.follower?.follow(body, owner, 5_000) === true;
    if (!isFollowed) {
      book.apply(scanner.sink, channel, 5_000, seq);
    }
    return isFollowed;
  };
  return { book, take };
}

/** Number, levels, and quantities of the best levels. */
function stateOf({ status, seq, levels: { asks, bids } }: DepthBook): unknown {
  const [ask, bid] = [asks, bids].map(({ columns, length }) => columns.quantities[length - 1]);
  return { status, seq, asks: [asks.length, asks.bestKey, ask], bids: [bids.length, bids.bestKey, bid] };
}

describe("a module whose memory may grow no more", () => {
  it("keeps right books: the host applies updates of those that found no room, and the module those of the others", () => {
    const scanner = scannerFor(createModuleInflate(boundedModule(16), limits), 2_000);
    const books = Array.from({ length: 200 }, (_, index) => createBook(scanner, index));
    const followed = { first: 0, second: 0 };
    for (const { book, take } of books) {
      take(100, { asks: rowsFrom(1_200, 1), bids: rowsFrom(900, -1) });
      followed.first += take(101, { add: { asks: [["7", "1200"]], bids: [["8", "900"]] } }) ? 1 : 0;
      expect(stateOf(book)).toEqual({ status: "live", seq: 101, asks: [100, -1_200, 7], bids: [100, 900, 8] });
    }
    for (const { book, take } of books) {
      followed.second += take(102, { add: { bids: [["9", "901"]] }, del: { asks: [["0", "1200"]] } }) ? 1 : 0;
      expect(stateOf(book)).toEqual({ status: "live", seq: 102, asks: [99, -1_201, 1], bids: [101, 901, 9] });
    }
    expect(followed.first).toBeGreaterThan(10);
    expect(followed.first).toBeLessThan(190);
    expect(followed.second).toBe(followed.first);
  });

  it("uses it to its last page", () => {
    const machine = new WasmMachine(boundedModule(31), limits);
    while (machine.reserve(pageBytes) !== 0) {
      // Until there is no page left.
    }
    expect(machine.numbers.byteLength).toBe(31 * pageBytes);
  });

  it("gives no room that would end behind the last address, and loses none by saying so", () => {
    const machine = new WasmMachine(boundedModule(31), limits);
    const first = machine.reserve(128);
    expect(machine.reserve(2 ** 32 - 128)).toBe(0);
    expect(machine.reserve(128)).toBe(first + 128);
  });

  it("refuses the text that it has no room for, each time, and inflates the others", () => {
    const inflate = createModuleInflate(boundedModule(31));
    const run = (text: string): number => {
      const source = deflateSync(text);
      return inflate.inflate(source, 0, source.length, defaultFrameLimits.maxInflatedBytes);
    };
    for (let time = 0; time < 3; time++) {
      expect(() => run("x".repeat(300_000))).toThrow(expect.objectContaining({ code: "frame-too-large" }));
      expect(run("x".repeat(200_000))).toBe(200_000);
    }
  });
});

it("a book that is given back twice leaves its place to one other", () => {
  const { levels } = scannerFor(createModuleInflate(boundedModule(31), limits), 2_000);
  const rules = { maxLevels: 100, sameLevel: "resync" } as const;
  const left = new ColumnBook(rules, levels);
  left.asks.set(-9, 1);
  left.release();
  left.asks.set(-8, 1);
  left.release();
  expect(left.asks.length).toBe(0);
  const [one, other] = [new ColumnBook(rules, levels), new ColumnBook(rules, levels)];
  one.asks.set(-9, 1);
  expect([one.asks.length, other.asks.length]).toEqual([1, 0]);
});
