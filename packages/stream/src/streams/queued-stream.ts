import type { Pair } from "@depthwire/schema";
import type { ChannelStatus, ChannelStatusItem } from "../shard/channel-item.js";
import { ItemQueue, type MergeContent, type QueuedItem, type StreamContent } from "./item-queue.js";

/**
 * What one channel says, item by item, in order. Each stream has its own bounded queue; loops over the same stream share it.
 * Leaving a `for await` loop closes the stream, as aborting its signal does.
 */
export interface EventStream<Item> extends AsyncIterable<Item> {
  readonly pair: Pair;
  /** How the channel stands now; it may be ahead of items that still wait. */
  readonly status: ChannelStatus;
  /** How many items wait for the loop. */
  readonly waiting: number;
  /** Ends the loops over this stream at once, and the subscription when nobody else reads the channel. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a {@link QueuedStream} tells its owner. */
export interface QueuedStreamOwner<Content extends StreamContent> {
  /** An item came to wait, and so many contents were dropped for it. */
  queued(item: QueuedItem<Content>, dropped: number): void;
  /** A loop got an item. */
  delivered(item: QueuedItem<Content>): void;
  /** Told once. */
  closed(stream: QueuedStream<Content>): void;
}

/** What a {@link QueuedStream} is made of. */
export interface QueuedStreamParts<Content extends StreamContent> {
  readonly pair: Pair;
  /** Most items that wait. */
  readonly limit: number;
  readonly merge?: MergeContent<Content> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly owner: QueuedStreamOwner<Content>;
}

interface WaitingLoop<Item> {
  resolve(result: IteratorResult<Item, undefined>): void;
  reject(reason: unknown): void;
}

function isStatus(item: QueuedItem<StreamContent>): item is ChannelStatusItem {
  return item.kind === "status";
}

/** One reader of a channel. */
export class QueuedStream<Content extends StreamContent> implements EventStream<QueuedItem<Content>> {
  readonly pair: Pair;
  status: ChannelStatus = "connecting";
  readonly #parts: QueuedStreamParts<Content>;
  readonly #queue: ItemQueue<Content>;
  #loops: WaitingLoop<QueuedItem<Content>>[] = [];
  /** The reason that its loops throw; undefined: they end. */
  #failure: { readonly reason: unknown } | undefined;
  #isClosed = false;
  /** Undefined before the first word. */
  #toldStatus: ChannelStatus | undefined;
  readonly #onAbort = (): void => this.#end({ reason: this.#parts.signal?.reason });

  constructor(parts: QueuedStreamParts<Content>) {
    this.pair = parts.pair;
    this.#parts = parts;
    this.#queue = new ItemQueue({ limit: parts.limit, merge: parts.merge });
    parts.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Adds an item. Of no effect after the end. */
  push(item: QueuedItem<Content>): void {
    if (this.#isClosed) {
      return;
    }
    if (isStatus(item)) {
      if (item.status === this.#toldStatus) {
        return;
      }
      this.#toldStatus = item.status;
      this.status = item.status;
    }
    const loop = this.#loops.shift();
    if (loop === undefined) {
      this.#parts.owner.queued(item, this.#queue.push(item));
      return;
    }
    this.#parts.owner.queued(item, 0);
    this.#deliver(loop, item);
  }

  close(): void {
    this.#end(undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<QueuedItem<Content>, undefined, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #next(): Promise<IteratorResult<QueuedItem<Content>, undefined>> {
    return new Promise((resolve, reject) => {
      const loop = { resolve, reject };
      const item = this.#isClosed ? undefined : this.#queue.take();
      if (item !== undefined) {
        this.#deliver(loop, item);
      } else if (this.#isClosed) {
        this.#finish(loop);
      } else {
        this.#loops.push(loop);
      }
    });
  }

  #deliver(loop: WaitingLoop<QueuedItem<Content>>, item: QueuedItem<Content>): void {
    this.#parts.owner.delivered(item);
    loop.resolve({ done: false, value: item });
  }

  #finish(loop: WaitingLoop<QueuedItem<Content>>): void {
    if (this.#failure === undefined) {
      loop.resolve({ done: true, value: undefined });
    } else {
      loop.reject(this.#failure.reason);
      // As with any iterator, it throws once and is at its end then.
      this.#failure = undefined;
    }
  }

  #end(failure: { readonly reason: unknown } | undefined): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#failure = failure;
    this.#parts.signal?.removeEventListener("abort", this.#onAbort);
    this.#queue.clear();
    for (const loop of this.#loops.splice(0)) {
      this.#finish(loop);
    }
    this.#parts.owner.closed(this);
  }
}
