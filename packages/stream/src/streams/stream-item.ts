import type { PushedKline } from "@depthwire/core";
import type { Deal } from "@depthwire/schema";
import type { ChannelGapReason, ChannelStatusItem } from "../shard/channel-item.js";

/**
 * Why a stream was interrupted: what a channel's own gap says, or
 * - `overflow`: the loop over the stream was too slow for its queue
 * - `hole`: the channel went on behind the next candle, and nothing told why
 * - `history-unavailable`: the venue was asked for older candles and did not give them
 */
export type StreamGapReason = ChannelGapReason | "hole" | "history-unavailable";

/**
 * Here a stream was interrupted. What the interruption hid and could be found follows behind it, each thing once.
 * Both times are of receipt, epoch milliseconds.
 */
export interface StreamGap {
  readonly kind: "gap";
  /** The last time up to which nothing is missing. */
  readonly fromMs: number;
  /** From then on nothing is missing. */
  readonly toMs: number;
  readonly reason: StreamGapReason;
  /** How many messages or items are known to be missing; 0 where nobody can know. */
  readonly dropped: number;
  /** What is missing after all that could be done about it: `something` for certain, or nobody can know. */
  readonly missing: "nothing" | "something" | "unknown";
  /** Of candles: those that opened strictly between the two may be missing, and that of `afterMs` may not be final. */
  readonly candles?: { readonly afterMs: number; readonly beforeMs: number };
}

/** One candle as a stream tells it. Candles are told apart by their time of opening. */
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

/** What a stream of candles says, in order. */
export type KlineItem = KlineUpdate | StreamGap | ChannelStatusItem;

/** What a stream of trades says, oldest first. */
export type DealItem = DealUpdate | StreamGap | ChannelStatusItem;

/** The kinds of streams besides books and accounts. */
export type StreamKind = "klines" | "tag-price-klines" | "deals" | "ticker";
