import { giveUpBy } from "@depthwire/account/internal";
import type { BookIntegrity, BookStatus, BookVerdict, BookView } from "@depthwire/book";
import { DepthwireError, type Logger, ValidationError } from "@depthwire/core";
import { type AbortListeners, flag, type OptionRule, type OptionTable } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { type ItemStream, QueuedStream } from "../channels/queued-stream.js";
import type { BookState, BookStateItem } from "../channels/stream-item.js";
import { BookEntry } from "./book-entry.js";
import type { BookPlace } from "./book-place.js";
import { type BookStream, PairStream } from "./book-stream.js";
import { checkPair } from "./check-request.js";
import type { Deliveries } from "./deliveries.js";
import type { EnginePorts } from "./engine-ports.js";
import type { StateReader } from "./every-state.js";
import type { ShardHosts } from "./shard-hosts.js";
import {
  checkStreamOptions,
  limitOf,
  type QueuedStreamOptions,
  queuedOptionTable,
  type StreamOptions,
  streamOptionTable,
} from "./stream-options.js";
import { type StreamStatistics, StreamTally } from "./stream-statistics.js";
import { type VerificationCounts, type VerificationOptions, VerificationRounds } from "./verification-rounds.js";
import { resolveVerifyOptions, type VerifyOptions, verifyBook } from "./verify-book.js";

/** Options of one reader of a book. */
export interface BookStreamOptions extends StreamOptions {
  /** Most levels a side in the views; default all. */
  readonly levels?: number | undefined;
}

/** Options of one reader of every state of a book. */
export interface EveryStateOptions extends BookStreamOptions, QueuedStreamOptions {
  /** Every applied state, in order, instead of the newest alone. */
  readonly every: true;
}

const levelsRule: OptionRule = { rule: "at least 1", holds: (value) => typeof value === "number" && value >= 1 };

const bookOptionTable: OptionTable<BookStreamOptions & { readonly every?: boolean | undefined }> = {
  ...streamOptionTable,
  levels: levelsRule,
  every: flag,
};

const everyStateOptionTable: OptionTable<EveryStateOptions> = { ...queuedOptionTable, levels: levelsRule, every: flag };

/** What {@link LiveBooks} are made of. */
export interface LiveBooksParts {
  readonly hosts: ShardHosts;
  readonly ports: EnginePorts;
  readonly logger: Logger | undefined;
  readonly integrity: BookIntegrity;
  readonly verification: VerificationOptions;
  readonly deliveries: Deliveries;
  /** Follows signals of callers. */
  readonly listeners: AbortListeners;
}

/** The books of an engine: one entry a pair, shared by all who read it. */
export class LiveBooks {
  readonly verifications: VerificationCounts = { equal: 0, different: 0, inconclusive: 0, failed: 0 };
  /** States that loops over views passed over, because newer ones were there. */
  viewsConflated = 0;
  readonly #parts: LiveBooksParts;
  readonly #entries = new Map<Pair, BookEntry>();
  readonly #started = new WeakSet<BookEntry>();
  readonly #streams = new Set<PairStream>();
  readonly #states = new StreamTally<QueuedStream<BookState, never>>();
  readonly #rounds: VerificationRounds | undefined;
  #nextBook = 1;

  constructor(parts: LiveBooksParts) {
    this.#parts = parts;
    this.#rounds = this.#createRounds();
  }

  /** How many streams are open. */
  get open(): number {
    return this.#streams.size + this.#states.streams.size;
  }

