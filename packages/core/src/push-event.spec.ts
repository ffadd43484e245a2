import {
  channelProtocolChannels,
  type PrivateEvent,
  prefixProtocolChannels,
  privateEvent,
} from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "./bytes/utf8.js";
import { type ChannelData, decodeChannelMessage } from "./channel-protocol/message.js";
import { createChannelParser } from "./names/channel-parts.js";
import { defaultFrameLimits } from "./prefix-protocol/frame.js";
import { decodePrefixMessage, type PrefixData } from "./prefix-protocol/message.js";
import { encodePrivateEvent } from "./prefix-protocol/private-event.js";
import { encodePrefixDeal, encodePrefixDealList } from "./prefix-protocol/rows/deal.js";
import { encodePrefixKlines } from "./prefix-protocol/rows/kline.js";
import { encodePrefixTicker, type TickerOrder } from "./prefix-protocol/rows/ticker.js";
import { decodeChannelEvent, decodePrefixEvent, type PushEvent } from "./push-event.js";

const parsePrefixChannel = createChannelParser(prefixProtocolChannels, "svc");
const parseChannel = createChannelParser(channelProtocolChannels, "svc");
const noInflate = { output: new Uint8Array(0), inflate: () => 0 };

function prefixEvent(text: string, order?: TickerOrder): PushEvent {
  const bytes = encodeUtf8(text);
  return decodePrefixEvent(decodePrefixMessage(bytes, 0, bytes.length) as PrefixData, parsePrefixChannel, order);
}

function channelEvent(text: string): PushEvent {
  const [message] = decodeChannelMessage(encodeUtf8(text), noInflate, defaultFrameLimits);
  return decodeChannelEvent(message as ChannelData, parseChannel);
}

describe("klines", () => {
  const sample = '["1639122420000","47868.1","47892.3","47825.4","47825.4","10.86"]';
  const kline = {
    openedAtMs: 1639122420000,
    openPrice: "47868.1",
    highPrice: "47892.3",
    lowPrice: "47825.4",
    closePrice: "47825.4",
    volume: "10.86",
  };

  it("of protocol A: the sample of the field notes, and the documented row of seven [notes/samples/sample/kline-row]", () => {
    const text = `{"topic":"4BTC_USDT_kline_1min","t":0,"d":[${sample},["1639122420000","12","47868.1","47892.3","47825.4","47825.4","10.86"]]}`;
    const event = {
      kind: "klines",
      of: "trades",
      pair: "4BTC_USDT",
      period: "1min",
      dataKind: "full",
      klines: [kline, { ...kline, dealCount: 12 }],
    };
    expect(prefixEvent(text)).toEqual(event);
    expect(encodePrefixKlines("4BTC_USDT_kline_1min", "full", [kline, { ...kline, dealCount: 12 }])).toBe(text);
  });

  it("of the tag price", () => {
    expect(prefixEvent(`{"topic":"4BTC_USDTTAGPRICE_kline_1min","t":1,"d":[${sample}]}`)).toEqual({
      kind: "klines",
      of: "tag-price",
      pair: "4BTC_USDT",
      period: "1min",
      dataKind: "incremental",
      klines: [kline],
    });
  });

  it("of protocol B are the same", () => {
    const data =
      '[{"time":1639122420000,"open":"47868.1","high":"47892.3","low":"47825.4","close":"47825.4","vol":"10.86","count":12}]';
    expect(
      channelEvent(`[{"channel":"svc_sub_spot_4BTC_USDT_kline_5min","binary":0,"data_type":1,"data":${data}}]`),
    ).toEqual({
      kind: "klines",
      of: "trades",
      pair: "4BTC_USDT",
      period: "5min",
      dataKind: "incremental",
      klines: [{ ...kline, dealCount: 12 }],
    });
  });

  it("refuse rows of five and of eight", () => {
    expect(() => prefixEvent('{"topic":"4BTC_USDT_kline_1min","t":0,"d":[["1","2","3","4","5"]]}')).toThrow(/d\[0\]/);
  });
});

