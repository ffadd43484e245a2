import type { BookVerdict, BookViewData } from "@depthwire/book";
import {
  type DepthBookOutcome,
  type DepthEvidence,
  type DisconnectReason,
  guardedDelayMs,
  inconclusive,
  type ResyncCause,
  ResyncControl,
  resyncCauseOf,
  type TopBuffer,
  verifyDepth,
  viewDataOf,
} from "@depthwire/book/internal";
import type { ProtocolError } from "@depthwire/core";
import { backoffDelayMs } from "../../session/backoff.js";
import type { ConnectionPool } from "../thread/connection-pool.js";
import { Pacer } from "../thread/pacer.js";
import { rejectionCause } from "../thread/rejection-cause.js";
import type { ShardConnection } from "../thread/shard-connection.js";
import type { ShardParts } from "../thread/shard-parts.js";
import { BookPlaces } from "./book-places.js";
import { ShardBook } from "./shard-book.js";

/** The books of one shard. It decides when they subscribe, resync and move; each book decides what it believes. */
export class BookScheduler {
  readonly #parts: ShardParts;
  readonly #books = new Map<number, ShardBook>();
  readonly #numbers = new Map<string, number>();
  readonly #places: BookPlaces;
  readonly #pacer: Pacer;

  constructor(parts: ShardParts, connections: ConnectionPool) {
    this.#parts = parts;
    this.#pacer = new Pacer(parts.config.resync.shardPerSecond);
    this.#places = new BookPlaces(connections);
  }

  /** The present state of a book; undefined while it has none, and when it still is the one of `knownVersion`. */
  viewOf(id: number, levels: number, knownVersion: number): BookViewData | undefined {
    const depth = this.#books.get(id)?.depth;
    return depth === undefined || depth.receivedAtMs === 0 || depth.version === knownVersion
      ? undefined
      : viewDataOf(depth, id, levels);
  }

  /** The number of a pair's book; undefined where it is not kept. */
  numberOf(pair: string): number | undefined {
    return this.#numbers.get(pair);
  }

  /** When the connection of a book heard anything last, monotonic milliseconds; undefined while it is not open. */
  heardAtMs(id: number): number | undefined {
    const book = this.#books.get(id);
    const connection = book && this.#places.of(book);
    return connection?.isOpen === true ? connection.heardAtMs : undefined;
  }

  /** Reads the best levels of a book; false while it has none. */
  readTop(id: number, into: TopBuffer): boolean {
    const depth = this.#books.get(id)?.depth;
    if (depth === undefined || depth.receivedAtMs === 0 || depth.isExact) {
      return false;
    }
    into.read(depth);
    return true;
  }

  /** One of the books; undefined where it is not kept, or not any longer. */
  book(id: number): ShardBook | undefined {
    return this.#books.get(id);
  }

  /** Begins to keep the book of `pair`. */
  subscribe(id: number, pair: string, epoch: number): void {
    const { config, counters, port, world, dialect, scanner, createSharedWriter, frames } = this.#parts;
    const channel = dialect.channelOf({ kind: "depth", pair, period: "" }) ?? "";
    const resync = new ResyncControl(config.resync, world.random);
    const book = new ShardBook({
      id,
      pair,
      channel,
      epoch,
      config,
      counters,
      resync,
      port,
      levels: scanner.levels,
      createSharedWriter,
      frames,
    });
    this.#books.set(id, book);
    this.#numbers.set(pair, id);
    this.#place(book, undefined);
    book.flush();
  }

  /** Forgets a book. A connection that has nothing left is closed. */
  unsubscribe(id: number): void {
    const book = this.#books.get(id);
    if (book === undefined) {
      return;
    }
    this.#books.delete(id);
    this.#numbers.delete(book.channel.pair);
    book.setTimer(undefined);
    this.#places.leave(book);
    book.release();
    book.tellClosed();
  }

  /** Compares a book with the venue's answer. A book that is proven wrong is no longer live. */
  verify(id: number, evidence: DepthEvidence): BookVerdict {
    const book = this.#books.get(id);
    if (book === undefined) {
      return inconclusive("closed");
    }
    const verdict = verifyDepth(book.depth, evidence);
    if (verdict.kind === "equal" && book.depth.awaitsProof) {
      book.depth.prove();
      book.flush();
    }
    const cause = resyncCauseOf(verdict);
    if (cause !== undefined) {
      this.#lose(book, cause);
    }
    return verdict;
  }

  stop(): void {
    for (const book of this.#books.values()) {
      book.setTimer(undefined);
      book.tellClosed();
    }
    this.#books.clear();
    this.#numbers.clear();
    this.#places.clear();
  }

