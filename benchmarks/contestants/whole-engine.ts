import type { BookViewSide } from "@depthwire/book";
import type { Clock, Inflate } from "@depthwire/core";
import { type BookStream, createEngine } from "@depthwire/stream";
import type { TextLevel } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";
import { createMemorySocket, type MemorySocket } from "./memory-socket.js";

/** Real time, and timers that never fire: within a pass nothing is waited for. */
const clock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: () => () => undefined,
};

/**
 * The engine as users get it, with its shard in the caller's thread, from the bytes of a message on: session, frame
 * codec, inflate (bounded, checksummed), scanner, sequence rules, book with every check that a live one needs, counters.
 */
export function createWholeEngine(createInflate: () => Inflate): BookContestant {
  let socket: MemorySocket = createMemorySocket();
  let books = new Map<string, BookStream>();

  return {
    name: "ours, whole engine",
    load(corpus) {
      socket = createMemorySocket();
      const ports = { clock, random: () => 0.5, shard: { openSocket: socket.open, createInflate } };
      const engine = createEngine({ addresses: ["ws://memory.invalid"] }, ports);
      books = new Map(corpus.pairs.map(({ pair }) => [pair, engine.book(pair)]));
      socket.accept();
      for (const frame of corpus.snapshots) {
        socket.message(frame);
      }
    },
    apply(frame) {
      socket.message(frame);
    },
    book(pair) {
      const view = books.get(pair)?.latest;
      if (view?.status !== "live") {
        throw new Error(`our book of ${pair} is ${view?.status}: ${view?.reason}`);
      }
      return { asks: toText(view.asks), bids: toText(view.bids) };
    },
  };
}

function toText(side: BookViewSide): TextLevel[] {
  return side.levels().map(({ price, quantity }): TextLevel => [price, quantity]);
}
