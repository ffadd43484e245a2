import type { StreamGap } from "@depthwire/account";
import {
  BoundedQueue,
  channelStandIn,
  type GiveUp,
  isReceived,
  type LoopWatch,
  type Received,
  watchLoop,
} from "@depthwire/account/internal";
import type { Pair } from "@depthwire/schema";
import type { ChannelStatus, ChannelStatusItem } from "../shard/channel/channel-item.js";

/** What waits for a loop over a stream. */
export type StreamItem<Content extends Received, Status extends ChannelStatusItem = ChannelStatusItem> =
  | Content
  | StreamGap
  | Status;

/**
 * Makes one of the last content that waits and the next: undefined where both are wanted. It must lose nothing that a reader
 * would miss.
 */
export type MergeContent<Content> = (waiting: Content, next: Content) => Content | undefined;

/**
 * What one channel says, item by item, in order. Each stream has its own bounded queue; loops over the same stream share it.
 * Leaving a `for await` loop closes the stream quietly; aborting its signal closes it too, and the loop throws `aborted`.
 */
export interface EventStream<Item> extends ItemStream<Item> {
  /** How the channel stands now; it may be ahead of items that still wait. */
  readonly status: ChannelStatus;
}

/** Items of one pair, in order. Each stream has its own bounded queue; loops over the same stream share it. */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  readonly pair: Pair;
  /** How many items wait for the loop. */
  readonly waiting: number;
  /** Ends the loops over this stream at once, and the subscription when nobody else reads the channel. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a {@link QueuedStream} tells its owner. */
export interface QueuedStreamOwner<Content extends Received, Status extends ChannelStatusItem = ChannelStatusItem> {
  /** An item came to wait, and so many contents were dropped for it. */
  queued(item: StreamItem<Content, Status>, dropped: number): void;
  /** A loop got an item. */
  delivered(item: StreamItem<Content, Status>): void;
  /** Called once. */
  closed(stream: QueuedStream<Content, Status>): void;
}

/** What a {@link QueuedStream} is made of. */
export interface QueuedStreamParts<Content extends Received, Status extends ChannelStatusItem = ChannelStatusItem> {
  readonly pair: Pair;
  /** Most items that wait. */
  readonly limit: number;
  readonly merge?: MergeContent<Content> | undefined;
  readonly giveUp: GiveUp | undefined;
  /** The watcher of the loops over it, and the name of what they loop over. */
  readonly watch?: { readonly loops: LoopWatch | undefined; readonly name: string } | undefined;
  readonly owner: QueuedStreamOwner<Content, Status>;
}

interface WaitingLoop<Item> {
  resolve(result: IteratorResult<Item, undefined>): void;
  reject(reason: unknown): void;
}

function isStatus(item: { readonly kind: string }): item is ChannelStatusItem {
  return item.kind === "status";
}

/** One reader of a channel. */
export class QueuedStream<Content extends Received, Status extends ChannelStatusItem = ChannelStatusItem>
  implements EventStream<StreamItem<Content, Status>>
{
  readonly pair: Pair;
  status: ChannelStatus = "connecting";
  readonly #parts: QueuedStreamParts<Content, Status>;
  readonly #queue: BoundedQueue<StreamItem<Content, Status>>;
  #loops: WaitingLoop<StreamItem<Content, Status>>[] = [];
  /** The reason that its loops throw; undefined: they end. */
  #failure: { readonly reason: unknown } | undefined;
  #isClosed = false;
  /** Undefined before the first word. */
  #toldStatus: ChannelStatus | undefined;
  readonly #unfollow: (() => void) | undefined;

  constructor(parts: QueuedStreamParts<Content, Status>) {
    this.pair = parts.pair;
    this.#parts = parts;
    const { limit, merge } = parts;
    this.#queue = new BoundedQueue<StreamItem<Content, Status>>({
      limit,
      counts: isReceived,
      standIn: channelStandIn<Content, Status>,
      // Only items that count are merged.
      merge: merge as
        | ((waiting: StreamItem<Content, Status>, next: StreamItem<Content, Status>) => Content | undefined)
        | undefined,
    });
    this.#unfollow = parts.giveUp?.follow((reason) => this.#end({ reason }));
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Adds an item. Does nothing after the end. */
  push(item: StreamItem<Content, Status>): void {
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

  [Symbol.asyncIterator](): AsyncIterator<StreamItem<Content, Status>, undefined, undefined> {
    const { watch } = this.#parts;
    const items: AsyncIterator<StreamItem<Content, Status>, undefined, undefined> = {
      next: () => this.#next(),
      return: () => {
        this.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return watchLoop(items, watch?.loops, watch?.name ?? "");
  }

  #next(): Promise<IteratorResult<StreamItem<Content, Status>, undefined>> {
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

  #deliver(loop: WaitingLoop<StreamItem<Content, Status>>, item: StreamItem<Content, Status>): void {
    this.#parts.owner.delivered(item);
    loop.resolve({ done: false, value: item });
  }

  #finish(loop: WaitingLoop<StreamItem<Content, Status>>): void {
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
    this.#unfollow?.();
    this.#queue.clear();
    for (const loop of this.#loops.splice(0)) {
      this.#finish(loop);
    }
    this.#parts.owner.closed(this);
  }
}
