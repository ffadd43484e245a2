import type { BarPeriod } from "@depthwire/exchange/internal";
import type { ExchangeHost } from "../host/exchange-host.js";
import type { Feed, FeedMessage } from "./feed.js";

/** Candles of the first message. No document says how many; a client joins them with those that REST answers. */
const fullKlines = 300;

/** Deals of the first message. */
const fullDeals = 50;

/** Candles of a later message: the previous and the current one. @spec field note 14 */
const latestKlines = 2;

/** Everything that a feed has to say at this moment; depth and private streams are not among them. */
export function fullMessage({ exchange }: ExchangeHost, { kind, pair, period }: Feed): FeedMessage | undefined {
  switch (kind) {
    case "kline":
      return { feed: kind, kind: "full", klines: exchange.klines(pair, period as BarPeriod, fullKlines) };
    case "tag-price-kline":
      return { feed: kind, kind: "full", klines: exchange.tagPriceKlines(pair, fullKlines) };
    case "deals":
      return { feed: kind, kind: "full", deals: exchange.deals(pair, fullDeals) };
    case "ticker": {
      const ticker = exchange.ticker(pair);
      return ticker === undefined ? undefined : { feed: kind, kind: "full", ticker };
    }
    case "depth":
    case "private":
      return undefined;
  }
}

/** What a feed says when something has changed. Deals are told one by one, as they happen. */
export function changeMessage({ exchange }: ExchangeHost, { kind, pair, period }: Feed): FeedMessage | undefined {
  switch (kind) {
    case "kline":
      return { feed: kind, kind: "incremental", klines: exchange.klines(pair, period as BarPeriod, latestKlines) };
    case "tag-price-kline":
      return { feed: kind, kind: "incremental", klines: exchange.tagPriceKlines(pair, latestKlines) };
    case "ticker": {
      const ticker = exchange.ticker(pair);
      return ticker === undefined ? undefined : { feed: kind, kind: "incremental", ticker };
    }
    case "deals":
    case "depth":
    case "private":
      return undefined;
  }
}
