import type { BookReason, BookStatus } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import { defaultServiceName } from "@depthwire/schema";
import type { AcceptedFrame, ChannelStatus, FrameListener, PushProtocol, ShardState } from "@depthwire/stream";
import type { Bus } from "../bus/bus.js";
import { createFrameCodec } from "../frames/frame-codec.js";
import { pairsByShard, shardOf } from "../plan/shard-plan.js";
import type { Subjects } from "../wire/subjects.js";
import { EchoAnswers } from "./echo-answers.js";
import { noOwnerCounts, type OwnerCounts } from "./owner-counts.js";
import { ShardPublisher } from "./shard-publisher.js";
import { StateAnswers } from "./state-answers.js";
import type { ViewOptions } from "./view-publisher.js";

/** What a {@link RelayOwner} is made of. */
export interface RelayOwnerOptions {
  /** The connection of this process or thread, for all that it publishes. */
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** Name of this process, which no other has. */
  readonly owner: string;
  readonly clock: Clock;
  /** Pairs that its engine follows. Of them it publishes every public channel that the engine follows. */
  readonly pairs: readonly string[];
  /** The engine's push protocol, default `prefix`. It must be the same in all owners: consumers follow by it. */
  readonly protocol?: PushProtocol | undefined;
  /** The engine's service name, default `svc`. */
  readonly serviceName?: string | undefined;
  /** How often beats are sent, in milliseconds; default 100. */
  readonly beatEveryMs?: number | undefined;
  /** How views are published; absent: none are. */
  readonly views?: ViewOptions | undefined;
  /** Whether it may act for a shard at this moment; default always. */
  readonly holds?: ((shard: string) => boolean) | undefined;
}

/** Milliseconds. */
export const defaultBeatEveryMs = 100;

/** A process, or a thread of one, that can own shards: it publishes what its engine accepts for those that it does own. */
export class RelayOwner implements FrameListener {
  readonly #publishers = new Map<string, ShardPublisher>();
  readonly #publisherByPair = new Map<string, ShardPublisher | undefined>();
  readonly #publisherByChannel = new Map<string, ShardPublisher | undefined>();
  readonly #counts = noOwnerCounts();
  readonly #pairOf: (channel: string) => string;
  readonly #retiring = new Set<Promise<void>>();
  #state: ShardState | undefined;

  /** @throws ValidationError `value-invalid` for a name that can't be part of a subject */
  constructor(options: RelayOwnerOptions) {
    const { clock, pairs, beatEveryMs = defaultBeatEveryMs, views, holds = () => true } = options;
    const codec = createFrameCodec(options.protocol ?? "prefix", options.serviceName ?? defaultServiceName);
    this.#pairOf = (channel) => codec.parse(channel)?.pair ?? "";
    const answers = new StateAnswers(clock, this.#counts);
    const echoes = new EchoAnswers(clock, this.#counts);
    for (const [shard, ofShard] of pairsByShard({ pairs })) {
      const publisher = new ShardPublisher({
        bus: options.bus,
        subjects: options.subjects,
        shard,
        owner: options.owner,
        pairs: ofShard,
        clock,
        beatEveryMs,
        holds: () => holds(shard),
        bookOf: (pair, levels) => this.#state?.bookOf(pair, levels),
        venueAgeMs: (pair) => {
          const heardAtMs = this.#state?.heardAtMs(pair);
          return heardAtMs && clock.monotonicMs() - heardAtMs;
        },
        codec,
        answers,
        echoes,
        views,
        counts: this.#counts,
      });
      this.#publishers.set(shard, publisher);
    }
  }

  /** What was published since the start. */
  get counts(): Readonly<OwnerCounts> {
    return this.#counts;
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

  /** The term that it acts for a shard under: after another owner of the same term was heard, a larger one. 0: it does not act. */
  termOf(shard: string): number {
    return this.#publishers.get(shard)?.term ?? 0;
  }

  /** Stops acting for a shard. */
  disown(shard: string): void {
    this.#publishers.get(shard)?.disown();
  }

  /**
   * Another one owns a shard that this one handed over: it goes on under its own term for half a second, so that consumers lose nothing on their way to the
   * heir.
   */
  retire(shard: string): void {
    const retiring = this.#publishers.get(shard)?.retire() ?? Promise.resolve();
    this.#retiring.add(retiring);
    void retiring.then(() => this.#retiring.delete(retiring));
  }

  /** Stops acting for every shard, for those that were handed over when their time has come. Never rejects. */
  async end(): Promise<void> {
    await Promise.all(this.#retiring);
    this.close();
  }

  /** Stops acting for every shard, at once. */
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

  /** Another channel of the engine stands differently: consumers are told at once. */
  channelStatus(channel: string, status: ChannelStatus): void {
    let publisher = this.#publisherByChannel.get(channel);
    if (publisher === undefined) {
      publisher = this.#publisherOf(this.#pairOf(channel));
      this.#publisherByChannel.set(channel, publisher);
    }
    publisher?.channelStatus(channel, status);
  }

  /** The shard of a pair costs 64 hashes: it is looked for once. */
  #publisherOf(pair: string): ShardPublisher | undefined {
    let publisher = this.#publisherByPair.get(pair);
    if (publisher === undefined && !this.#publisherByPair.has(pair)) {
      publisher = this.#publishers.get(shardOf(pair));
      this.#publisherByPair.set(pair, publisher);
    }
    return publisher;
  }
}
