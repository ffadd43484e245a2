import type { BookView } from "@depthwire/book";
import type { BookStream } from "@depthwire/stream";
import { createEngine, type Engine } from "@depthwire/stream";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { FakeNetwork, type FakeSocket } from "../../../stream/src/spec-kit/fake-network.spec-kit.js";
import { prefixWire, type SpecWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { createSpecInflate } from "../../../stream/src/spec-kit/zlib-inflate.spec-kit.js";
import { type Recording, record } from "../record/record.js";
import { MemoryStore } from "./memory-store.spec-kit.js";
import type { Replay } from "./replay.js";
import { replayEngineOptions } from "./replay-options.js";

/** What the engine of a {@link RecordedVenue} follows. */
export const pairs = ["4BTC_USDT", "4ETH_USDT", "4XRP_USDT"] as const;

/** What a view tells of its book. */
export type ToldView = ReturnType<typeof told>;

/** A view without what only its own engine knows. */
export function told({ pair, status, seq, updatedAtMs, receivedAtMs, asks, bids }: BookView) {
  return { pair, status, seq, updatedAtMs, receivedAtMs, asks: asks.levels(), bids: bids.levels() };
}

/** A timer of the machine's, in place of the clock of a spec. */
export function realTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** A live engine over sockets that are recorded, with the spec as the venue: two pairs on a connection, segments of 1 s. */
export class RecordedVenue {
  readonly clock: FakeClock = fakeClock();
  readonly seqs = new Map<string, number>();
  network = new FakeNetwork();
  store = new MemoryStore();
  books: BookStream[] = [];
  readonly #engines: Engine[] = [];
  readonly #wire: SpecWire;
  #recording: Recording | undefined;

  constructor(wire: SpecWire = prefixWire) {
    this.#wire = wire;
  }

  get recording(): Recording {
    return present(this.#recording);
  }

  /** The engine that is recorded. */
  get live(): Engine {
    return present(this.#engines.at(0));
  }

  /** Begins to record, and goes live with all pairs. */
  async startLive(run: string): Promise<void> {
    const { clock, store } = this;
    this.books = [];
    const books = () => this.books.map(({ latest }) => latest);
    this.#recording = await record({ clock, store, books }, { run, maxSegmentMs: 1_000, flushAfterMs: 10 });
    this.network = new FakeNetwork();
    const openSocket = this.recording.tap(this.network.openSocket);
    const engine = createEngine(
      { addresses: ["ws://one"], protocol: this.#wire.protocol, subscriptionsPerConnection: 2 },
      { clock, random: seededRandom(3), shard: { openSocket, createInflate: createSpecInflate } },
    );
    this.#engines.unshift(engine);
    this.books.push(...pairs.map((pair) => engine.book(pair)));
    for (const socket of this.network.sockets) {
      socket.open();
    }
    for (const pair of pairs) {
      this.snapshot(pair, 100);
    }
    await clock.advanceAndSettle(1);
  }

  /** What the live views tell now. */
  liveViews(): ToldView[] {
    return this.books.map(({ latest }) => told(latest));
  }

  /** The newest socket that is subscribed to the pair. */
  socketOf(pair: string): FakeSocket {
    const subscription = `+${this.#wire.channel(`${pair}_depth`)}`;
    return this.network.alive.findLast(({ channels }) => channels.includes(subscription)) ?? this.network.last;
  }

  snapshot(pair: string, seq: number): void {
    this.seqs.set(pair, seq);
    const sides = { asks: [["1", "101.5"]] as const, bids: [["2", "99.5"]] as const };
    this.socketOf(pair).bytes(this.#wire.depth({ pair, ut: this.clock.epochMs(), seq, ...sides }));
  }

  update(pair: string, step = 1): void {
    const seq = (this.seqs.get(pair) ?? 0) + step;
    this.seqs.set(pair, seq);
    const add = { asks: [[`${seq % 17}.5`, `${102 + (seq % 29)}.25`]] as const, bids: null };
    const del = { asks: null, bids: null };
    this.socketOf(pair).bytes(this.#wire.depth({ pair, ut: this.clock.epochMs(), seq, add, del }));
  }

  /** Updates of all pairs for a while, one each 7 ms. */
  async chatter(ms: number): Promise<void> {
    for (let elapsed = 0; elapsed < ms; elapsed += 7) {
      this.update(pairs[(elapsed / 7) % pairs.length] ?? pairs[0]);
      await this.clock.advanceAndSettle(7);
    }
  }

  /** An engine over a replay. */
  replayEngine(player: Replay): Engine {
    const shard = { openSocket: player.ports.openSocket, createInflate: createSpecInflate };
    const engine = createEngine(
      { ...replayEngineOptions, protocol: this.#wire.protocol, subscriptionsPerConnection: 2 },
      { clock: player.ports.clock, loops: player.ports.loops, random: seededRandom(5), shard },
    );
    this.#engines.push(engine);
    return engine;
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.splice(0).map((engine) => engine.close()));
  }
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("the venue was not started");
  }
  return value;
}
