import type { BookViewData } from "@depthwire/book";
import type { TopBuffer } from "@depthwire/book/internal";
import { Shard } from "./shard.js";
import type { ShardConfig } from "./shard-config.js";
import type { ShardFeatures } from "./shard-features.js";
import type { ShardPort, ToShard } from "./shard-messages.js";
import type { ShardWorld } from "./shard-parts.js";
import type { ShardStatistics } from "./shard-statistics.js";

/** A running shard, as its caller in the same thread sees it. */
export interface ShardHandle {
  /** The present state of a book; undefined while it has none, and when it still is the one of `knownVersion`. */
  viewOf(book: number, levels: number, knownVersion: number): BookViewData | undefined;
  /** Reads the best levels of a book; false while it has none. */
  readTop(book: number, into: TopBuffer): boolean;
  statistics(): ShardStatistics;
  /** Closes every connection. */
  stop(): void;
}

/** Runs one shard, with the features that are passed, behind a port. */
export function startShard(
  config: ShardConfig,
  port: ShardPort,
  world: ShardWorld,
  features: ShardFeatures,
): ShardHandle {
  const shard = new Shard(config, world, port, features);
  port.onMessage((message) => obey(shard, port, message));
  return {
    viewOf: (book, levels, knownVersion) => shard.books.viewOf(book, levels, knownVersion),
    readTop: (book, into) => shard.books.readTop(book, into),
    statistics: () => shard.statistics(),
    stop: () => shard.stop(),
  };
}

function obey(shard: Shard, port: ShardPort, message: ToShard): void {
  switch (message.kind) {
    case "subscribe":
      shard.books.subscribe(message.book, message.pair, message.epoch);
      break;
    case "unsubscribe":
      shard.books.unsubscribe(message.book);
      break;
    case "credit":
      shard.books.book(message.book)?.grant(message.levels);
      break;
    case "follow":
      shard.books.book(message.book)?.follow(message.terms);
      break;
    case "states-read":
      shard.books.book(message.book)?.statesRead();
      break;
    case "share":
      shard.books.book(message.book)?.share(message.memory);
      break;
    case "status-read":
      shard.books.book(message.book)?.statusRead();
      break;
    case "remember":
      shard.books.book(message.book)?.depth.remember();
      break;
    case "verify": {
      const verdict = shard.books.verify(message.book, message.evidence);
      port.post({ kind: "verified", request: message.request, verdict });
      break;
    }
    case "open-channel":
      shard.channels.open(message.channel, message.text, message.policy);
      break;
    case "close-channel":
      shard.channels.close(message.channel);
      break;
    case "events-read":
      shard.channels.read(message.channel);
      break;
    case "beat":
      port.post({ kind: "beat", beat: message.beat, statistics: shard.statistics() });
      break;
    case "stop":
      shard.stop();
      port.post({ kind: "stopped", statistics: shard.statistics() });
      break;
  }
}
