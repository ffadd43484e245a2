import { type Clock, DepthSink, type Inflate, type ProtocolError, type Random } from "@depthwire/core";
import type { ResyncCause } from "../book/book-status.js";
import { type BookVerdict, inconclusive } from "../book/book-verdict.js";
import { type BookViewData, viewDataOf } from "../book/book-view-data.js";
import { ResyncControl } from "../book/resync.js";
import { type DepthEvidence, resyncCauseOf, verifyDepth } from "../book/verify-depth.js";
import type { OpenSocket } from "../ports/socket.js";
import { backoffDelayMs } from "../session/backoff.js";
import type { SessionStatus } from "../session/session-events.js";
import { ConnectionPool } from "./connection-pool.js";
import { rejectionCause } from "./rejection-cause.js";
import { ShardBook } from "./shard-book.js";
import { type ShardConfig, sinkCapacity } from "./shard-config.js";
import { type ConnectionOwner, type ConnectionTools, ShardConnection } from "./shard-connection.js";
import type { ShardPort } from "./shard-messages.js";
import { ShardCounters, type ShardStatistics } from "./shard-statistics.js";

/** The world as a shard needs it; made in the shard's own thread. */
export interface ShardPorts {
  readonly openSocket: OpenSocket;
  readonly createInflate: () => Inflate;
}

/** {@link ShardPorts} with time and chance. */
export interface ShardWorld extends ShardPorts {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Connections, sessions, the inflater and the books of one thread: everything between sockets and views.
 * The same object runs inline. It decides when books subscribe, resync and move; each book decides what it believes.
 */
export class Shard implements ConnectionOwner {
  readonly #config: ShardConfig;
  readonly #world: ShardWorld;
  readonly #port: ShardPort;
  readonly #counters = new ShardCounters();
  readonly #tools: ConnectionTools;
  readonly #books = new Map<number, ShardBook>();
  readonly #connections: ConnectionPool;

  constructor(config: ShardConfig, world: ShardWorld, port: ShardPort) {
    this.#config = config;
    this.#world = world;
    this.#port = port;
    this.#tools = {
      inflate: world.createInflate(),
      sink: new DepthSink(sinkCapacity(config)),
      counters: this.#counters,
    };
    this.#connections = new ConnectionPool(
      (firstAddress) => new ShardConnection(config, world, this.#tools, this, firstAddress),
    );
  }

  /** What happened since the start. */
  statistics(): ShardStatistics {
    return this.#counters.snapshot();
  }

  /** The present state of a book; undefined while it has none, and when it still is the one of `knownVersion`. */
  viewOf(id: number, levels: number, knownVersion: number): BookViewData | undefined {
    const depth = this.#books.get(id)?.depth;
    return depth === undefined || depth.receivedAtMs === 0 || depth.version === knownVersion
      ? undefined
      : viewDataOf(depth, id, levels);
  }

