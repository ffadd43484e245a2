import { type BookView, createPureInflate } from "@depthwire/book";
import type { BookStream, DealItem, Engine, EnginePorts, PushProtocol } from "@depthwire/stream";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { MemoryBus, type MemoryBusFaults, type MemoryConnection } from "../bus/memory-bus.js";
import { RelayLink } from "../consumer/relay-link.js";
import { RelayOwner } from "../owner/relay-owner.js";
import type { ViewOptions } from "../owner/view-publisher.js";
import { shardOf } from "../plan/shard-plan.js";
import { Subjects } from "../wire/subjects.js";
import { SpecVenue, textOf } from "./spec-venue.spec-kit.js";

/** A process that may own shards: an engine at the venue, and what it publishes. */
export interface SpecOwner {
  readonly bus: MemoryConnection;
  readonly relay: RelayOwner;
  readonly engine: Engine;
  readonly books: Map<string, BookStream>;
  /** Ends what the process does on the bus. */
  holds: boolean;
}

/** What a look at the consumer's books came to. */
export interface Comparison {
  live: number;
  /** Live books that were never the venue's. */
  wrong: string[];
  /** Live books that lacked what the venue had told longer ago than the bound. */
  tooOld: string[];
}

/** What a world has besides books over protocol A. */
export interface RelayWorldOptions extends MemoryBusFaults {
  /** Of all engines; default `prefix`. */
  readonly protocol?: PushProtocol | undefined;
  /** Of owners. */
  readonly views?: ViewOptions | undefined;
  /** Whether engines follow trades too; default `books`. */
  readonly follow?: "books" | "books-and-deals" | undefined;
}

/** So long ago may have been told what a live book lacks. Milliseconds. */
const tooOldMs = 400;

/** A venue, owners, a bus and one consumer on a virtual clock. */
export class RelayWorld {
  readonly clock: FakeClock = fakeClock();
  readonly random: () => number;
  readonly venue: SpecVenue;
  readonly bus: MemoryBus;
  readonly subjects: Subjects = new Subjects("main");
  readonly pairs: readonly string[];
  readonly consumerBus: MemoryConnection;
  readonly link: RelayLink;
  readonly streams: Map<string, BookStream> = new Map();
  readonly seen: Comparison = { live: 0, wrong: [], tooOld: [] };
  /** The consumer's. */
  readonly engine: Engine;
  /** What the consumer's streams of trades said, by pair. */
  readonly heard: Map<string, DealItem[]> = new Map();
  /** By pair, where two owners began to speak under one term: until a gap is told, nothing tells their messages apart. */
  readonly contests: Map<string, number[]> = new Map();
  readonly #options: RelayWorldOptions;
  term = 0;

  constructor(seed: number, pairs: readonly string[], options: RelayWorldOptions = {}) {
    this.random = seededRandom(seed);
    this.#options = options;
    this.pairs = pairs;
    const { clock } = this;
    this.venue = new SpecVenue(() => clock.monotonicMs(), this.random, options.protocol);
    this.bus = new MemoryBus(clock, options);
    this.consumerBus = this.bus.connect("consumer");
    this.link = new RelayLink({ bus: this.consumerBus, subjects: this.subjects, clock });
    this.engine = this.#engine(this.link.openFeed, { doubtOf: this.link.doubtOf });
    for (const pair of pairs) {
      const stream = this.engine.book(pair);
      this.streams.set(pair, stream);
      void this.#judgeEach(pair, stream);
      if (options.follow === "books-and-deals") {
        const items: DealItem[] = [];
        this.heard.set(pair, items);
        void this.#collect(this.engine.deals(pair), items);
      }
    }
  }

