import type { ConnectionPool } from "../thread/connection-pool.js";
import type { ShardConnection } from "../thread/shard-connection.js";
import type { ShardBook } from "./shard-book.js";

/** Where each book of a shard is subscribed; a book that waits for another connection is nowhere. */
export class BookPlaces {
  readonly #connections: ConnectionPool;
  readonly #places = new Map<ShardBook, ShardConnection>();

  constructor(connections: ConnectionPool) {
    this.#connections = connections;
  }

  /** The connection that carries the book. */
  of(book: ShardBook): ShardConnection | undefined {
    return this.#places.get(book);
  }

  /** Subscribes to the book on a connection with room, other than `avoided`. */
  enter(book: ShardBook, avoided: ShardConnection | undefined): ShardConnection {
    const connection = this.#connections.withRoom(avoided, book.moves);
    this.#places.set(book, connection);
    connection.add(book);
    connection.start();
    return connection;
  }

  /** Unsubscribes from the book. A connection that has nothing left is closed. */
  leave(book: ShardBook): void {
    const connection = this.#places.get(book);
    if (connection !== undefined) {
      this.#places.delete(book);
      connection.remove(book);
      this.#connections.release(connection);
    }
  }

  /** Forgets all, and subscribes to and unsubscribes from nothing. */
  clear(): void {
    this.#places.clear();
  }
}
