import type { BookReason, BookStatus, BookVerdict, BookViewData } from "@depthwire/book";
import type { DepthEvidence } from "@depthwire/book/internal";
import type { FollowedItem, FollowTerms } from "../book/followed-item.js";
import type { ChannelItem, QueuePolicy } from "../channel/channel-item.js";
import type { ShardStatistics } from "./shard-statistics.js";

export type { ShardConfig } from "./shard-config.js";

/** What a host tells its shard. Plain data. */
export type ToShard =
  /** Keep the book of `pair`. `epoch`: how many epochs it has seen before, in a thread that is gone. */
  | { readonly kind: "subscribe"; readonly book: number; readonly pair: string; readonly epoch: number }
  | { readonly kind: "unsubscribe"; readonly book: number }
  /** The next view of `book` may be sent: now if it changed since the last one, else when it changes. */
  | { readonly kind: "credit"; readonly book: number; readonly levels: number }
  /** Tell every applied state of `book` from now on, beginning with the present one; without terms: stop. */
  | { readonly kind: "follow"; readonly book: number; readonly terms: FollowTerms | undefined }
  /** The latest batch of states of `book` was read: the next may come. */
  | { readonly kind: "states-read"; readonly book: number }
  /** Publish `book` in this memory from now on, best levels first, as many as there is room for. */
  | { readonly kind: "share"; readonly book: number; readonly memory: SharedArrayBuffer }
  /** The latest status message of `book` was read. */
  | { readonly kind: "status-read"; readonly book: number }
  /** Keep past states of `book`: it will be verified. */
  | { readonly kind: "remember"; readonly book: number }
  /** Hold `book` against the venue's answer. */
  | {
      readonly kind: "verify";
      readonly book: number;
      readonly request: number;
      readonly evidence: DepthEvidence;
    }
  /** Listen to another channel, under a number that no book's has to differ from. */
  | {
      readonly kind: "open-channel";
      readonly channel: number;
      /** The channel as it is written on the wire. */
      readonly text: string;
      readonly policy: QueuePolicy;
    }
  | { readonly kind: "close-channel"; readonly channel: number }
  /** The latest batch of `channel` was read: the next may come. */
  | { readonly kind: "events-read"; readonly channel: number }
  /** Answer with the same number. */
  | { readonly kind: "beat"; readonly beat: number }
  | { readonly kind: "stop" };

/**
 * What a shard tells its host. Nothing of this can queue up without bound: a view needs a credit, news of a book its being awaited, a status and a
 * batch of states or of a channel the receipt of the one before, a verdict and a beat their question.
 */
export type FromShard =
  | { readonly kind: "view"; readonly view: BookViewData }
  | BookStatusMessage
  /** These books have newer states in shared memory, and were awaited there. */
  | { readonly kind: "news"; readonly books: readonly number[] }
  /** Applied states of a followed book since the last batch, in order; never empty. */
  | { readonly kind: "states"; readonly book: number; readonly batch: readonly FollowedItem[] }
  | { readonly kind: "verified"; readonly request: number; readonly verdict: BookVerdict }
  /** What a channel said since its last batch, in order; never empty. */
  | { readonly kind: "events"; readonly channel: number; readonly batch: readonly ChannelItem[] }
  | { readonly kind: "beat"; readonly beat: number; readonly statistics: ShardStatistics }
  | { readonly kind: "stopped"; readonly statistics: ShardStatistics };

/** A book's status changed. Newest wins: changes before the receipt of the last message become one. */
export interface BookStatusMessage {
  readonly kind: "status";
  readonly book: number;
  readonly status: BookStatus;
  readonly reason: BookReason | undefined;
  readonly version: number;
  /** Where the book stands: who reads every state alone pulls no view that would say it. */
  readonly epoch: number;
  readonly seq: number;
}

/** One end of the line between host and shard. Messages arrive in order, never during the call that sent them. */
export interface ShardPort {
  /** `transfer`: buffers that the message gives away. */
  post(message: FromShard, transfer?: readonly ArrayBuffer[]): void;
  onMessage(handler: (message: ToShard) => void): void;
}
