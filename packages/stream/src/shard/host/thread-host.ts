import type { BookIntegrity, BookVerdict, BookViewData } from "@depthwire/book";
import { type DepthEvidence, inconclusive, type TopBuffer } from "@depthwire/book/internal";
import { SharedBooks } from "../../shared-memory/shared-books.js";
import { PendingVerdicts } from "../book/pending-verdicts.js";
import { sumStatistics } from "../thread/every-shard-feature.js";
import type { FromShard, ToShard } from "../thread/shard-messages.js";
import { noStatistics, type ShardStatistics } from "../thread/shard-statistics.js";
import { type HostedChannel, HostedChannels } from "./hosted-channels.js";
import { type MessageReceivers, relayMessage } from "./relay-message.js";
import type { HostedBook, ShardHost } from "./shard-host.js";
import { type ThreadPhase, ThreadSupervisor, type ThreadSupervisorParts } from "./thread-supervisor.js";

/** What a {@link ThreadHost} is made of. */
export interface ThreadHostParts extends ThreadSupervisorParts {
  /** Called for each thread that ended on its own. */
  readonly onThreadLost: (shard: number, cause: string, phase: ThreadPhase) => void;
}

/**
 * Runs a shard in a thread. When the thread is lost its books say `stale` at once, and its successor subscribes to them
 * again.
 */
export class ThreadHost implements ShardHost {
  readonly #parts: ThreadHostParts;
  readonly #books = new Map<number, HostedBook>();
  readonly #channels: HostedChannels;
  readonly #verdicts = new PendingVerdicts();
  readonly #shared: SharedBooks;
  readonly #supervisor: ThreadSupervisor;
  readonly #receivers: MessageReceivers;
  #past: ShardStatistics = noStatistics();
  #present: ShardStatistics = noStatistics();
  #closing: Promise<void> | undefined;

  constructor(parts: ThreadHostParts) {
    this.#parts = parts;
    this.#channels = new HostedChannels(parts.clock, (message) => this.#post(message));
    this.#receivers = {
      books: this.#books,
      channels: this.#channels,
      verdicts: this.#verdicts,
      post: (message) => this.#post(message),
    };
    const { maxLevels, sequencePolicy } = parts.config.rules;
    const integrity: BookIntegrity = sequencePolicy === "contiguous" ? "sequenced" : "unsequenced";
    this.#shared = new SharedBooks(maxLevels, integrity, (book, memory) => this.#post({ kind: "share", book, memory }));
    this.#supervisor = new ThreadSupervisor(parts, {
      started: () => this.#introduceAll(),
      message: (message) => this.#receive(message),
      silent: () => this.#silent(),
      audible: () => this.#audible(),
      lost: (cause, phase) => this.#lost(cause, phase),
    });
    this.#supervisor.start();
  }

  get load(): number {
    return this.#books.size + this.#channels.size;
  }

  subscribe(book: HostedBook): void {
    this.#books.set(book.id, book);
    this.#introduce(book);
  }

  unsubscribe(book: HostedBook): void {
    this.#books.delete(book.id);
    this.#shared.forget(book.id);
    this.#post({ kind: "unsubscribe", book: book.id });
  }

  pull(book: HostedBook): void {
    if (!(this.#supervisor.sharesMemory && this.#shared.awaitNext(book, book.knownVersion))) {
      this.#post({ kind: "credit", book: book.id, levels: book.levels });
    }
  }

  follow(book: HostedBook): void {
    this.#post({ kind: "follow", book: book.id, terms: book.followed });
  }

  isReadable(book: HostedBook): boolean {
    this.#supervisor.lookAtPulse();
    return this.#supervisor.sharesMemory && this.#books.has(book.id) && this.#shared.isReadable(book);
  }

  read(book: Pick<HostedBook, "id" | "levels">, knownVersion: number): BookViewData | undefined {
    return this.#shared.readView(book, knownVersion);
  }

  /** A thread may write faster than a loop reads, which would never end: each view comes with a message. */
  take(): undefined {
    return undefined;
  }

  readTop(book: HostedBook, into: TopBuffer): boolean {
    return this.#shared.readTop(book.id, into);
  }

  remember(book: HostedBook): void {
    this.#post({ kind: "remember", book: book.id });
  }

  verify(book: HostedBook, evidence: DepthEvidence): Promise<BookVerdict> {
    if (this.#closing !== undefined) {
      return Promise.resolve(inconclusive("closed"));
    }
    return this.#supervisor.isRunning
      ? this.#verdicts.ask((request) => this.#post({ kind: "verify", book: book.id, request, evidence }))
      : Promise.resolve(inconclusive("thread-lost"));
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
    return sumStatistics([this.#past, this.#present]);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#books.clear();
    this.#channels.clear();
    this.#verdicts.abandon("closed");
    await this.#supervisor.close();
    this.#shared.abandon();
  }

  #introduceAll(): void {
    for (const book of this.#books.values()) {
      this.#introduce(book);
    }
    this.#channels.introduceAll();
  }

  #introduce(book: HostedBook): void {
    this.#post({ kind: "subscribe", book: book.id, pair: book.pair, epoch: book.epoch });
    if (book.isRemembered) {
      this.remember(book);
    }
    if (book.followed !== undefined) {
      this.follow(book);
    }
    this.pull(book);
  }

  #post(message: ToShard): void {
    this.#supervisor.post(message);
  }

  #receive(message: FromShard): void {
    if (message.kind === "beat" || message.kind === "stopped") {
      this.#present = message.statistics;
    } else if (message.kind === "view") {
      this.#shared.heard(message.view);
    } else if (message.kind === "news") {
      this.#readNews(message.books);
    }
    relayMessage(message, this.#receivers);
  }

  #readNews(books: readonly number[]): void {
    for (const id of books) {
      const book = this.#books.get(id);
      const view = book && this.#shared.readNews(book);
      if (view !== undefined) {
        book?.receiveView(view);
      } else if (book !== undefined) {
        // Its memory has changed meanwhile, or a number has become too large for it.
        this.#post({ kind: "credit", book: id, levels: book.levels });
      }
    }
  }

  #silent(): void {
    this.#shared.setTrust("hears-nothing");
    for (const book of this.#books.values()) {
      book.receiveLoss("thread-silent");
    }
  }

  #audible(): void {
    this.#shared.setTrust("trusts");
    for (const book of this.#books.values()) {
      book.receiveRecovery();
    }
  }

  #lost(cause: string, phase: ThreadPhase): void {
    this.#shared.abandon();
    this.#verdicts.abandon("thread-lost");
    this.#past = sumStatistics([this.#past, this.#present]);
    this.#present = noStatistics();
    if (this.#closing !== undefined) {
      return;
    }
    for (const book of this.#books.values()) {
      book.receiveLoss("thread-lost");
    }
    this.#channels.threadLost();
    this.#parts.onThreadLost(this.#parts.config.shard, cause, phase);
  }
}