  /** Begins to keep the book of `pair`. */
  subscribe(id: number, pair: string, epoch: number): void {
    const resync = new ResyncControl(this.#config.resync, this.#world.random);
    const parts = { id, pair, epoch, config: this.#config, counters: this.#counters, resync, port: this.#port };
    const book = new ShardBook(parts);
    this.#books.set(id, book);
    this.#place(book, undefined);
    book.flush();
  }

  /** Forgets a book. A connection that has none left is closed. */
  unsubscribe(id: number): void {
    const book = this.#books.get(id);
    if (book === undefined) {
      return;
    }
    this.#books.delete(id);
    book.setTimer(undefined);
    this.#connections.leave(book);
  }

  /** See {@link ShardBook.grant}. */
  grant(id: number, levels: number): void {
    this.#books.get(id)?.grant(levels);
  }

  /** See {@link ShardBook.statusRead}. */
  statusRead(id: number): void {
    this.#books.get(id)?.statusRead();
  }

  /** See {@link DepthBook.remember}. */
  remember(id: number): void {
    this.#books.get(id)?.depth.remember();
  }

  /** Holds a book against the venue's answer. One that is proven wrong is not live any more. */
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

  /** Closes every connection. Nothing is sent to the host afterwards. */
  stop(): void {
    for (const book of this.#books.values()) {
      book.setTimer(undefined);
    }
    this.#books.clear();
    this.#connections.stop();
  }

  /** {@inheritDoc ConnectionOwner.message} */
  message(book: ShardBook): void {
    const { clock } = this.#world;
    const { depth, channel } = book;
    const { sink } = this.#tools;
    const receivedAtMs = clock.epochMs();
    const outcome = depth.apply(sink, channel, receivedAtMs, clock.monotonicMs());
    switch (outcome) {
      case "update":
        this.#counters.lag.record(receivedAtMs - sink.updatedAtMs);
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
    book.flush();
  }

  /** {@inheritDoc ConnectionOwner.rejected} A live book has lost a message; the others wait for a snapshot anyway. */
  rejected(book: ShardBook, error: ProtocolError): void {
    const cause = rejectionCause(error);
    if (book.depth.status === "live") {
      this.#lose(book, cause);
    } else {
      book.depth.explain(cause);
      book.flush();
    }
  }

  /** {@inheritDoc ConnectionOwner.damaged} Under `contiguous` the book that lost a message finds its own gap. */
  damaged(connection: ShardConnection): void {
    if (this.#config.rules.sequencePolicy === "monotonic") {
      this.#loseLive(connection, "damaged-frame");
    }
  }

  /** {@inheritDoc ConnectionOwner.refused} Only time can help: the pair may be listed one day. */
  refused(book: ShardBook): void {
    if (book.depth.status !== "live") {
      book.depth.explain("subscription-refused");
      book.flush();
      this.#resubscribeIn(book, book.resync.guardedDelayMs());
    }
  }

  /** {@inheritDoc ConnectionOwner.defect} What the defect did to the books of the connection is unknown. */
  defect(_error: unknown, connection: ShardConnection): void {
    this.#counters.internalErrors++;
    this.#loseLive(connection, "internal-error");
  }

  /** {@inheritDoc ConnectionOwner.status} */
  status(connection: ShardConnection, status: SessionStatus): void {
    switch (status.phase) {
      case "open":
        this.#counters.connects++;
        this.#counters.reconnects += status.generation > 1 ? 1 : 0;
        for (const book of connection.books.values()) {
          this.#subscribed(book, "new-connection");
        }
        break;
      case "waiting":
        this.#disconnected(connection, status.after === "connection-lost" ? "disconnected" : "connection-failed");
        break;
      default:
        break;
    }
  }

  #disconnected(connection: ShardConnection, reason: "disconnected" | "connection-failed"): void {
    if (reason === "disconnected") {
      this.#counters.connectionsLost++;
    } else {
      this.#counters.connectFailures++;
    }
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
    const { snapshotTimeoutMs } = this.#config.resync;
    book.setTimer(this.#world.clock.after(snapshotTimeoutMs, () => this.#unanswered(book)));
  }

  #unanswered(book: ShardBook): void {
    this.#counters.unanswered++;
    if (book.resync.unanswered() === "again") {
      this.#resubscribe(book);
    } else {
      this.#move(book);
    }
  }

  #resubscribe(book: ShardBook): void {
    const { connection } = book;
    if (connection?.isOpen === true) {
      this.#counters.resyncs++;
      connection.resubscribe(book);
      this.#subscribed(book, "same-connection");
    }
  }

  #resubscribeIn(book: ShardBook, delayMs: number): void {
    book.setTimer(this.#world.clock.after(delayMs, () => this.#resubscribe(book)));
  }

  #loseLive(connection: ShardConnection, cause: ResyncCause): void {
    for (const book of connection.books.values()) {
      if (book.depth.status === "live") {
        this.#lose(book, cause);
      }
    }
  }

  #lose(book: ShardBook, cause: ResyncCause): void {
    book.depth.lose(cause);
    this.#planResync(book, cause);
    book.flush();
  }

  #planResync(book: ShardBook, cause: ResyncCause): void {
    const where = book.depth.atFirstStep ? "first-step" : "later";
    const plan = book.resync.plan(cause, where, this.#world.clock.monotonicMs());
    if (plan.suspectsPolicy) {
      book.depth.explain("sequence-policy");
    }
    book.resync.answered();
    this.#resubscribeIn(book, plan.delayMs);
  }

  /** This connection does not answer for the book: another one may. The connection's other books stay. */
  #move(book: ShardBook): void {
    const former = book.connection;
    this.#connections.leave(book);
    const delayMs = backoffDelayMs(this.#config.session.backoff, book.moves, this.#world.random());
    book.moves++;
    book.setTimer(
      this.#world.clock.after(delayMs, () => {
        book.setTimer(undefined);
        this.#place(book, former);
      }),
    );
  }

  #place(book: ShardBook, avoided: ShardConnection | undefined): void {
    if (this.#connections.place(book, avoided).isOpen) {
      this.#subscribed(book, "new-connection");
    }
  }
}