  /** The shard's sink holds a message for `book`. What became of it is for the caller to tell, and then to flush the book. */
  message(book: ShardBook, heardAtMs: number): DepthBookOutcome {
    const { scanner, counters, world } = this.#parts;
    const { sink } = scanner;
    const { depth, channel } = book;
    const receivedAtMs = world.clock.epochMs();
    const outcome = depth.apply(sink, channel, receivedAtMs, heardAtMs);
    switch (outcome) {
      case "update":
        counters.lag.record(receivedAtMs - sink.updatedAtMs);
        break;
      case "dropped":
        break;
      case "snapshot":
        book.resync.answered();
        book.moves = 0;
        book.setTimer(undefined);
        break;
      default:
        this.#planResync(book, outcome);
    }
    return outcome;
  }

  /** A message that names `book` could not be used. A book with a base has lost it; the others wait for a snapshot anyway. */
  rejected(book: ShardBook, error: ProtocolError): void {
    const cause = rejectionCause(error);
    if (book.depth.standing === "live" || book.depth.followsUnnumbered) {
      this.#lose(book, cause);
    } else {
      book.depth.explain(cause);
      book.flush();
    }
  }

  /** The venue refused the subscription of `book`. Only time can help: the pair may be listed one day. */
  refused(book: ShardBook): void {
    if (book.depth.standing !== "live") {
      const { config, world } = this.#parts;
      book.depth.explain("subscription-refused");
      book.flush();
      this.#resubscribeIn(book, guardedDelayMs(config.resync, world.random()));
    }
  }

  /** Every book of the connection that has a base may have lost something; `unnumbered`: those alone that would never see it. */
  loseLive(connection: ShardConnection, cause: ResyncCause, which: "all" | "unnumbered" = "all"): void {
    for (const book of connection.books.values()) {
      if (book.depth.followsUnnumbered || (which === "all" && book.depth.standing === "live")) {
        this.#lose(book, cause);
      }
    }
  }

  /** The connection stands; every book was subscribed to on it. */
  connected(connection: ShardConnection): void {
    for (const book of connection.books.values()) {
      this.#subscribed(book, "new-connection");
    }
  }

  /** The connection is gone, or was not made. */
  disconnected(connection: ShardConnection, reason: DisconnectReason): void {
    for (const book of connection.books.values()) {
      book.setTimer(undefined);
      book.depth.disconnected(reason);
      book.flush();
    }
  }

  /** A subscription went out: its snapshot is awaited, not for ever. */
  #subscribed(book: ShardBook, on: "new-connection" | "same-connection"): void {
    if (book.depth.reason === "number-too-large") {
      book.forgetScales();
    }
    book.depth.subscribed(on);
    if (on === "new-connection") {
      book.resync.connected();
    }
    book.flush();
    const { config, world } = this.#parts;
    book.setTimer(world.clock.after(config.resync.snapshotTimeoutMs, () => this.#unanswered(book)));
  }

  #unanswered(book: ShardBook): void {
    this.#parts.counters.unanswered++;
    if (book.resync.unanswered() === "again") {
      this.#resubscribe(book);
    } else {
      this.#move(book);
    }
  }

  /** Asks for a fresh snapshot when it is the book's turn: however many books ask at once, the venue sees no storm. */
  #resubscribe(book: ShardBook): void {
    const connection = this.#places.of(book);
    if (connection?.isOpen === true) {
      const { clock } = this.#parts.world;
      const nowMs = clock.monotonicMs();
      const waitMs = Math.max(this.#pacer.take(nowMs), connection.pacer.take(nowMs));
      if (waitMs > 0) {
        book.setTimer(clock.after(waitMs, () => this.#resubscribeNow(book)));
      } else {
        this.#resubscribeNow(book);
      }
    }
  }

  #resubscribeNow(book: ShardBook): void {
    this.#parts.counters.resyncs++;
    this.#places.of(book)?.resubscribe(book.channel.text);
    this.#subscribed(book, "same-connection");
  }

  #resubscribeIn(book: ShardBook, delayMs: number): void {
    book.setTimer(this.#parts.world.clock.after(delayMs, () => this.#resubscribe(book)));
  }

  #lose(book: ShardBook, cause: ResyncCause): void {
    book.depth.lose(cause);
    this.#planResync(book, cause);
    book.flush();
  }

  #planResync(book: ShardBook, cause: ResyncCause): void {
    const where = book.depth.atFirstStep ? "first-step" : "later";
    const plan = book.resync.plan(cause, where, this.#parts.world.clock.monotonicMs());
    if (plan.suspectsPolicy) {
      book.depth.explain("sequence-policy");
    }
    book.resync.answered();
    this.#resubscribeIn(book, plan.delayMs);
  }

  /** This connection does not answer for the book: another one may. The connection's other books stay. */
  #move(book: ShardBook): void {
    const { config, world } = this.#parts;
    const former = this.#places.of(book);
    this.#places.leave(book);
    const delayMs = backoffDelayMs(config.session.backoff, book.moves, world.random());
    book.moves++;
    book.setTimer(
      world.clock.after(delayMs, () => {
        book.setTimer(undefined);
        this.#place(book, former);
      }),
    );
  }

  #place(book: ShardBook, avoided: ShardConnection | undefined): void {
    if (this.#places.enter(book, avoided).isOpen) {
      this.#subscribed(book, "new-connection");
    }
  }
}
