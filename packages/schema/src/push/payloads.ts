import { channelDeals } from "./channel-protocol/deals.js";
import { channelDepth } from "./channel-protocol/depth.js";
import { channelKlines } from "./channel-protocol/kline.js";
import { prefixDeals } from "./prefix-protocol/deals.js";
import { prefixDepth } from "./prefix-protocol/depth.js";
import { prefixKlines } from "./prefix-protocol/kline.js";
import { privateEvent } from "./prefix-protocol/private-event.js";
import { tickerRow } from "./prefix-protocol/ticker.js";

/**
 * What the channels of protocol A carry under `d`, by the same names as their grammars.
 *
 * @spec document 1, Events, Protocol A
 */
export const prefixProtocolPayloads = {
  /** Candles. */
  kline: prefixKlines,
  /** Candles of the tag price. */
  tagPriceKline: prefixKlines,
  /** A book or its changes. */
  depth: prefixDepth,
  /** Trades. */
  deals: prefixDeals,
  /** 24-hour figures; deployments swap two positions, see `usdFirstTickerRow`. */
  ticker: tickerRow,
  /** Assets, positions, orders and fills of the user. */
  private: privateEvent,
} as const;

/**
 * What the channels of protocol B carry under `data`, by the same names as their grammars.
 *
 * @spec document 1, Events, Protocol B; field note 21
 */
export const channelProtocolPayloads = {
  /** Candles. */
  kline: channelKlines,
  /** Candles of the tag price. */
  tagPriceKline: channelKlines,
  /** A book or its changes. */
  depth: channelDepth,
  /** Trades. */
  deals: channelDeals,
  /** As in protocol A; no document describes it for this one. */
  private: privateEvent,
} as const;
