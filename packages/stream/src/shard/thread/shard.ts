import { BookView } from "@depthwire/book";
import { type DisconnectReason, scannerFor } from "@depthwire/book/internal";
import type { SessionStatus } from "../../session/session-events.js";
import { BookScheduler } from "../book/book-scheduler.js";
import type { ConnectionOwner } from "./connection-owner.js";
import { ConnectionPool } from "./connection-pool.js";
import type { ShardState } from "./frame-listener.js";
import { type ShardConfig, sinkCapacity } from "./shard-config.js";
import { ShardConnection } from "./shard-connection.js";
import { noChannels, type ShardChannels, type ShardFeatures } from "./shard-features.js";
import type { ShardPort } from "./shard-messages.js";
import type { ShardParts, ShardWorld } from "./shard-parts.js";
import { ShardCounters, type ShardStatistics } from "./shard-statistics.js";

/**
 * Connections, sessions, the inflater, the books and the other channels of one thread: everything between sockets and
 * views. The same object runs inline.
 */
export class Shard implements ConnectionOwner<ShardConnection>, ShardState {
  readonly books: BookScheduler;
  readonly channels: ShardChannels;
  readonly #parts: ShardParts;
  readonly #connections: ConnectionPool;

  constructor(config: ShardConfig, world: ShardWorld, port: ShardPort, features: ShardFeatures) {
    const inflate = world.createInflate();
    const parts: ShardParts = {
      config,
      world,
      port,
      dialect: features.createDialect(config.session),
      counters: new ShardCounters(features.isListedCode),
      inflate,
      scanner: scannerFor(inflate, sinkCapacity(config)),
      createSharedWriter: features.publishShared?.(port),
      frames: world.listenToFrames?.(this),
    };
    this.#parts = parts;
    this.#connections = new ConnectionPool((firstAddress) => new ShardConnection(parts, this, firstAddress));
    this.books = new BookScheduler(parts, this.#connections);
    this.channels = features.createChannels?.(parts, this.#connections) ?? noChannels;
  }

  /** {@inheritDoc ShardState.bookOf} */
  bookOf(pair: string, levels: number = Number.POSITIVE_INFINITY): BookView | undefined {
    const id = this.books.numberOf(pair);
    const data = id === undefined ? undefined : this.books.viewOf(id, levels, -1);
    return data && new BookView(pair as BookView["pair"], data, data, levels);
  }

  /** {@inheritDoc ShardState.heardAtMs} */
  heardAtMs(pair: string): number | undefined {
    const id = this.books.numberOf(pair);
    return id === undefined ? undefined : this.books.heardAtMs(id);
  }

  /** What happened since the start. */
  statistics(): ShardStatistics {
    return this.#parts.counters.snapshot();
  }

  /** Closes every connection. Nothing is sent to the host afterwards. */
  stop(): void {
    this.books.stop();
    this.channels.stop();
    this.#connections.stop();
  }

  /** {@inheritDoc ConnectionOwner.damaged} Under `contiguous` the book that lost a message finds its own gap, once it has a number to count from. */
  damaged(connection: ShardConnection): void {
    const seesGaps = this.#parts.config.rules.sequencePolicy !== "monotonic";
    this.books.loseLive(connection, "damaged-frame", seesGaps ? "unnumbered" : "all");
    this.channels.missedSomewhere(connection, "damaged-frame");
  }

  /** {@inheritDoc ConnectionOwner.defect} What the defect did to the books of the connection is unknown. */
  defect(_error: unknown, connection: ShardConnection): void {
    this.#parts.counters.internalErrors++;
    this.books.loseLive(connection, "internal-error");
    this.channels.missedSomewhere(connection, "internal-error");
  }

  /** {@inheritDoc ConnectionOwner.status} */
  status(connection: ShardConnection, status: SessionStatus): void {
    const { counters } = this.#parts;
    if (status.phase === "open") {
      counters.connects++;
      counters.reconnects += status.generation > 1 ? 1 : 0;
      this.books.connected(connection);
      this.channels.connected(connection);
    } else if (status.phase === "waiting") {
      if (status.after === "connection-lost") {
        counters.connectionsLost++;
      } else {
        counters.connectFailed(status.cause);
      }
      this.books.disconnected(connection, disconnectReason(status));
      this.channels.disconnected(connection);
    }
  }
}

type Waiting = Extract<SessionStatus, { readonly phase: "waiting" }>;

function disconnectReason({ after, refusedBy }: Waiting): DisconnectReason {
  if (after === "connection-lost") {
    return "disconnected";
  }
  switch (refusedBy) {
    case "tls":
      return "tls-failed";
    case "upgrade":
      return "upgrade-refused";
    default:
      return "connection-failed";
  }
}
