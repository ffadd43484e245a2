import type { BookVerdict, BookViewData } from "@depthwire/book";
import type { DepthEvidence, TopBuffer } from "@depthwire/book/internal";
import { queueTurnEnd } from "@depthwire/core/internal";
import { PendingVerdicts } from "../book/pending-verdicts.js";
import type { ShardConfig } from "../thread/shard-config.js";
import type { ShardFeatures } from "../thread/shard-features.js";
import type { FromShard, ToShard } from "../thread/shard-messages.js";
import type { ShardWorld } from "../thread/shard-parts.js";
import type { ShardStatistics } from "../thread/shard-statistics.js";
import { type ShardHandle, startShard } from "../thread/start-shard.js";
import { type HostedChannel, HostedChannels } from "./hosted-channels.js";
import { relayMessage } from "./relay-message.js";
import type { HostedBook, ShardHost } from "./shard-host.js";

/** Runs a shard in the caller's own thread, by the same messages as a thread's. */
export class InlineHost implements ShardHost {
  readonly #books = new Map<number, HostedBook>();
  readonly #channels: HostedChannels;
  readonly #verdicts = new PendingVerdicts();
  readonly #shard: ShardHandle;
  #send: (message: ToShard) => void = () => {};

  constructor(config: ShardConfig, world: ShardWorld, features: ShardFeatures) {
    this.#channels = new HostedChannels(world.clock, (message) => this.#send(message));
    const receivers = {
      books: this.#books,
      channels: this.#channels,
      verdicts: this.#verdicts,
      post: (message: ToShard) => this.#send(message),
    };
    const port = {
      // Views answer while the shard still works on a message: a reaction must not interrupt that work.
      post: (message: FromShard) => queueTurnEnd(() => relayMessage(message, receivers)),
      onMessage: (handler: (message: ToShard) => void) => {
        this.#send = handler;
      },
    };
    this.#shard = startShard(config, port, world, features);
  }

  get load(): number {
    return this.#books.size + this.#channels.size;
  }

  subscribe(book: HostedBook): void {
    this.#books.set(book.id, book);
    this.#send({ kind: "subscribe", book: book.id, pair: book.pair, epoch: book.epoch });
    this.pull(book);
  }

  unsubscribe(book: HostedBook): void {
    this.#books.delete(book.id);
    this.#send({ kind: "unsubscribe", book: book.id });
  }

  pull(book: HostedBook): void {
    this.#send({ kind: "credit", book: book.id, levels: book.levels });
  }

  follow(book: HostedBook): void {
    this.#send({ kind: "follow", book: book.id, terms: book.followed });
  }

  isReadable(): boolean {
    return true;
  }

  readTop(book: HostedBook, into: TopBuffer): boolean {
    return this.#shard.readTop(book.id, into);
  }

  read(book: Pick<HostedBook, "id" | "levels">, knownVersion: number): BookViewData | undefined {
    return this.#shard.viewOf(book.id, book.levels, knownVersion);
  }

  take(book: Pick<HostedBook, "id" | "levels">, knownVersion: number): BookViewData | undefined {
    return this.read(book, knownVersion);
  }

  remember(book: HostedBook): void {
    this.#send({ kind: "remember", book: book.id });
  }

  verify(book: HostedBook, evidence: DepthEvidence): Promise<BookVerdict> {
    return this.#verdicts.ask((request) => this.#send({ kind: "verify", book: book.id, request, evidence }));
  }

  openChannel(channel: HostedChannel): void {
    this.#channels.open(channel);
  }

  closeChannel(channel: HostedChannel): void {
    this.#channels.close(channel);
  }

  eventsRead(channel: HostedChannel): void {
    this.#channels.read(channel);
  }

  statistics(): ShardStatistics {
    return this.#shard.statistics();
  }

  close(): Promise<void> {
    this.#books.clear();
    this.#channels.clear();
    this.#send({ kind: "stop" });
    this.#verdicts.abandon("closed");
    return Promise.resolve();
  }
}
