import { type BookVerdict, type BookView, createInflate, type DepthSnapshotRead } from "@depthwire/book";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { expect } from "vitest";
import type { DepthText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { BookStream } from "../engine/book-stream.js";
import { createEngine } from "../engine/create-engine.js";
import type { Engine } from "../engine/engine.js";
import { FakeNetwork, type FakeSocket } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import type { SpecWire } from "../spec-kit/wire.spec-kit.js";
import { stateOf, VenuePair } from "./venue.spec-kit.js";

/** How often each thing happened, over all runs. */
export type Tally = Map<string, number>;

/** Counts one thing. */
export function count(tally: Tally, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

const pairs = ["4BTC_USDT", "4ETH_USDT", "4LTC_USDT"];
const everyLevel = Number.POSITIVE_INFINITY;
/** From the venue's decision to send to the client's receipt. */
const latencyMs = 3;

/** An engine against a venue that the commands steer. Every view that anybody is handed is held against the venue's truth. */
export class World {
  readonly clock: FakeClock = fakeClock();
  readonly network: FakeNetwork = new FakeNetwork();
  readonly engine: Engine;
  readonly threads: FakeThreads;
  readonly pairs: readonly VenuePair[];
  readonly books: Map<string, BookStream> = new Map();
  readonly tally: Tally;
  /** While true the venue takes subscriptions and answers nothing. */
  mute = false;
  readonly #subscribed = new Map<FakeSocket, Set<string>>();
  /** What the loop over each book got last. */
  readonly #seen = new Map<BookStream, BookView>();
  readonly #failures: unknown[] = [];
  /** What the venue says to whom. */
  readonly #answers = new WeakMap<AbortSignal, (pair: VenuePair) => DepthSnapshotRead>();

  readonly #wire: SpecWire;

  constructor(tally: Tally, wire: SpecWire, shards: number, seed: number, heart: "beats" | "none" = "none") {
    this.tally = tally;
    this.#wire = wire;
    this.pairs = pairs.map((pair, index) => new VenuePair(pair, seed + index));
    this.network.onOpen = (socket) => this.#serve(socket);
    const { clock } = this;
    const random = seededRandom(seed);
    const shard = { openSocket: this.network.openSocket, createInflate };
    this.threads = new FakeThreads({ clock, random, ...shard }, heart);
    this.engine = createEngine(
      { addresses: ["ws://one", "ws://two"], protocol: wire.protocol, shards },
      {
        clock,
        random,
        shard,
        startThread: this.threads.start,
        depthSource: (pair, { signal }) => this.#ask(pair, signal),
      },
    );
  }

  /** Two books are alive before anything happens. */
  async begin(): Promise<void> {
    this.subscribe(this.pair(0).pair);
    this.subscribe(this.pair(1).pair);
    await this.pass(2 * latencyMs);
  }

  /** The pair that a command means. */
  pair(index: number): VenuePair {
    return this.pairs[index % this.pairs.length] as VenuePair;
  }

  subscribe(pair: string): void {
    const book = this.engine.book(pair);
    this.books.set(pair, book);
    void this.#read(book, everyLevel);
  }

  /** A second reader of the pair, who wants fewer levels and stays for some views. */
  readTop(pair: string, levels: number, views: number): void {
    void this.#read(this.engine.book(pair, { levels }), levels, views);
  }

  unsubscribe(pair: string): void {
    this.books.get(pair)?.close();
    this.books.delete(pair);
  }

  /** Sends a text to everybody who is subscribed to the pair. */
  send(pair: VenuePair, text: string): void {
    this.sendBytes(pair, this.frame(text));
  }

  /** A message of the pair's venue as it goes over the wire. */
  frame(text: string): Uint8Array {
    const { d }: { d: DepthText } = JSON.parse(text);
    return this.#wire.depth(d);
  }

  sendBytes({ pair }: VenuePair, bytes: Uint8Array): void {
    for (const [socket, subscribed] of this.#subscribed) {
      if (subscribed.has(pair) && socket.closedWith === undefined) {
        socket.bytes(bytes);
      }
    }
  }

  /** Verifies every book, `answer` being what the venue says. A true answer never contradicts, a false one is never equal. */
  verify(size: number, truth: "true" | "false", answer: (pair: VenuePair) => DepthSnapshotRead): void {
    for (const book of this.books.values()) {
      // The signal tells the calls apart: a later one may overlap this.
      const { signal } = new AbortController();
      this.#answers.set(signal, answer);
      void this.#judge(book.verify({ size, attempts: 2, signal }), truth);
    }
  }

  async #judge(verdict: Promise<BookVerdict>, truth: "true" | "false"): Promise<void> {
    const { kind } = await verdict;
    count(this.tally, `verified ${kind}, answer ${truth}`);
    if (kind === (truth === "true" ? "different" : "equal")) {
      this.#failures.push(new Error(`a ${truth} answer is ${kind}`));
    }
  }

  #ask(name: string, signal: AbortSignal | undefined): Promise<DepthSnapshotRead> {
    const pair = this.pairs.find((candidate) => candidate.pair === name);
    const answer = signal && this.#answers.get(signal);
    return pair && answer ? Promise.resolve(answer(pair)) : Promise.reject(new RangeError(`nobody asks about ${name}`));
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#subscribed.keys()) {
      this.#subscribed.delete(socket);
      if (socket.closedWith === undefined) {
        socket.end();
      }
    }
  }

  /** Looks at every book, beside the loops. */
  look(): void {
    for (const book of this.books.values()) {
      this.#hold(book.latest, everyLevel);
    }
  }

  /** Lets time pass, and everything settle that it set off. */
  async pass(ms: number): Promise<void> {
    await this.clock.advanceAndSettle(ms);
    if (this.#failures.length > 0) {
      throw this.#failures[0];
    }
  }

  /** Once nobody does harm any more, every book comes to life and follows, and so does the loop over it. */
  async recover(): Promise<void> {
    this.mute = false;
    for (let second = 0; second < 400 && !(second > 5 && this.#allLive()); second++) {
      for (const pair of this.pairs) {
        this.send(pair, pair.update());
      }
      await this.pass(1_000);
    }
    for (const pair of this.pairs) {
      const book = this.books.get(pair.pair);
      if (book !== undefined) {
        expect(this.#seen.get(book)).toMatchObject({ status: "live", seq: pair.seq });
        expect(book.latest).toBe(this.#seen.get(book));
        count(this.tally, "recovered");
      }
    }
  }

  #allLive(): boolean {
    return this.pairs.every(({ pair, seq }) => {
      const book = this.books.get(pair);
      const view = book && this.#seen.get(book);
      return book === undefined || (view?.status === "live" && view.seq === seq);
    });
  }

  #serve(socket: FakeSocket): void {
    const subscribed = new Set<string>();
    socket.onSend = (text) => this.#answer(socket, subscribed, text);
    this.clock.after(latencyMs, () => {
      if (socket.closedWith === undefined) {
        this.#subscribed.set(socket, subscribed);
        socket.open();
      }
    });
  }

  #answer(socket: FakeSocket, subscribed: Set<string>, text: string): void {
    const { ping }: { ping?: number } = JSON.parse(text);
    const change = socket.channels.at(-1);
    const pair = this.pairs.find((candidate) => change?.slice(1) === this.#wire.channel(`${candidate.pair}_depth`));
    if (ping !== undefined) {
      socket.bytes(this.#wire.control({ pong: ping }));
    } else if (pair !== undefined && change?.startsWith("-")) {
      subscribed.delete(pair.pair);
    } else if (pair !== undefined && !this.mute) {
      this.clock.after(latencyMs, () => {
        if (socket.closedWith === undefined && this.#subscribed.has(socket)) {
          subscribed.add(pair.pair);
          socket.bytes(this.frame(pair.snapshot()));
        }
      });
    }
  }

  async #read(book: BookStream, levels: number, views: number = Number.POSITIVE_INFINITY): Promise<void> {
    let seen = 0;
    let newestMs = 0;
    try {
      for await (const view of book) {
        this.#seen.set(book, view);
        if (view.status === "live" && view.updatedAtMs < newestMs) {
          throw new Error(`a live view of ${view.pair} went back in the venue's time`);
        }
        newestMs = view.status === "live" ? view.updatedAtMs : newestMs;
        this.#hold(view, levels);
        seen++;
        if (seen === views) {
          break;
        }
      }
    } catch (error) {
      this.#failures.push(error);
    }
  }

  /** A view that says `live` is exactly a state that the venue published. */
  #hold(view: BookView, levels: number): void {
    count(this.tally, `view ${view.status}`);
    if (view.reason !== undefined) {
      count(this.tally, `reason ${view.reason}`);
    }
    if (view.status !== "live") {
      return;
    }
    const pair = this.pairs.find((candidate) => candidate.pair === view.pair);
    const shown = JSON.stringify(stateOf(view.asks, view.bids));
    const published = JSON.stringify(pair?.publishedAt(view.seq, view.updatedAtMs, levels));
    if (shown !== published) {
      throw new Error(`a live view of ${view.pair} at ${view.seq} shows ${shown}, the venue published ${published}`);
    }
    if (Number(view.bestBid?.price) >= Number(view.bestAsk?.price)) {
      throw new Error(`a crossed view of ${view.pair} at ${view.seq} says live`);
    }
    count(this.tally, levels === everyLevel ? "compared" : "compared, top levels");
  }
}
