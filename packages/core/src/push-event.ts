import type { Deal, Pair } from "@depthwire/schema";
import {
  type ChannelDepth,
  type ChannelKline,
  type ChannelKlines,
  channelDeals,
  channelKlines,
  type DataKind,
  type PrefixDepth,
  type PrivateEvent,
  type TickerRow,
} from "@depthwire/schema/internal";
import { channelDepthCodec } from "./channel-protocol/depth-message.js";
import type { ChannelData } from "./channel-protocol/message.js";
import { requireContent } from "./depth/fill-depth.js";
import { ProtocolError } from "./error/protocol-error.js";
import type { ChannelParts, ParseChannel } from "./names/channel-parts.js";
import { prefixDepthCodec } from "./prefix-protocol/depth-message.js";
import type { PrefixData } from "./prefix-protocol/message.js";
import { privateEventCodec } from "./prefix-protocol/private-event.js";
import { decodePrefixDeals } from "./prefix-protocol/rows/deal.js";
import { prefixKlinesCodec } from "./prefix-protocol/rows/kline.js";
import { decodePrefixTicker, type TickerOrder, type TickerOrderFound } from "./prefix-protocol/rows/ticker.js";
import { type Codec, compileRecord } from "./record/compile.js";

/** A candle of either protocol. */
export type PushedKline = ChannelKline;

/** What a channel said, decoded and the same for both protocols. */
export type PushEvent =
  /** Candles, oldest first; `full` is the whole list, `incremental` the latest. */
  | {
      readonly kind: "klines";
      /** Candles of trades, or of the tag price. */
      readonly of: "trades" | "tag-price";
      readonly pair: Pair;
      /** Such as `1min`. */
      readonly period: string;
      readonly dataKind: DataKind;
      readonly klines: readonly PushedKline[];
    }
  /** Trades, newest first. */
  | { readonly kind: "deals"; readonly pair: Pair; readonly dataKind: DataKind; readonly deals: readonly Deal[] }
  /** 24-hour figures; `order` tells how the row was read. Protocol A only. */
  | { readonly kind: "ticker"; readonly pair: Pair; readonly ticker: TickerRow; readonly order: TickerOrderFound }
  /** A book or its changes as text; books are kept from `scanDepth` and `readDepth` instead. */
  | {
      readonly kind: "depth";
      readonly pair: Pair;
      readonly dataKind: DataKind;
      readonly depth: PrefixDepth | ChannelDepth;
    }
  /** Something of the user's own; `userId` only where the protocol tells it. */
  | { readonly kind: "private"; readonly userId?: string; readonly event: PrivateEvent };

/** The only period of tag-price candles. */
const tagPricePeriod = "1min";

const channelKlinesCodec: Codec<ChannelKlines> = /* @__PURE__ */ compileRecord(channelKlines);
const channelDealsCodec: Codec<readonly Deal[]> = /* @__PURE__ */ compileRecord(channelDeals);

/**
 * Decodes what a channel of protocol A said.
 *
 * @param parseChannel from `createChannelParser(prefixProtocolChannels, …)`
 * @throws ProtocolError `unknown-channel`, `pair-mismatch`, `message-shape`, `number-malformed`, `number-too-large`
 * @spec document 1, Events, Protocol A; field notes 13 to 17
 */
export function decodePrefixEvent(
  message: PrefixData,
  parseChannel: ParseChannel,
  tickerOrder: TickerOrder = "auto",
): PushEvent {
  const { channel, dataKind, payload, userId } = message;
  const parts = parsed(channel, parseChannel);
  const pair = parts.pair as Pair;
  switch (parts.kind) {
    case "kline":
    case "tag-price-kline":
      return klines(parts, dataKind, prefixKlinesCodec.decode(payload, "d"));
    case "deals":
      return { kind: "deals", pair, dataKind, deals: decodePrefixDeals(payload, channel, pair) };
    case "ticker":
      return { kind: "ticker", pair, ...decodePrefixTicker(payload, channel, pair, tickerOrder) };
    case "depth":
      return depthEvent({ channel, within: "d" }, pair, dataKind, prefixDepthCodec.decode(payload, "d"));
    case "private":
      return {
        kind: "private",
        event: privateEventCodec.decode(payload, "d"),
        ...(userId === undefined ? {} : { userId }),
      };
  }
}

/**
 * Decodes what a channel of protocol B said.
 *
 * @param parseChannel from `createChannelParser(channelProtocolChannels, serviceName)`
 * @throws ProtocolError `unknown-channel`, `pair-mismatch`, `message-shape`, `number-malformed`, `number-too-large`
 * @spec document 1, Events, Protocol B; field notes 19 to 21
 */
export function decodeChannelEvent(message: ChannelData, parseChannel: ParseChannel): PushEvent {
  const { channel, dataKind, payload } = message;
  const parts = parsed(channel, parseChannel);
  const pair = parts.pair as Pair;
  switch (parts.kind) {
    case "kline":
    case "tag-price-kline":
      return klines(parts, dataKind, channelKlinesCodec.decode(payload, "data"));
    case "deals": {
      const deals = channelDealsCodec.decode(payload, "data");
      const other = deals.find((deal) => deal.pair !== pair);
      if (other !== undefined) {
        throw new ProtocolError("pair-mismatch", { channel, pair: other.pair });
      }
      return { kind: "deals", pair, dataKind, deals };
    }
    case "depth":
      return depthEvent({ channel, within: "data" }, pair, dataKind, channelDepthCodec.decode(payload, "data"));
    case "private":
      return { kind: "private", event: privateEventCodec.decode(payload, "data") };
    case "ticker":
      // Protocol B has no such channel, so none parses to this.
      throw new ProtocolError("unknown-channel", { channel });
  }
}

function parsed(channel: string, parseChannel: ParseChannel): ChannelParts {
  const parts = parseChannel(channel);
  if (parts === undefined) {
    throw new ProtocolError("unknown-channel", { channel });
  }
  return parts;
}

function klines(parts: ChannelParts, dataKind: DataKind, decoded: readonly PushedKline[]): PushEvent {
  const isTagPrice = parts.kind === "tag-price-kline";
  return {
    kind: "klines",
    of: isTagPrice ? "tag-price" : "trades",
    pair: parts.pair as Pair,
    period: isTagPrice ? tagPricePeriod : parts.period,
    dataKind,
    klines: decoded,
  };
}

function depthEvent(
  { channel, within }: { readonly channel: string; readonly within: string },
  pair: Pair,
  dataKind: DataKind,
  depth: PrefixDepth | ChannelDepth,
): PushEvent {
  if (depth.pair !== pair) {
    throw new ProtocolError("pair-mismatch", { channel, pair: depth.pair });
  }
  requireContent(depth, { within, isIncremental: dataKind === "incremental" });
  return { kind: "depth", pair, dataKind, depth };
}