describe("deals", () => {
  const deal = {
    pair: "4BTC_USDT",
    price: "47741.3",
    quantity: "0.5",
    side: "sell",
    tradedAtMs: 1639125637999,
  } as const;
  const channel = "4BTC_USDT_deals";

  it("of protocol A: the list, the row of five and the row of six", () => {
    const list = encodePrefixDealList(channel, "4BTC_USDT", [deal]);
    expect(list).toBe(
      `{"topic":"${channel}","t":0,"d":{"pair":"4BTC_USDT","d":[["47741.3","0.5","2","1639125637999",""]]}}`,
    );
    expect(prefixEvent(list)).toEqual({ kind: "deals", pair: "4BTC_USDT", dataKind: "full", deals: [deal] });
    const { pair: _, ...unpaired } = deal;
    const five = encodePrefixDeal(channel, unpaired);
    expect(five).toContain('"d":["47741.3","0.5","2","1639125637999",""]');
    expect(prefixEvent(five)).toMatchObject({ dataKind: "incremental", deals: [deal] });
    const six = encodePrefixDeal(channel, deal);
    expect(six).toContain('"d":["4BTC_USDT","47741.3","0.5","2","1639125637999",""]');
    expect(prefixEvent(six)).toMatchObject({ deals: [deal] });
    const withId = encodePrefixDeal(channel, { ...deal, dealId: "12875281286404369" });
    expect(prefixEvent(withId)).toMatchObject({ deals: [{ ...deal, dealId: "12875281286404369" }] });
  });

  it("of protocol B are the same", () => {
    const data =
      '[{"pair":"4BTC_USDT","price":"47741.3","amount":"0.5","time":1639125637999,"side":2,"id":12875281286404369}]';
    expect(
      channelEvent(`[{"channel":"svc_sub_spot_4BTC_USDT_deals","binary":0,"data_type":1,"data":${data}}]`),
    ).toEqual({
      kind: "deals",
      pair: "4BTC_USDT",
      dataKind: "incremental",
      deals: [{ ...deal, dealId: "12875281286404369" }],
    });
  });

  it("of another pair are refused", () => {
    const data = '[{"pair":"4ETH_USDT","price":"1","amount":"1","time":1,"side":2}]';
    const other = `[{"channel":"svc_sub_spot_4BTC_USDT_deals","binary":0,"data_type":1,"data":${data}}]`;
    expect(() => channelEvent(other)).toThrow(/pair-mismatch.*4ETH_USDT/);
    expect(() => prefixEvent(encodePrefixDeal(channel, { ...deal, pair: "4ETH_USDT" }))).toThrow(/pair-mismatch/);
    expect(() => prefixEvent(encodePrefixDealList(channel, "4ETH_USDT", []))).toThrow(/pair-mismatch/);
  });
});

