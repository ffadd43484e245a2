import type { StreamGap } from "@depthwire/account";
import type { BookView } from "@depthwire/book";
import type { PushedKline } from "@depthwire/core/internal";
import type { Deal } from "@depthwire/schema";
import type { ChannelStatusItem } from "../shard/channel/channel-item.js";

/** One candle as a stream gives it. Its opening time identifies a candle. */
export interface KlineUpdate {
  readonly kind: "kline";
  /**
   * - `new`: the first word on this candle; candles come oldest first
   * - `update`: the newest candle again, with what it is now
   * - `correction`: an older candle again, because it is not what was told before
   */
  readonly change: "new" | "update" | "correction";
  /** `push`: the venue sent it just now; `history`: it was asked for, or known before this stream began. */
  readonly origin: "push" | "history";
  readonly kline: PushedKline;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** One trade as a stream tells it. */
export interface DealUpdate {
  readonly kind: "deal";
  /** `list`: it stood in a list of the latest trades, with which a subscription begins; `live`: it was told when it happened. */
  readonly origin: "list" | "live";
  readonly deal: Deal;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** One applied state of a book as a stream of every state tells it. */
export interface BookState {
  readonly kind: "state";
  /** The book in this state. Its `status` says whether it may be trusted, as ever. */
  readonly view: BookView;
  /** When the message came in that made it, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** What a stream of every state of a book says, in order. */
export type BookStateItem = BookState | StreamGap;

/** What a stream of candles says, in order. */
export type KlineItem = KlineUpdate | StreamGap | ChannelStatusItem;

/** What a stream of trades says, oldest first. */
export type DealItem = DealUpdate | StreamGap | ChannelStatusItem;

/** The kinds of streams besides conflated books and accounts. */
export type StreamKind = "book-states" | "klines" | "tag-price-klines" | "deals" | "ticker";
