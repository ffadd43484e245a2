import type { ShardConnection } from "./shard-connection.js";

/** The connections of one shard: made when something needs room, closed when their last subscription leaves. */
export class ConnectionPool {
  readonly #connections = new Set<ShardConnection>();
  readonly #create: (firstAddress: number) => ShardConnection;

  /** @param create makes a connection that has not started, and that tries the addresses from the given one on */
  constructor(create: (firstAddress: number) => ShardConnection) {
    this.#create = create;
  }

  /** How many connections there are. */
  get size(): number {
    return this.#connections.size;
  }

  /**
   * The emptiest connection with room, other than `avoided`, or a new one that has not started.
   *
   * @param firstAddress where a new one is tried first: who had to move tries another address each time
   */
  withRoom(avoided?: ShardConnection, firstAddress: number = 0): ShardConnection {
    let best: ShardConnection | undefined;
    for (const connection of this.#connections) {
      const isCandidate = connection !== avoided && connection.hasRoom;
      if (isCandidate && (best === undefined || connection.load < best.load)) {
        best = connection;
      }
    }
    if (best !== undefined) {
      return best;
    }
    const connection = this.#create(firstAddress);
    this.#connections.add(connection);
    return connection;
  }

  /** Closes the connection if it has no subscription left. */
  release(connection: ShardConnection): void {
    if (connection.load === 0) {
      this.#connections.delete(connection);
      connection.stop();
    }
  }

  /** Closes all. */
  stop(): void {
    for (const connection of this.#connections) {
      connection.stop();
    }
    this.#connections.clear();
  }
}
