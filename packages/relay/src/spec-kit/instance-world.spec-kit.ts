import { createPureInflate } from "@depthwire/book";
import { createEngine, type FrameFeed, type OpenFeed } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import type { MemoryConnection } from "../bus/memory-bus.js";
import { RelayInstance, type RelayInstanceEvent, type RelayInstanceOptions } from "../instance/relay-instance.js";
import { shardOf } from "../plan/shard-plan.js";
import { decodeBeat } from "../wire/beat.js";
import type { RelayWorld } from "./relay-world.spec-kit.js";
import { SpecProcess } from "./spec-process.spec-kit.js";
import { SpecStore } from "./spec-store.spec-kit.js";

/** A process that takes part in the relay. */
export interface SpecInstance {
  readonly name: string;
  readonly process: SpecProcess;
  readonly bus: MemoryConnection;
  readonly relay: RelayInstance;
  readonly events: RelayInstanceEvent[];
  /** Pairs that its engine follows. */
  readonly followed: Set<string>;
  /** Whether it reaches the stores. */
  reachesStore: boolean;
  /** Ends its connections to the venue, and lets none open. */
  cutVenue: (state: "cut" | "open") => void;
  kill: () => void;
}

/** Lease of the instances in the world, milliseconds. */
export const worldLeaseMs = 1_000;

/** A {@link RelayWorld} whose owners are instances that share a store. */
export class InstanceWorld {
  readonly world: RelayWorld;
  readonly store: SpecStore;
  readonly instances: SpecInstance[] = [];
  /** Terms under which more than one owner beat, with their names. */
  readonly sharedTerms: string[] = [];
  readonly #ownerByTerm = new Map<string, string>();

  /** @param storeMs longest time of each half of a call to the store, milliseconds */
  constructor(world: RelayWorld, storeMs = 4) {
    this.world = world;
    this.store = new SpecStore(world.clock, () => storeMs * world.random());
    const watch = world.bus.connect("watch");
    for (const shard of new Set(world.pairs.map(shardOf))) {
      watch.subscribe(world.subjects.beat(shard), ({ bytes }) => this.#hearBeat(shard, bytes));
    }
  }

  /** Another process; it takes part once `relay.start()` resolved. */
  instance(name: string, more: Partial<RelayInstanceOptions> = {}): SpecInstance {
    const { world } = this;
    const process = new SpecProcess(world.clock);
    const bus = world.bus.connect(`${name}-${this.instances.length}`);
    const events: RelayInstanceEvent[] = [];
    const followed = new Set<string>();
    const reached = this.store.for(() => instance.reachesStore);
    const store = {
      read: (key: string) => process.hear(reached.read(key)),
      compareAndSet: (key: string, expected: number, text: string) =>
        process.hear(reached.compareAndSet(key, expected, text)),
    };
    const { openFeed, cutVenue } = this.#venueOf(process);
    const relay = new RelayInstance({
      bus,
      leaseStore: store,
      sharedStore: store,
      subjects: world.subjects,
      name,
      clock: process,
      random: world.random,
      pairs: world.pairs,
      follow: (pair) => {
        followed.add(pair);
        const book = engine.book(pair);
        return {
          close: () => {
            followed.delete(pair);
            book.close();
          },
        };
      },
      leaseMs: worldLeaseMs,
      venueTimeMs: () => Promise.resolve(world.clock.epochMs()),
      listener: (event) => events.push(event),
      ...more,
    });
    const shard = {
      openSocket: socketsOfFeeds(openFeed),
      createInflate: createPureInflate,
      listenToFrames: relay.listenToFrames,
    };
    const engine = createEngine({ addresses: ["ws://venue"] }, { clock: process, random: world.random, shard });
    const kill = (): void => {
      process.kill();
      bus.cut();
      cutVenue("cut");
    };
    const instance: SpecInstance = { name, process, bus, relay, events, followed, reachesStore: true, cutVenue, kill };
    this.instances.push(instance);
    return instance;
  }

  /** A process that takes part. */
  async started(name: string, more: Partial<RelayInstanceOptions> = {}): Promise<SpecInstance> {
    const instance = this.instance(name, more);
    await this.during(instance.relay.start());
    return instance;
  }

  /** Lets time pass until something is done. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const settled = work.finally(() => over.abort());
    settled.catch(() => undefined);
    for (let waited = 0; !over.signal.aborted && waited < 2_000; waited++) {
      await this.world.run(20);
    }
    return settled;
  }

  /** Lets time pass until something holds, at most so long. Returns how long it took, in milliseconds. */
  async until(holds: () => boolean, limitMs: number): Promise<number> {
    const { clock } = this.world;
    const sinceMs = clock.monotonicMs();
    while (!holds() && clock.monotonicMs() - sinceMs < limitMs) {
      await this.world.run(20);
    }
    return clock.monotonicMs() - sinceMs;
  }

  /** Whether every book of the consumer is live. */
  get allLive(): boolean {
    return this.world.labels().every((label) => label === "live");
  }

  /** Names of the instances that own the shards, by shard. */
  owners(): Record<string, string[]> {
    const owners: Record<string, string[]> = {};
    for (const { name, relay, process } of this.instances) {
      for (const { shard, role } of process.isDead ? [] : relay.status().shards) {
        if (role !== "standby") {
          owners[shard] = [...(owners[shard] ?? []), name];
        }
      }
    }
    return owners;
  }

  #hearBeat(shard: string, bytes: Uint8Array): void {
    const beat = decodeBeat(bytes);
    if (typeof beat !== "string") {
      const key = `${shard} ${beat.term}`;
      const former = this.#ownerByTerm.get(key) ?? beat.owner;
      this.#ownerByTerm.set(key, former);
      if (former !== beat.owner) {
        this.sharedTerms.push(`${key}: ${former}, ${beat.owner}`);
      }
    }
  }

  /** The venue as one process sees it: frames wait while it is stopped. */
  #venueOf(process: SpecProcess): { openFeed: OpenFeed; cutVenue: SpecInstance["cutVenue"] } {
    let state: "cut" | "open" = "open";
    const open = new Map<{ close: (code: number) => void }, FrameFeed>();
    const openFeed: OpenFeed = (address, feed) => {
      if (state === "cut") {
        this.world.clock.after(0, () => process.run(() => feed.closed(1006, "cut by the spec")));
        return { send: () => undefined, ping: () => undefined, close: () => undefined };
      }
      const socket = this.world.venue.openFeed(address, {
        opened: () => feed.opened(),
        flush: () => feed.flush(),
        doubt: (channel, reason) => feed.doubt(channel, reason),
        renewed: (channel) => feed.renewed(channel),
        missed: (channel, missing) => feed.missed(channel, missing),
        push: (frame) => {
          const kept = frame.slice();
          process.run(() => feed.push(kept));
          return true;
        },
        controlFrame: () => process.run(() => feed.controlFrame()),
        closed: (code, cause) => process.run(() => feed.closed(code, cause)),
      });
      open.set(socket, feed);
      return {
        send: (text) => socket.send(text),
        ping: () => socket.ping(),
        close: (code) => {
          open.delete(socket);
          socket.close(code);
        },
      };
    };
    const cutVenue = (next: "cut" | "open"): void => {
      state = next;
      if (next === "cut") {
        for (const [socket, feed] of open) {
          socket.close(1006);
          process.run(() => feed.closed(1006, "cut by the spec"));
        }
        open.clear();
      }
    };
    return { openFeed, cutVenue };
  }
}
