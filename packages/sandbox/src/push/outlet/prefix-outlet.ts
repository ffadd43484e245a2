import {
  type EncodedFrame,
  encodePrefixDeal,
  encodePrefixDealList,
  encodePrefixKlines,
  encodePrefixTicker,
  encodePrivateEvent,
  formatChannel,
} from "@depthwire/core/internal";
import type { TickerView } from "@depthwire/exchange/internal";
import { prefixProtocolChannels } from "@depthwire/schema/internal";
import type { ProfileRules } from "../../profile.js";
import { writePrefixDepth } from "../depth-message.js";
import type { Feed, FeedMessage } from "../feed.js";
import type { FrameWriter } from "../frame-writer.js";
import type { Harm, Outlet, Packing } from "./outlet.js";

const grammars = {
  depth: prefixProtocolChannels.depth,
  kline: prefixProtocolChannels.kline,
  "tag-price-kline": prefixProtocolChannels.tagPriceKline,
  deals: prefixProtocolChannels.deals,
  ticker: prefixProtocolChannels.ticker,
  private: prefixProtocolChannels.private,
} as const;

/** Feeds as protocol A writes them. @spec document 1, Events, Protocol A; field notes 14 to 16 */
export class PrefixOutlet implements Outlet {
  readonly name = "prefix";
  readonly #frames: FrameWriter;
  readonly #rules: ProfileRules;

  constructor(frames: FrameWriter, rules: ProfileRules) {
    this.#frames = frames;
    this.#rules = rules;
  }

  text(feed: Feed, message: FeedMessage): string {
    const channel = formatChannel(grammars[feed.kind], feed);
    switch (message.feed) {
      case "depth":
        return writePrefixDepth(message.message);
      case "kline":
      case "tag-price-kline":
        return encodePrefixKlines(channel, message.kind, message.klines.map(this.#rules.klineRow));
      case "deals": {
        const [latest] = message.deals;
        return message.kind === "full" || latest === undefined
          ? encodePrefixDealList(channel, feed.pair, message.deals)
          : encodePrefixDeal(channel, this.#rules.dealRow(latest));
      }
      case "ticker":
        return encodePrefixTicker(channel, message.kind, withLatestPrice(message.ticker), this.#rules.tickerOrder);
      case "private":
        return encodePrivateEvent(message.userId, message.event);
    }
  }

  frame({ kind }: Feed, _message: FeedMessage, text: string, packing: Packing): EncodedFrame {
    switch (packing) {
      case "usual":
        return kind === "private" ? this.#frames.private(text) : this.#frames.data(text);
      case "plain":
        return this.#frames.plain(text);
      case "compressed":
        return this.#frames.compressed(text);
    }
  }

  harmed(_feed: Feed, _message: FeedMessage, text: string, harm: Harm): EncodedFrame {
    const { data, binary } = this.#frames.compressed(text);
    // The marker stays: what is harmed is the body behind it.
    const body = harm(Uint8Array.from(data.subarray(1)));
    const frame = new Uint8Array(1 + body.length);
    frame.set(data.subarray(0, 1));
    frame.set(body, 1);
    return { data: frame, binary };
  }
}

/** The row's last element is the price in CNY once more. @spec field note 16 */
function withLatestPrice(ticker: TickerView): TickerView & { readonly latestPriceCny: string } {
  return { ...ticker, latestPriceCny: ticker.lastPriceCny };
}