  /** Opens a stream; the first of a pair begins to keep its book. See `Engine.book`. */
  book(pair: string, options: BookStreamOptions): BookStream {
    const name = checkPair(pair);
    checkStreamOptions(options, bookOptionTable);
    const { levels = Number.POSITIVE_INFINITY, signal } = options;
    const entry = this.#entryOf(name);
    const stream = new PairStream({
      entry,
      levels,
      giveUp: giveUpBy(signal, this.#parts.listeners),
      loops: this.#parts.ports.loops,
      doubtOf: this.#parts.ports.doubtOf,
      onClose: (closed) => this.#forget(closed),
      verify: (book, verifyOptions) => this.#verify(book, verifyOptions),
      onView: (view, passedOver) => {
        this.viewsConflated += passedOver;
        this.#parts.deliveries.record("book", view.receivedAtMs, view.updatedAtMs);
      },
    });
    this.#streams.add(stream);
    this.#startIfNew(entry);
    return stream;
  }

  /** Opens a stream of every state. See `Engine.book`. */
  bookStates(pair: string, options: EveryStateOptions): ItemStream<BookStateItem> {
    const name = checkPair(pair);
    checkStreamOptions(options, everyStateOptionTable);
    const { levels = Number.POSITIVE_INFINITY, signal } = options;
    const limit = limitOf(options);
    const entry = this.#entryOf(name);
    const tally = this.#states;
    const stream = new QueuedStream<BookState, never>({
      pair: name,
      limit,
      giveUp: giveUpBy(signal, this.#parts.listeners),
      watch: { loops: this.#parts.ports.loops, name: `states of ${name}` },
      owner: {
        queued: (item, dropped) => {
          tally.dropped += dropped;
          tally.gaps += item.kind === "gap" ? 1 : 0;
        },
        delivered: (item) => {
          if (item.kind === "state") {
            this.#parts.deliveries.record("book-states", item.receivedAtMs, item.view.updatedAtMs);
          }
        },
        closed: () => {
          tally.streams.delete(stream);
          entry.states.leave(reader);
          entry.followStates();
          this.#forgetUnread(entry);
        },
      },
    });
    const reader: StateReader = { stream, levels, limit };
    tally.streams.add(stream);
    this.#startIfNew(entry);
    entry.states.join(reader);
    entry.followStates();
    return stream;
  }

  /** What happened to the streams of every state. */
  statistics(): StreamStatistics {
    return this.#states.snapshot(this.#parts.deliveries.counts("book-states"));
  }

  /** See `Engine.views`. */
  views(): BookView[] {
    return [...this.#entries.values()].map((entry) => entry.wholeView());
  }

  /** Books by present status. */
  statuses(): Record<BookStatus, number> {
    const books: Record<BookStatus, number> = { syncing: 0, live: 0, gapped: 0, stale: 0, crossed: 0 };
    for (const entry of this.#entries.values()) {
      books[entry.view.status]++;
    }
    return books;
  }

  close(): void {
    this.#rounds?.stop();
    for (const stream of [...this.#streams, ...this.#states.streams]) {
      stream.close();
    }
  }

  async #verify(entry: BookEntry, options: VerifyOptions): Promise<BookVerdict> {
    const { ports, listeners } = this.#parts;
    const { clock, depthSource } = ports;
    const resolved = resolveVerifyOptions(options);
    if (depthSource === undefined) {
      throw new ValidationError("option-invalid", { option: "depthSource", rule: "given where books are verified" });
    }
    try {
      const verdict = await verifyBook(entry, { source: depthSource, clock, listeners }, resolved);
      this.verifications[verdict.kind]++;
      return verdict;
    } catch (error) {
      this.verifications.failed++;
      throw error;
    }
  }

  #createRounds(): VerificationRounds | undefined {
    const { verification, ports, listeners } = this.#parts;
    const { clock, depthSource } = ports;
    if (depthSource === undefined) {
      return undefined;
    }
    return new VerificationRounds({
      options: verification,
      ports: { source: depthSource, clock, listeners },
      entries: () => this.#entries.values(),
      count: (what) => {
        this.verifications[what]++;
      },
      onFailure: (entry, error) => this.#logUnverified(entry, error),
    });
  }

  /** The book of a pair, a new one where nobody reads it yet. */
  #entryOf(pair: Pair): BookEntry {
    return this.#entries.get(pair) ?? this.#createEntry(pair);
  }

  #startIfNew(entry: BookEntry): void {
    this.#rounds?.start();
    if (!this.#started.has(entry)) {
      this.#started.add(entry);
      entry.start();
    }
  }

  /** A new book stays in the shard that it goes to. */
  #createEntry(pair: Pair): BookEntry {
    const { hosts, integrity } = this.#parts;
    const entry = new BookEntry({
      id: this.#nextBook++,
      pair,
      host: hosts.hostFor(pair),
      integrity,
      onLabel: (view, place) => this.#logLabel(view, place),
    });
    this.#entries.set(pair, entry);
    return entry;
  }

  #forget(stream: PairStream): void {
    this.#streams.delete(stream);
    this.#forgetUnread(stream.entry);
  }

  #forgetUnread(entry: BookEntry): void {
    if (!entry.isRead && this.#entries.get(entry.pair) === entry) {
      this.#entries.delete(entry.pair);
      entry.stop();
    }
  }

  #logLabel({ pair, status, reason }: BookView, { epoch, seq }: BookPlace): void {
    const level = status === "gapped" || status === "crossed" ? "warn" : "info";
    this.#parts.logger?.log(level, "book-status", { pair, status, epoch, seq, ...(reason && { reason }) });
  }

  #logUnverified({ pair }: BookEntry, error: unknown): void {
    const cause = error instanceof DepthwireError ? error.code : "unknown";
    this.#parts.logger?.log("warn", "book-unverified", { pair, cause });
  }
}
