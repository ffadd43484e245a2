import type { DoubtReason } from "@depthwire/book/internal";
import { decodeClientMessage, protocolErrorOf } from "@depthwire/core/internal";
import type { FrameFeed, OpenFeed, Socket } from "@depthwire/stream";
import { shardOf } from "../plan/shard-plan.js";
import { defaultTrustLimits } from "../trust/shard-trust.js";
import { type LinkCounts, noLinkCounts } from "./link-counters.js";
import type { LinkParts } from "./link-parts.js";
import type { LinkStanding } from "./link-standing.js";
import { PairLink } from "./pair-link.js";
import { ShardWatch } from "./shard-watch.js";

/** What a link is made of. Only the bus, the subjects and the clock have no default. */
export type RelayLinkOptions = Pick<LinkParts, "bus" | "subjects" | "clock"> & Partial<Omit<LinkParts, "counts">>;

const depthEnding = "_depth";
const normalClosure = 1000;

/** The relay as a venue: an engine opens its connections here, and gets books that are right or not live. */
export class RelayLink {
  readonly #parts: LinkParts;
  readonly #shards = new Map<string, ShardWatch>();
  readonly #pairs = new Set<PairLink>();

  constructor(options: RelayLinkOptions) {
    this.#parts = {
      limits: defaultTrustLimits,
      echoEveryMs: 100,
      snapshotLimitMs: 500,
      ...options,
      counts: noLinkCounts(),
    };
  }

  /** What happened since the start. */
  get counts(): Readonly<LinkCounts> {
    return this.#parts.counts;
  }

  /** How an engine opens a connection here; protocol A. */
  readonly openFeed: OpenFeed = (_address, feed) => {
    const connection = new VirtualConnection(feed, this);
    feed.opened();
    return connection;
  };

  /** Why a pair's book may not be called live at this moment: the engine's port `doubtOf`. */
  readonly doubtOf = (pair: string): DoubtReason | undefined => {
    for (const link of this.#pairs) {
      if (link.pair === pair) {
        return link.doubtNow();
      }
    }
    return "relay-silent";
  };

  /** How a pair's book stands at this moment: who owns it, and how old it can be. Undefined where nobody follows it. */
  standingOf(pair: string): LinkStanding | undefined {
    return [...this.#pairs].find((link) => link.pair === pair)?.standing();
  }

  /** An engine subscribed to a channel. Undefined for one that the relay does not carry. */
  follow(channel: string, feed: FrameFeed): PairLink | undefined {
    if (!channel.endsWith(depthEnding)) {
      return undefined;
    }
    const pair = channel.slice(0, -depthEnding.length);
    const shard = shardOf(pair);
    const watch = this.#shards.get(shard) ?? new ShardWatch(shard, this.#parts);
    this.#shards.set(shard, watch);
    const link = new PairLink({ pair, channel, feed }, watch, this.#parts);
    this.#pairs.add(link);
    return link;
  }

  /** It did so no longer. */
  leave(link: PairLink): void {
    link.close();
    this.#pairs.delete(link);
    const shard = shardOf(link.pair);
    const watch = this.#shards.get(shard);
    if (watch?.isUnused === true) {
      this.#shards.delete(shard);
      watch.close();
    }
  }
}

/** What an engine takes for its connection to the venue. */
class VirtualConnection implements Socket {
  readonly #feed: FrameFeed;
  readonly #relay: RelayLink;
  readonly #links = new Map<string, PairLink>();
  #isClosed = false;

  constructor(feed: FrameFeed, relay: RelayLink) {
    this.#feed = feed;
    this.#relay = relay;
  }

  send(text: string): void {
    const message = readMessage(text);
    if (this.#isClosed || message === undefined) {
      return;
    }
    if (message.kind === "ping") {
      this.#feed.controlFrame();
    } else if (message.kind === "subscribe" || message.kind === "unsubscribe") {
      this.#leave(message.channel);
      const link = message.kind === "subscribe" ? this.#relay.follow(message.channel, this.#feed) : undefined;
      if (link !== undefined) {
        this.#links.set(message.channel, link);
      }
    }
  }

  ping(): void {
    if (!this.#isClosed) {
      this.#feed.controlFrame();
    }
  }

  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const channel of this.#links.keys()) {
        this.#leave(channel);
      }
      this.#feed.closed(normalClosure, "closed");
    }
  }

  #leave(channel: string): void {
    const link = this.#links.get(channel);
    if (link !== undefined) {
      this.#links.delete(channel);
      this.#relay.leave(link);
    }
  }
}

/** Undefined for what is none of protocol A's messages. */
function readMessage(text: string): ReturnType<typeof decodeClientMessage> | undefined {
  try {
    return decodeClientMessage(text);
  } catch (error) {
    if (protocolErrorOf(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
