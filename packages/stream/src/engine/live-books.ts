import { DepthwireError, type Logger, ValidationError } from "@depthwire/core";
import type { Pair } from "@depthwire/schema";
import { type BookIntegrity, type BookStatus, bookReasons } from "../book/book-status.js";
import type { BookVerdict } from "../book/book-verdict.js";
import type { BookView } from "../book/book-view.js";
import { BookEntry } from "./book-entry.js";
import { type BookStream, PairStream } from "./book-stream.js";
import { checkPair, checkSignal } from "./check-request.js";
import type { Deliveries } from "./deliveries.js";
import type { EnginePorts } from "./engine-ports.js";
import type { ShardHosts } from "./shard-hosts.js";
import { type VerificationCounts, type VerificationOptions, VerificationRounds } from "./verification-rounds.js";
import { resolveVerifyOptions, type VerifyOptions, verifyBook } from "./verify-book.js";

/** How one reader wants a book. */
export interface BookStreamOptions {
  /** Most levels a side in the views; default all. */
  readonly levels?: number | undefined;
  /** Ends the stream; its loops throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What {@link LiveBooks} are made of. */
export interface LiveBooksParts {
  readonly hosts: ShardHosts;
  readonly ports: EnginePorts;
  readonly logger: Logger | undefined;
  readonly integrity: BookIntegrity;
  readonly verification: VerificationOptions;
  readonly deliveries: Deliveries;
}

/** The books of an engine: one entry a pair, shared by all who read it. */
export class LiveBooks {
  readonly verifications: VerificationCounts = { equal: 0, different: 0, inconclusive: 0, failed: 0 };
  readonly #parts: LiveBooksParts;
  readonly #entries = new Map<Pair, BookEntry>();
  readonly #streams = new Set<PairStream>();
  readonly #rounds: VerificationRounds | undefined;
  #nextBook = 1;

  constructor(parts: LiveBooksParts) {
    this.#parts = parts;
    this.#rounds = this.#createRounds();
  }

  /** How many streams are open. */
  get open(): number {
    return this.#streams.size;
  }

  /** Opens a stream; the first of a pair begins to keep its book. See `Engine.book`. */
  book(pair: string, { levels = Number.POSITIVE_INFINITY, signal }: BookStreamOptions): BookStream {
    const name = checkPair(pair);
    if (!(levels >= 1)) {
      throw new ValidationError("option-invalid", { option: "levels", rule: "at least 1" });
    }
    checkSignal(signal);
    const known = this.#entries.get(name);
    const entry = known ?? this.#createEntry(name);
    const stream = new PairStream({
      entry,
      levels,
      signal,
      onClose: (closed) => this.#forget(closed),
      verify: (book, verifyOptions) => this.#verify(book, verifyOptions),
      onView: (view) => this.#parts.deliveries.record("book", view.receivedAtMs, view.updatedAtMs),
    });
    this.#streams.add(stream);
    this.#rounds?.start();
    if (known === undefined) {
      entry.start();
    }
    return stream;
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
    for (const stream of this.#streams) {
      stream.close();
    }
  }

  async #verify(entry: BookEntry, options: VerifyOptions): Promise<BookVerdict> {
    const { clock, depthSource } = this.#parts.ports;
    const resolved = resolveVerifyOptions(options);
    if (depthSource === undefined) {
      throw new ValidationError("option-invalid", { option: "depthSource", rule: "given where books are verified" });
    }
    try {
      const verdict = await verifyBook(entry, { source: depthSource, clock }, resolved);
      this.verifications[verdict.kind]++;
      return verdict;
    } catch (error) {
      this.verifications.failed++;
      throw error;
    }
  }

  #createRounds(): VerificationRounds | undefined {
    const { verification, ports } = this.#parts;
    const { clock, depthSource } = ports;
    if (depthSource === undefined) {
      return undefined;
    }
    return new VerificationRounds({
      options: verification,
      ports: { source: depthSource, clock },
      entries: () => this.#entries.values(),
      count: (what) => {
        this.verifications[what]++;
      },
      onFailure: (entry, error) => this.#logUnverified(entry, error),
    });
  }

  /** A new book goes to the emptiest shard and stays there. */
  #createEntry(pair: Pair): BookEntry {
    const { hosts, integrity } = this.#parts;
    const entry = new BookEntry({
      id: this.#nextBook++,
      pair,
      host: hosts.emptiest,
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
    this.#parts.logger?.log(level, "book-status", { ...fields, ...why });
  }

  #logUnverified({ pair }: BookEntry, error: unknown): void {
    const cause = error instanceof DepthwireError ? error.code : "unknown";
    this.#parts.logger?.log("warn", "book-unverified", { pair, cause });
  }
}
