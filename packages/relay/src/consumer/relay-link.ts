import type { DoubtReason } from "@depthwire/book/internal";
import { defaultFrameLimits } from "@depthwire/core";
import type { OpenFeed } from "@depthwire/stream";
import { shardOf } from "../plan/shard-plan.js";
import { defaultTrustLimits } from "../trust/shard-trust.js";
import { depthChannel } from "../wire/bus-channel.js";
import { ChannelLink } from "./channel-link.js";
import { drawNonce } from "./draw-nonce.js";
import { type LinkCounts, noLinkCounts } from "./link-counters.js";
import type { LinkParts } from "./link-parts.js";
import type { LinkStanding } from "./link-standing.js";
import type { FollowedChannel } from "./outlet.js";
import { type Resume, Resumption } from "./resume.js";
import { ShardWatch } from "./shard-watch.js";
import { VirtualConnection } from "./virtual-connection.js";

/** What a link is made of. Only the bus, the subjects and the clock have no default. */
export type RelayLinkOptions = Pick<LinkParts, "bus" | "subjects" | "clock"> &
  Partial<Omit<LinkParts, "counts" | "resumption" | "statePaces">> & {
    /** Gives what was missed while a reader was away; absent: a channel begins with its owner's state. */
    readonly resume?: Resume | undefined;
  };

/** The relay as a venue: an engine opens its connections here, and gets books that are right or not live. */
export class RelayLink {
  readonly #parts: LinkParts;
  readonly #shards = new Map<string, ShardWatch>();
  /** The books, by pair: of two engines that follow one, the later's. */
  readonly #books = new Map<string, ChannelLink>();

  constructor({ resume, ...options }: RelayLinkOptions) {
    this.#parts = {
      limits: defaultTrustLimits,
      echoEveryMs: 100,
      snapshotLimitMs: 500,
      maxFrameBytes: defaultFrameLimits.maxFrameBytes,
      drawNonce,
      ...options,
      resumption: resume && new Resumption(resume),
      statePaces: new Map(),
      counts: noLinkCounts(),
    };
  }

  /** What happened since the start. */
  get counts(): Readonly<LinkCounts> {
    return this.#parts.counts;
  }

  /**
   * How an engine opens a connection here. It may speak either push protocol: the one that the pairs' owners have their frames in. Those of
   * the other one are counted and dropped, and nothing becomes live.
   */
  readonly openFeed: OpenFeed = (_address, feed) => {
    const connection = new VirtualConnection(feed, { follow: (followed) => this.#follow(followed) });
    feed.opened();
    return connection;
  };

  /** Why a pair's book may not be called live at this moment: the engine's port `doubtOf`. */
  readonly doubtOf = (pair: string): DoubtReason | undefined => {
    const book = this.#books.get(pair);
    return book === undefined ? "relay-silent" : book.doubtNow();
  };

  /** How a pair's book stands at this moment: who owns it, and what the owner calls its own. Undefined where nobody follows it. */
  standingOf(pair: string): LinkStanding | undefined {
    return this.#books.get(pair)?.standing();
  }

  #follow(followed: FollowedChannel): () => void {
    const { pair, name } = followed;
    const shard = shardOf(pair);
    const watch = this.#shards.get(shard) ?? new ShardWatch(shard, this.#parts);
    this.#shards.set(shard, watch);
    const link = new ChannelLink(followed, watch, this.#parts);
    if (name === depthChannel) {
      this.#books.set(pair, link);
    }
    return () => {
      link.close();
      if (this.#books.get(pair) === link) {
        this.#books.delete(pair);
      }
      if (watch.isUnused) {
        this.#shards.delete(shard);
        watch.close();
      }
    };
  }
}
