import { type BookViewSide, createInflate } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import { type BookStream, createEngine, type OpenSocket, type SocketHandlers } from "@depthwire/stream";
import { bytesOf } from "./hex.js";
import type { BookHistory, BookReading } from "./scene.js";

/** Time that stands still but for the host's own, and timers that never fire: nothing here waits. */
const clock: Clock = { epochMs: () => Date.now(), monotonicMs: () => Date.now(), after: () => () => undefined };

/** Everything from the bytes of a message to the book, as a program's engine does it, over a socket in memory. */
export async function playHistory({ protocol, pair, messages, readEvery }: BookHistory): Promise<BookReading[]> {
  const socket = socketInMemory();
  const engine = createEngine(
    { addresses: ["ws://memory.invalid"], protocol },
    { clock, random: () => 0.5, shard: { openSocket: socket.open, createInflate } },
  );
  const book = engine.book(pair);
  await settle();
  socket.handlers().opened();
  const readings: BookReading[] = [];
  for (const [index, message] of messages.entries()) {
    socket.handlers().message(bytesOf(message));
    if (index % readEvery === 0) {
      await settle();
      readings.push(readingOf(book));
    }
  }
  await engine.close();
  return readings;
}

function readingOf({ latest }: BookStream): BookReading {
  const { status, seq, asks, bids } = latest;
  return { status, seq, asks: textOf(asks), bids: textOf(bids) };
}

function textOf(side: BookViewSide): [price: string, quantity: string][] {
  return side.levels().map(({ price, quantity }) => [price, quantity]);
}

/** Whatever was put off to the end of this turn happens. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await Promise.resolve();
  }
}

interface SocketInMemory {
  readonly open: OpenSocket;
  readonly handlers: () => SocketHandlers;
}

function socketInMemory(): SocketInMemory {
  let handlers: SocketHandlers | undefined;
  const current = (): SocketHandlers => {
    if (handlers === undefined) {
      throw new Error("the engine asks for no connection");
    }
    return handlers;
  };
  const close = (): void => {
    void Promise.resolve().then(() => current().closed(1000, "as asked"));
  };
  return {
    open: (_, given) => {
      handlers = given;
      return { send: () => undefined, ping: () => undefined, close };
    },
    handlers: current,
  };
}
