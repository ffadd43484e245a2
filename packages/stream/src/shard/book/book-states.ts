import { BoundedQueue, channelStandIn, isReceived } from "@depthwire/account/internal";
import type { DepthBook } from "@depthwire/book/internal";
import { viewDataOf } from "@depthwire/book/internal";
import type { ShardPort } from "../thread/shard-messages.js";
import type { BookStateItem, FollowedItem, FollowTerms } from "./followed-item.js";

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