  async #collect<Item>(source: AsyncIterable<Item>, into: Item[]): Promise<void> {
    for await (const item of source) {
      into.push(item);
    }
  }

  /** Another process that follows the venue, and owns nothing yet. */
  owner(name: string): SpecOwner {
    const { clock, subjects, pairs } = this;
    const { protocol, views, follow } = this.#options;
    const bus = this.bus.connect(name);
    const holds = () => owner.holds;
    const relay = new RelayOwner({ bus, subjects, owner: name, clock, pairs, holds, protocol, views });
    const engine = this.#engine(this.venue.openFeed, {}, relay);
    const books = new Map<string, BookStream>();
    for (const pair of pairs) {
      books.set(pair, engine.book(pair));
      if (follow === "books-and-deals") {
        engine.deals(pair);
      }
    }
    const owner: SpecOwner = { bus, relay, engine, books, holds: true };
    return owner;
  }

  /** The owner takes every shard under a new term. */
  takeOver(owner: SpecOwner): void {
    this.term++;
    for (const shard of new Set(this.pairs.map(shardOf))) {
      owner.relay.own(shard, this.term);
    }
  }

  /** Lets time pass, with changes at the venue and looks at the books on the way. */
  async run(ms: number, changesPerStep: number = 1): Promise<void> {
    const stepMs = 20;
    for (let passed = 0; passed < ms; passed += stepMs) {
      for (let change = 0; change < changesPerStep; change++) {
        this.venue.change(this.pairs[Math.floor(this.random() * this.pairs.length)] as string);
        if (this.#options.follow === "books-and-deals") {
          this.venue.trade(this.pairs[Math.floor(this.random() * this.pairs.length)] as string);
        }
      }
      await this.clock.advanceAndSettle(stepMs);
      this.look();
    }
  }

  /** Holds every book that is shown as live against the venue's past. */
  look(): void {
    for (const [pair, stream] of this.streams) {
      this.#judge(pair, stream.latest);
    }
  }

  /** Each view that a loop is given. */
  async #judgeEach(pair: string, stream: BookStream): Promise<void> {
    for await (const view of stream) {
      this.#judge(pair, view);
    }
  }

  #judge(pair: string, { status, updatedAtMs, asks, bids }: BookView): void {
    if (status === "live") {
      const [asked, bid] = [asks, bids].map((side) =>
        side.levels().map(({ quantity, price }) => [quantity, price] as const),
      );
      const text = textOf(asked ?? [], bid ?? []);
      this.seen.live++;
      if (text !== this.venue.truthAt(pair, updatedAtMs)) {
        this.seen.wrong.push(`${pair} at ${updatedAtMs}: ${text}`);
      }
      if (updatedAtMs < this.venue.reachedBy(pair, this.clock.monotonicMs() - tooOldMs)) {
        this.seen.tooOld.push(`${pair} at ${updatedAtMs}`);
      }
    }
  }

  /** What is wrong with the consumer's trades: told twice, out of order, or missing without a gap in their place. */
  dealFaults(): string[] {
    return [...this.heard].flatMap(([pair, items]) =>
      faultsOfDeals({ pair, truth: this.venue.tradesOf(pair), contests: this.contests.get(pair) ?? [] }, items),
    );
  }

  /** Another owner takes every shard under the present term. */
  contest(owner: SpecOwner): void {
    for (const [pair, items] of this.heard) {
      this.contests.set(pair, [...(this.contests.get(pair) ?? []), items.length]);
    }
    this.term--;
    this.takeOver(owner);
  }

  /** What the books are called. */
  labels(): string[] {
    return [...this.streams.values()].map(({ latest: { status, reason } }) => reason ?? status);
  }

  #engine(open: RelayLink["openFeed"], ports: Partial<EnginePorts>, relay?: RelayOwner): Engine {
    const { clock, random } = this;
    const shard = {
      openSocket: socketsOfFeeds(open),
      createInflate: createPureInflate,
      listenToFrames: relay?.listenToFrames,
    };
    const { protocol } = this.#options;
    return createEngine({ addresses: ["ws://relay"], protocol }, { clock, random, shard, ...ports });
  }
}

interface DealTruth {
  readonly pair: string;
  readonly truth: readonly number[];
  readonly contests: readonly number[];
}

function faultsOfDeals({ pair, truth, contests }: DealTruth, items: readonly DealItem[]): string[] {
  const faults: string[] = [];
  let last: number | undefined;
  let mayMiss = false;
  let isContested = false;
  for (const [place, item] of items.entries()) {
    isContested ||= contests.includes(place);
    if (item.kind === "gap") {
      mayMiss ||= item.missing !== "nothing";
      last = isContested ? undefined : last;
      isContested = false;
    } else if (item.kind === "deal" && !isContested) {
      const { tradedAtMs } = item.deal;
      if (last !== undefined && tradedAtMs <= last) {
        faults.push(`${pair}: ${tradedAtMs} behind ${last}`);
      } else if (last !== undefined && tradedAtMs !== last + 1 && !mayMiss) {
        faults.push(`${pair}: nothing told of what is missing between ${last} and ${tradedAtMs}`);
      }
      if (!truth.includes(tradedAtMs)) {
        faults.push(`${pair}: ${tradedAtMs} never was`);
      }
      last = tradedAtMs;
      mayMiss = false;
    }
  }
  return faults;
}