describe("tickers", () => {
  const sample =
    '["4BTC_USDT","48099.9","48099.90","299951.30","49631.3","47319.1","48095.1","0.041","48098.1","2.292","16781.668","-2.83%","1639125637999","299951.30000000"]';
  const text = (row: string): string => `{"topic":"4BTC_USDT_ticker","t":1,"d":${row}}`;

  it("of the field notes' sample has USD first, and auto finds it [notes/samples/sample/ticker]", () => {
    const event = prefixEvent(text(sample));
    expect(event).toMatchObject({
      kind: "ticker",
      pair: "4BTC_USDT",
      order: "usd-first",
      ticker: {
        lastPriceUsd: "48099.90",
        lastPriceCny: "299951.30",
        percentChange: "-2.83",
        updatedAtMs: 1639125637999,
      },
    });
    expect(prefixEvent(text(sample), "documented")).toMatchObject({ ticker: { lastPriceCny: "48099.90" } });
    if (event.kind === "ticker") {
      expect(encodePrefixTicker("4BTC_USDT_ticker", "incremental", event.ticker, "usd-first")).toBe(text(sample));
    }
  });

  it("in the documented order is found as well, and so is what tells nothing", () => {
    const row = JSON.parse(sample) as string[];
    const swapped = [...row];
    [swapped[2], swapped[3]] = [row[3] as string, row[2] as string];
    expect(prefixEvent(text(JSON.stringify(swapped)))).toMatchObject({
      order: "documented",
      ticker: { lastPriceUsd: "48099.90", lastPriceCny: "299951.30" },
    });
    const neither = [...row.slice(0, 13), "1"];
    expect(prefixEvent(text(JSON.stringify(neither)))).toMatchObject({
      order: "undecided",
      ticker: { lastPriceCny: "48099.90" },
    });
    const both = [...row.slice(0, 2), "5.0", "5.00", ...row.slice(4, 13), "5"];
    expect(prefixEvent(text(JSON.stringify(both)))).toMatchObject({ order: "undecided" });
    expect(prefixEvent(text(JSON.stringify(neither)), "usd-first")).toMatchObject({ order: "usd-first" });
  });

  it("of another pair are refused", () => {
    expect(() => prefixEvent(text(sample.replace("4BTC", "4ETH")))).toThrow(/pair-mismatch/);
  });
});

describe("depth as text", () => {
  it("of both protocols", () => {
    expect(
      prefixEvent(
        '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"asks":[["1","2"]],"bids":null}}',
      ),
    ).toMatchObject({
      kind: "depth",
      dataKind: "full",
      depth: { kind: "snapshot", asks: [{ quantity: "1", price: "2" }] },
    });
    expect(
      channelEvent(
        '[{"channel":"svc_sub_spot_4BTC_USDT_depth_","binary":0,"data_type":1,"data":{"pair":"4BTC_USDT","update_time":5,"seq":7}}]',
      ),
    ).toMatchObject({ kind: "depth", depth: { kind: "update", seq: 7 } });
    expect(() =>
      prefixEvent('{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4X_USDT","ut":5,"seq":7,"asks":[]}}'),
    ).toThrow(/pair-mismatch/);
  });
});

describe("private events", () => {
  it("name the place of what they refuse, as depth does", () => {
    expect(() => prefixEvent('{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7}}')).toThrow(
      /path "d"/,
    );
    const text = '{"pair":"4BTC_USDT","update_time":5}';
    const bare = `[{"channel":"svc_sub_spot_4BTC_USDT_depth","binary":0,"data_type":0,"data":${text}}]`;
    expect(() => channelEvent(bare)).toThrow(/path "data\b/);
  });

  it("of protocol A round-trip with their user", () => {
    const seen = new Set<PrivateEvent["kind"]>();
    fc.assert(
      fc.property(decodedValue(privateEvent), (event) => {
        seen.add(event.kind);
        const text = encodePrivateEvent("1001", event);
        expect(prefixEvent(text)).toEqual({ kind: "private", userId: "1001", event });
        expect(text.includes('"t":0')).toBe(event.kind.startsWith("all"));
      }),
      { numRuns: 120 },
    );
    expect(seen.size).toBe(9);
  });

  it("of protocol B have no user", () => {
    expect(
      channelEvent('[{"channel":"svc_sub_spot_ALL_ALL_login","binary":0,"data_type":0,"data":{"order_all":[]}}]'),
    ).toEqual({ kind: "private", event: { kind: "all-orders", value: [] } });
  });

  it("hold exactly one kind [d1/events-protocol-a/sentence/6]", () => {
    expect(() => prefixEvent('{"topic":"ALL_ALL_login","uid":"1","t":0,"d":{"order_all":[],"assets_all":[]}}')).toThrow(
      /exactly one/,
    );
    expect(() => prefixEvent('{"topic":"ALL_ALL_login","uid":"1","t":0,"d":{"other":[]}}')).toThrow(/exactly one/);
  });
});

it("an unknown channel is refused", () => {
  expect(() => prefixEvent('{"topic":"4BTC_USDT_news","t":0,"d":{}}')).toThrow(/unknown-channel/);
});
