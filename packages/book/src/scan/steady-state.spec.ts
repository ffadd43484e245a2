import { deflateSync } from "node:zlib";
import { defaultFrameLimits, type Inflate } from "@depthwire/core";
import { createDepthChannel, createFrameBody, decodeFrame, encodeFrame } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { noBookCounters } from "../book/book-counters.js";
import { DepthBook } from "../book/depth-book.js";
import { exactForm } from "../exact/form.js";
import { snapshotText, specPair, updateText, type WireRow } from "../spec-kit/depth-text.spec-kit.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { scannerFor } from "./scanner-for.js";

const messages = 20_000;
/** Code that is not optimized yet boxes numbers. When it is depends on the machine and on what else the machine does. */
const maxPasses = 200;
/** Asking for the heap's size leaves some hundred bytes each time. */
const bytesOfAsking = 2;

/** From the bytes of a frame to its book, as a shard does it. */
function createWalk(inflate: Inflate): { readonly book: DepthBook; readonly take: (frame: Uint8Array) => void } {
  const scanner = scannerFor(inflate, 4096);
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 2000 } as const;
  const book = new DepthBook(rules, noBookCounters(), 0, { store: scanner.levels, exact: exactForm });
  const channel = createDepthChannel(specPair, { priceScale: 1, quantityScale: 2 }, 0);
  scanner.add(channel);
  const body = createFrameBody();
  const take = (frame: Uint8Array): void => {
    if (scanner.scan(decodeFrame(frame, inflate, defaultFrameLimits, body)) === channel) {
      book.apply(scanner.sink, channel, 5, 5);
    }
  };
  return { book, take };
}

/** Six levels that come or change, and one that changes in the middle of the book. */
function frameOf(seq: number): Uint8Array {
  const asks = Array.from({ length: 6 }, (_, index): WireRow => [`${seq % 90}.5`, `${110 + ((seq + index) % 50)}`]);
  const text = updateText(seq, { add: { asks }, mod: { asks: [["1.25", "101.5"]] } });
  return encodeFrame(text, { marker: "character", compress: (plain) => deflateSync(plain) }).data;
}

test("in the steady state a message leaves nothing on the heap, from its frame to its book", {
  timeout: 60_000,
}, () => {
  const { book, take } = createWalk(createWasmInflate());
  const snapshot = encodeFrame(snapshotText(1), { marker: "character" }).data;
  const distinct = Array.from({ length: 2_000 }, (_, index) => frameOf(2 + index));
  let min = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < maxPasses && min >= bytesOfAsking; pass++) {
    let left = 0;
    for (let done = 0; done < messages; done += distinct.length) {
      book.subscribed("new-connection");
      take(snapshot);
      const before = process.memoryUsage().heapUsed;
      for (const frame of distinct) {
        take(frame);
      }
      // A collection in between makes the difference useless, not wrong.
      left += Math.max(0, process.memoryUsage().heapUsed - before);
    }
    min = Math.min(min, left / messages);
  }
  expect([book.status, book.seq]).toEqual(["live", 2_001]);
  expect(min).toBeLessThan(bytesOfAsking);
});
