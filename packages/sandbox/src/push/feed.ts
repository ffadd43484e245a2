import type { DealView, KlineView, TickerView } from "@depthwire/exchange/internal";
import type { ChannelKind, InputOf } from "@depthwire/schema";
import type { DataKind, PrivateEvent } from "@depthwire/schema/internal";
import type { DepthMessage } from "./depth-message.js";
import type { PrivateFamily } from "./push-path.js";

/** What may be listened to. */
export type FeedKind = ChannelKind;

/** One stream of data, whatever the protocols call it. */
export interface Feed {
  readonly kind: FeedKind;
  /** Empty for a private stream. */
  readonly pair: string;
  /** The period of candles; empty elsewhere. */
  readonly period: string;
  /** Whose private stream it is; absent elsewhere. */
  readonly userId?: string;
  /** The family whose contracts a private stream tells of; absent elsewhere. */
  readonly family?: PrivateFamily;
}

/** One message of a feed, before any protocol writes it. */
export type FeedMessage =
  | { readonly feed: "depth"; readonly message: DepthMessage }
  /** Oldest first. */
  | { readonly feed: "kline" | "tag-price-kline"; readonly kind: DataKind; readonly klines: readonly KlineView[] }
  /** Newest first. */
  | { readonly feed: "deals"; readonly kind: DataKind; readonly deals: readonly DealView[] }
  | { readonly feed: "ticker"; readonly kind: DataKind; readonly ticker: TickerView }
  | { readonly feed: "private"; readonly userId: string; readonly event: InputOf<PrivateEvent> };

/** Private events that say everything of their kind; the others say what changed. */
const initialEvents: ReadonlySet<string> = new Set(["all-assets", "all-positions", "all-orders"]);

/** Whether the message says everything or what changed. */
export function dataKindOf(message: FeedMessage): DataKind {
  if (message.feed === "private") {
    return initialEvents.has(message.event.kind) ? "full" : "incremental";
  }
  if (message.feed !== "depth") {
    return message.kind;
  }
  return message.message.kind === "snapshot" ? "full" : "incremental";
}

/** Names a feed within the sandbox. */
export function feedKey({ kind, pair, period, userId = "", family = "usdt-margined" }: Feed): string {
  return `${kind} ${pair} ${period} ${userId} ${family}`;
}

/** The private stream of a user in one family of contracts. */
export function privateFeed(userId: string, family: PrivateFamily): Feed {
  return { kind: "private", pair: "", period: "", userId, family };
}
