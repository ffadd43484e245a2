import type { StreamGap } from "@depthwire/account";
import { BoundedQueue, channelStandIn, isReceived } from "@depthwire/account/internal";
import type { BookViewData } from "@depthwire/book";
import type { DepthBook } from "@depthwire/book/internal";
import { viewDataOf } from "@depthwire/book/internal";
import type { ShardPort } from "../thread/shard-messages.js";

/** One applied state of a book. Plain data. */
export interface BookStateItem {
  readonly kind: "state";
  readonly view: BookViewData;
  /** When the message came in that made it, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** What a host hears that follows every state of a book. */
export type FollowedItem = BookStateItem | StreamGap;

/** How a host follows a book. */
export interface FollowTerms {
  /** Most levels a side in each state. */
  readonly levels: number;
  /** Most states that wait for the host. */
  readonly limit: number;
}

/** Every applied state of one book, for its host: at most one unread batch is under way, the rest waits in a bounded queue. */
export class BookStates {
  readonly #book: number;
  readonly #levels: number;
  readonly #port: ShardPort;
  readonly #queue: BoundedQueue<FollowedItem>;
  #isUnread = false;
  /** No book's version. */
  #queuedVersion = -1;

  constructor(book: number, { levels, limit }: FollowTerms, port: ShardPort) {
    this.#book = book;
    this.#levels = levels;
    this.#port = port;
    this.#queue = new BoundedQueue<FollowedItem>({
      limit,
      counts: isReceived,
      standIn: channelStandIn<BookStateItem, never>,
    });
  }

  /** The book may have changed. */
  take(depth: DepthBook): void {
    if (depth.version !== this.#queuedVersion) {
      this.#queuedVersion = depth.version;
      const { receivedAtMs } = depth;
      this.#queue.push({ kind: "state", view: viewDataOf(depth, this.#book, this.#levels), receivedAtMs });
    }
    this.#flush();
  }

  /** The host read the last batch. */
  read(): void {
    this.#isUnread = false;
    this.#flush();
  }

  #flush(): void {
    if (!this.#isUnread && !this.#queue.isEmpty) {
      this.#isUnread = true;
      const batch = this.#queue.takeAll();
      const buffers = batch.flatMap((item) => (item.kind === "state" ? [item.view.columns.buffer] : []));
      this.#port.post({ kind: "states", book: this.#book, batch }, buffers);
    }
  }
}
