import {
  type Clock,
  type Credential,
  DepthwireError,
  type Logger,
  type Random,
  TransportError,
  ValidationError,
} from "@depthwire/core";
import { type Pair, pairGrammars } from "@depthwire/schema";
import { type BookStatus, bookReasons } from "../book/book-status.js";
import type { BookVerdict } from "../book/book-verdict.js";
import type { BookView } from "../book/book-view.js";
import type { DepthSource } from "../ports/depth-source.js";
import type { StartShardThread } from "../ports/thread.js";
import { emptiestShard } from "../shard/assign-shard.js";
import { InlineHost } from "../shard/inline-host.js";
import { MillisecondHistogram } from "../shard/millisecond-histogram.js";
import type { ShardHost } from "../shard/shard-host.js";
import type { ShardPorts } from "../shard/shard-parts.js";
import { sumStatistics } from "../shard/shard-statistics.js";
import { ThreadHost } from "../shard/thread-host.js";
import { BookEntry } from "./book-entry.js";
import { type BookStream, PairStream } from "./book-stream.js";
import { type EngineOptions, type ResolvedEngineOptions, resolveEngineOptions } from "./engine-options.js";
import type { EngineStatistics } from "./engine-statistics.js";
import { openPrivateStream, type PrivateStream } from "./private-stream.js";
import { type VerificationCounts, VerificationRounds } from "./verification-rounds.js";
import { resolveVerifyOptions, type VerifyOptions, verifyBook } from "./verify-book.js";

/** The world as an engine needs it. */
export interface EnginePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger?: Logger | undefined;
  /** Needed where the option `shards` is not 0. */
  readonly startThread?: StartShardThread | undefined;
  /** What books are verified with. Without it they cannot be, not even by turns under `monotonic`. */
  readonly depthSource?: DepthSource | undefined;
  /** For inline shards and for the private session, which never leaves the caller's thread. */
  readonly shard: ShardPorts;
}

/** How one reader wants a book. */
export interface BookStreamOptions {
  /** Most levels a side in the views; default all. */
  readonly levels?: number | undefined;
  /** Ends the stream; its loops throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Live books of a venue. */
export interface Engine {
  /**
   * The views of one pair's book. Several streams of one pair share one subscription.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   */
  book(pair: string, options?: BookStreamOptions): BookStream;
  /**
   * Logs in on a connection of its own.
   *
   * @throws TransportError `closed`
   */
  login(credential: Credential): PrivateStream;
  statistics(): EngineStatistics;
  /** Ends all streams, sessions and threads. Resolves when nothing is left; never rejects. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes an engine. It connects when the first book is asked for.
 *
 * @throws ValidationError `option-invalid`
 */
export function createEngine(options: EngineOptions, ports: EnginePorts): Engine {
  return new BookEngine(resolveEngineOptions(options), ports);
}

const pairPattern = new RegExp(pairGrammars.map((grammar) => `(?:${grammar.pattern})`).join("|"));

class BookEngine implements Engine {
  readonly #options: ResolvedEngineOptions;
  readonly #ports: EnginePorts;
  readonly #hosts: readonly ShardHost[];
  readonly #entries = new Map<Pair, BookEntry>();
  readonly #streams = new Set<PairStream>();
  readonly #privateStreams = new Set<PrivateStream>();
  readonly #handover = new MillisecondHistogram();
  #viewsHandedOver = 0;
  readonly #verifications: VerificationCounts = { equal: 0, different: 0, inconclusive: 0, failed: 0 };
  readonly #rounds: VerificationRounds | undefined;
  #nextBook = 1;
  #threadsLost = 0;
  #closing: Promise<void> | undefined;

  constructor(options: ResolvedEngineOptions, ports: EnginePorts) {
    this.#options = options;
    this.#ports = ports;
    this.#hosts = this.#createHosts();
    this.#rounds = this.#createRounds();
  }

  book(pair: string, { levels = Number.POSITIVE_INFINITY, signal }: BookStreamOptions = {}): BookStream {
    this.#checkOpen();
    if (!pairPattern.test(pair)) {
      throw new ValidationError("value-invalid", { path: "pair", rule: "the name of a pair, such as 4BTC_USDT" });
    }
    if (!(levels >= 1)) {
      throw new ValidationError("option-invalid", { option: "levels", rule: "at least 1" });
    }
    if (signal?.aborted === true) {
      throw new TransportError("aborted", {}, { cause: signal.reason });
    }
    const known = this.#entries.get(pair as Pair);
    const entry = known ?? this.#createEntry(pair as Pair);
    const stream = new PairStream({
      entry,
      levels,
      signal,
      onClose: (closed) => this.#forget(closed),
      verify: (book, verifyOptions) => this.#verify(book, verifyOptions),
      onView: (view) => this.#handedOver(view),
    });
    this.#streams.add(stream);
    this.#rounds?.start();
    if (known === undefined) {
      entry.start();
    }
    return stream;
  }

