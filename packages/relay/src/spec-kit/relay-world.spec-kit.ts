import { createPureInflate } from "@depthwire/book";
import type { BookStream, Engine, EnginePorts } from "@depthwire/stream";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { MemoryBus, type MemoryBusFaults, type MemoryConnection } from "../bus/memory-bus.js";
import { RelayLink } from "../consumer/relay-link.js";
import { RelayOwner } from "../owner/relay-owner.js";
import { shardOf } from "../plan/shard-plan.js";
import { Subjects } from "../wire/subjects.js";
import { SpecVenue, textOf } from "./spec-venue.spec-kit.js";

/** A process that may own shards: an engine at the venue, and what it publishes. */
export interface SpecOwner {
  readonly bus: MemoryConnection;
  readonly relay: RelayOwner;
  readonly engine: Engine;
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
  term = 0;

  constructor(seed: number, pairs: readonly string[], faults: MemoryBusFaults = {}) {
    this.random = seededRandom(seed);
    this.pairs = pairs;
    const { clock } = this;
    this.venue = new SpecVenue(() => clock.monotonicMs(), this.random);
    this.bus = new MemoryBus(clock, faults);
    this.consumerBus = this.bus.connect("consumer");
    this.link = new RelayLink({ bus: this.consumerBus, subjects: this.subjects, clock });
    const engine = this.#engine(this.link.openFeed, { doubtOf: this.link.doubtOf });
    for (const pair of pairs) {
      this.streams.set(pair, engine.book(pair));
    }
  }

  /** Another process that follows the venue, and owns nothing yet. */
  owner(name: string): SpecOwner {
    const { clock, subjects, pairs } = this;
    const bus = this.bus.connect(name);
    const holds = () => owner.holds;
    const relay = new RelayOwner({ bus, subjects, owner: name, clock, pairs, holds });
    const engine = this.#engine(this.venue.openFeed, {}, relay);
    for (const pair of pairs) {
      engine.book(pair);
    }
    const owner: SpecOwner = { bus, relay, engine, holds: true };
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
      }
      await this.clock.advanceAndSettle(stepMs);
      this.look();
    }
  }

  /** Holds every book that is shown as live against the venue's past. */
  look(boundMs: number = 400): void {
    for (const [pair, stream] of this.streams) {
      const view = stream.latest;
      if (view.status === "live") {
        const { updatedAtMs } = view;
        const text = textOf(
          view.asks.levels().map(({ quantity, price }) => [quantity, price] as const),
          view.bids.levels().map(({ quantity, price }) => [quantity, price] as const),
        );
        this.seen.live++;
        if (text !== this.venue.truthAt(pair, updatedAtMs)) {
          this.seen.wrong.push(`${pair} at ${updatedAtMs}: ${text}`);
        }
        if (updatedAtMs < this.venue.reachedBy(pair, this.clock.monotonicMs() - boundMs)) {
          this.seen.tooOld.push(`${pair} at ${updatedAtMs}`);
        }
      }
    }
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
    return createEngine({ addresses: ["ws://relay"] }, { clock, random, shard, ...ports });
  }
}
