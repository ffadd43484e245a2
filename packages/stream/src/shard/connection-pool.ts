import type { ShardBook } from "./shard-book.js";
import type { ShardConnection } from "./shard-connection.js";

/** The connections of one shard: made when books need room, closed when their last book leaves. */
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
   * Puts the book on the first connection with room, other than `avoided`, or on a new one. A book that had to move tries
   * another address each time.
   */
  place(book: ShardBook, avoided: ShardConnection | undefined): ShardConnection {
    for (const connection of this.#connections) {
      if (connection !== avoided && connection.hasRoom) {
        connection.add(book);
        return connection;
      }
    }
    const connection = this.#create(book.moves);
    this.#connections.add(connection);
    connection.add(book);
    connection.start();
    return connection;
  }

  /** Takes the book off its connection. */
  leave(book: ShardBook): void {
    const { connection } = book;
    connection?.remove(book);
    if (connection?.books.size === 0) {
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
