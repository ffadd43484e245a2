import type { ChannelKind, DataKind } from "@depthwire/schema";
import type { DealView } from "../exchange/market-data/deals.js";
import type { KlineView } from "../exchange/market-data/klines.js";
import type { TickerView } from "../exchange/market-data/ticker.js";
import type { DepthMessage } from "./depth-message.js";

/** What everybody may listen to. */
export type FeedKind = Exclude<ChannelKind, "private">;

/** One public stream of data, whatever the protocols call it. */
export interface Feed {
  readonly kind: FeedKind;
  readonly pair: string;
  /** Of candles; empty elsewhere. */
  readonly period: string;
}

/** One message of a feed, before any protocol writes it. */
export type FeedMessage =
  | { readonly feed: "depth"; readonly message: DepthMessage }
  /** Oldest first. */
  | { readonly feed: "kline" | "tag-price-kline"; readonly kind: DataKind; readonly klines: readonly KlineView[] }
  /** Newest first. */
  | { readonly feed: "deals"; readonly kind: DataKind; readonly deals: readonly DealView[] }
  | { readonly feed: "ticker"; readonly kind: DataKind; readonly ticker: TickerView };

/** Whether the message says everything or what changed. */
export function dataKindOf(message: FeedMessage): DataKind {
  if (message.feed !== "depth") return message.kind;
  return message.message.kind === "snapshot" ? "full" : "incremental";
}

/** Names a feed within the sandbox. */
export function feedKey({ kind, pair, period }: Feed): string {
  return `${kind} ${pair} ${period}`;
}
