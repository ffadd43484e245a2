import { BookView } from "@depthwire/book";
import type { ShardPort, ToShard } from "./shard-messages.js";
import type { ShardHandle } from "./start-shard.js";

/** The books of a shard in this thread: which there are is heard from what the host tells it. */
export class ShardBooks {
  handle: ShardHandle | undefined;
  readonly #pairs = new Map<number, string>();

  /** The same port, listened to. */
  listenOn(port: ShardPort): ShardPort {
    return {
      post: (message, transfer) => port.post(message, transfer),
      onMessage: (handler) =>
        port.onMessage((message) => {
          this.#hear(message);
          handler(message);
        }),
    };
  }

  /** Their present states, whole. */
  *views(): Iterable<BookView> {
    for (const [id, pair] of this.#pairs) {
      const data = this.handle?.viewOf(id, Number.POSITIVE_INFINITY, -1);
      if (data !== undefined) {
        yield new BookView(pair as BookView["pair"], data, data, Number.POSITIVE_INFINITY);
      }
    }
  }

  #hear(message: ToShard): void {
    if (message.kind === "subscribe") {
      this.#pairs.set(message.book, message.pair);
    } else if (message.kind === "unsubscribe") {
      this.#pairs.delete(message.book);
    }
  }
}
