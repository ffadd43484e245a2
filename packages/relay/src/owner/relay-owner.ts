import type { BookReason, BookStatus } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import type { AcceptedFrame, FrameListener, ShardState } from "@depthwire/stream";
import type { Bus } from "../bus/bus.js";
import { pairsByShard, shardOf } from "../plan/shard-plan.js";
import type { Subjects } from "../wire/subjects.js";
import { encodePrefixSnapshot } from "./encode-snapshot.js";
import { ShardPublisher } from "./shard-publisher.js";

/** What a {@link RelayOwner} is made of. */
export interface RelayOwnerOptions {
  /** The connection of this thread, for all that it publishes. */
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** Name of this process, which no other has. */
  readonly owner: string;
  readonly clock: Clock;
  /** Pairs that its engine follows, over protocol A. */
  readonly pairs: readonly string[];
  /** Default 100. */
  readonly beatEveryMs?: number | undefined;
  /** Whether it may act for a shard at this moment; default always. */
  readonly holds?: ((shard: string) => boolean) | undefined;
}

/** A process, or a thread of one, that can own shards: it publishes what its engine accepts for those that it does own. */
export class RelayOwner implements FrameListener {
  readonly #publishers = new Map<string, ShardPublisher>();
  readonly #shardByPair = new Map<string, string>();
  #state: ShardState | undefined;

  constructor({ bus, subjects, owner, clock, pairs, beatEveryMs = 100, holds = () => true }: RelayOwnerOptions) {
    for (const [shard, ofShard] of pairsByShard({ pairs })) {
      const publisher = new ShardPublisher({
        bus,
        subjects,
        shard,
        owner,
        pairs: ofShard,
        clock,
        beatEveryMs,
        holds: () => holds(shard),
        bookOf: (pair) => this.#state?.bookOf(pair),
        encodeSnapshot: encodePrefixSnapshot,
        venueAgeMs: () => {
          const heardAtMs = this.#state?.heardAtMs(ofShard[0] ?? "");
          return heardAtMs === undefined ? 0 : clock.monotonicMs() - heardAtMs;
        },
      });
      this.#publishers.set(shard, publisher);
    }
  }

  /** The port `listenToFrames` of the engine's shard. */
  readonly listenToFrames = (state: ShardState): FrameListener => {
    this.#state = state;
    return this;
  };

  /** Begins to act for a shard under a term, larger than any before. */
  own(shard: string, term: number): void {
    this.#publishers.get(shard)?.own(term);
  }

  /** Stops acting for a shard. */
  disown(shard: string): void {
    this.#publishers.get(shard)?.disown();
  }

  /** Stops acting for every shard. */
  close(): void {
    for (const publisher of this.#publishers.values()) {
      publisher.disown();
    }
  }

  /** The engine accepted a frame: it goes to the bus. */
  accepted(frame: AcceptedFrame): void {
    this.#publisherOf(frame.pair)?.accepted(frame);
  }

  /** A book of the engine changed its status: consumers are told at once. */
  status(pair: string, status: BookStatus, reason: BookReason | undefined): void {
    this.#publisherOf(pair)?.status(pair, status, reason);
  }

  /** The shard of a pair costs 64 hashes: it is looked for once. */
  #publisherOf(pair: string): ShardPublisher | undefined {
    let shard = this.#shardByPair.get(pair);
    if (shard === undefined) {
      shard = shardOf(pair);
      this.#shardByPair.set(pair, shard);
    }
    return this.#publishers.get(shard);
  }
}