  login(credential: Credential): PrivateStream {
    this.#checkOpen();
    const { clock, random, shard } = this.#ports;
    const stream = openPrivateStream({
      credential,
      session: { ...this.#options.session, login: "required" },
      frameLimits: this.#options.config.frameLimits,
      ports: { clock, random, openSocket: shard.openSocket },
      inflate: shard.createInflate(),
      onClose: (closed) => this.#privateStreams.delete(closed),
    });
    this.#privateStreams.add(stream);
    return stream;
  }

  statistics(): EngineStatistics {
    const books: Record<BookStatus, number> = { syncing: 0, live: 0, gapped: 0, stale: 0, crossed: 0 };
    for (const entry of this.#entries.values()) {
      books[entry.view.status]++;
    }
    return {
      ...sumStatistics(this.#hosts.map((host) => host.statistics())),
      books,
      threadsLost: this.#threadsLost,
      verifications: { ...this.#verifications },
      viewsHandedOver: this.#viewsHandedOver,
      handoverMs: this.#handover.snapshot(),
    };
  }

  /** A view of a book of which nothing is known yet has no time of receipt. */
  #handedOver(view: BookView): void {
    this.#viewsHandedOver++;
    if (view.receivedAtMs > 0) {
      this.#handover.record(this.#ports.clock.epochMs() - view.receivedAtMs);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#rounds?.stop();
    for (const stream of this.#streams) {
      stream.close();
    }
    for (const stream of this.#privateStreams) {
      stream.close();
    }
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  async #verify(entry: BookEntry, options: VerifyOptions): Promise<BookVerdict> {
    const { clock, depthSource } = this.#ports;
    const resolved = resolveVerifyOptions(options);
    if (depthSource === undefined) {
      throw new ValidationError("option-invalid", { option: "depthSource", rule: "given where books are verified" });
    }
    try {
      const verdict = await verifyBook(entry, { source: depthSource, clock }, resolved);
      this.#verifications[verdict.kind]++;
      return verdict;
    } catch (error) {
      this.#verifications.failed++;
      throw error;
    }
  }

  #createRounds(): VerificationRounds | undefined {
    const { clock, depthSource } = this.#ports;
    if (depthSource === undefined) {
      return undefined;
    }
    return new VerificationRounds({
      options: this.#options.verification,
      ports: { source: depthSource, clock },
      entries: () => this.#entries.values(),
      count: (what) => {
        this.#verifications[what]++;
      },
      onFailure: (entry, error) => this.#logUnverified(entry, error),
    });
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) {
      throw new TransportError("closed", {});
    }
  }

  #createHosts(): readonly ShardHost[] {
    const { shards, config, threads } = this.#options;
    const { clock, random, startThread, shard } = this.#ports;
    if (shards === 0) {
      return [new InlineHost({ ...config, shard: 0 }, { clock, random, ...shard })];
    }
    if (startThread === undefined) {
      throw new ValidationError("option-invalid", { option: "shards", rule: "0 where no threads can be started" });
    }
    return Array.from({ length: shards }, (_, index) => {
      const onThreadLost = (number: number, cause: string): void => this.#logThreadLost(number, cause);
      return new ThreadHost({
        config: { ...config, shard: index },
        watch: threads,
        startThread,
        clock,
        random,
        onThreadLost,
      });
    });
  }

  /** A new book goes to the emptiest shard and stays there. */
  #createEntry(pair: Pair): BookEntry {
    const host = this.#hosts[emptiestShard(this.#hosts.map(({ load }) => load))] as ShardHost;
    const integrity = this.#options.config.rules.sequencePolicy === "contiguous" ? "sequenced" : "unsequenced";
    const entry = new BookEntry({
      id: this.#nextBook++,
      pair,
      host,
      integrity,
      onLabel: (view) => this.#logLabel(view),
    });
    this.#entries.set(pair, entry);
    return entry;
  }

  #forget(stream: PairStream): void {
    this.#streams.delete(stream);
    const { entry } = stream;
    if (entry.readers.size === 0) {
      this.#entries.delete(entry.pair);
      entry.stop();
    }
  }

  #logLabel({ pair, status, reason, epoch, seq }: BookView): void {
    const fields = { pair, status, epoch, seq };
    const why = reason === undefined ? {} : { reason, meaning: bookReasons[reason] };
    const level = status === "gapped" || status === "crossed" ? "warn" : "info";
    this.#ports.logger?.log(level, "book-status", { ...fields, ...why });
  }

  #logUnverified({ pair }: BookEntry, error: unknown): void {
    const cause = error instanceof DepthwireError ? error.code : "unknown";
    this.#ports.logger?.log("warn", "book-unverified", { pair, cause });
  }

  #logThreadLost(shard: number, cause: string): void {
    this.#threadsLost++;
    this.#ports.logger?.log("error", "shard-thread-lost", { shard, cause });
  }
}
