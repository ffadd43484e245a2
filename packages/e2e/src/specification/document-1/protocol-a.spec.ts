import { inflateSync } from "node:zlib";
import {
  createChannelParser,
  decodePrefixMessage,
  decodeUtf8,
  encodePrefixKlines,
  encodePrivateEvent,
  encodeUtf8,
  formatChannel,
} from "@depthwire/core/internal";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { pushLimits } from "@depthwire/schema";
import {
  dataKind,
  type PrivateEvent,
  prefixProtocolChannels,
  privateEvent,
  pushKlinePeriod,
} from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Conversation } from "../conversation.spec-kit.js";
import { liveBook } from "../scripted-book.spec-kit.js";
import { prefixEvent } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";
const klineRow = ["1639122420000", "47868.1", "47892.3", "47825.4", "47825.5", "10.86"];
const parse = createChannelParser(prefixProtocolChannels, "svc");

function message(channel: string, kind: 0 | 1, payload: unknown): string {
  return JSON.stringify({ topic: channel, t: kind, d: payload });
}

describe("messages of the service", () => {
  let plain: Sandbox;
  let compressed: Sandbox;
  beforeAll(async () => {
    plain = await startSandbox({ pairs: [pair], plainBelowBytes: 1_000_000 });
    compressed = await startSandbox({ pairs: [pair], plainBelowBytes: 0 });
  });
  afterAll(() => Promise.all([plain.close(), compressed.close()]));

  it("begin with 0 before plain JSON and with 1 before zlib-compressed JSON [d1/events-protocol-a/sentence/1]", async () => {
    const hear = async ({ pushUrl }: Sandbox): Promise<Uint8Array> => {
      const conversation = await Conversation.open(pushUrl);
      conversation.say({ event: "addChannel", sub: `${pair}_depth` });
      return (await conversation.next()).bytes;
    };
    const zero = await hear(plain);
    expect(decodeUtf8(zero, 0, 1)).toBe("0");
    expect(JSON.parse(decodeUtf8(zero, 1, zero.length))).toMatchObject({ topic: `${pair}_depth`, t: 0 });
    const one = await hear(compressed);
    expect(decodeUtf8(one, 0, 1)).toBe("1");
    expect(JSON.parse(inflateSync(one.subarray(1)).toString())).toMatchObject({ topic: `${pair}_depth`, t: 0 });
  });

  it("have 0 or 1 as t, whose meaning is not shown: full and incremental [d1/events-protocol-a/sentence/2]", async () => {
    expect(dataKind.members).toEqual({ 0: "full", 1: "incremental" });
    const conversation = await Conversation.open(plain.pushUrl);
    conversation.say({ event: "addChannel", sub: `${pair}_depth` });
    const first = await conversation.next();
    const second = await conversation.next();
    expect([first.json["t"], second.json["t"]]).toEqual([0, 1]);
    const kinds = [first, second].map(({ json }) => prefixEvent(JSON.stringify(json)));
    expect(kinds).toMatchObject([
      { dataKind: "full", depth: { kind: "snapshot" } },
      { dataKind: "incremental", depth: { kind: "update" } },
    ]);
  });
});

describe("the client", () => {
  it("pings at least every 10 seconds and reconnects after a close [d1/events-protocol-a/sentence/3]", async () => {
    const interval = pushLimits.pingInterval.assumed;
    expect(interval).toBe(10_000);
    const book = await liveBook();
    expect(book.pings).toBe(0);
    await book.pass(interval);
    expect(book.pings).toBeGreaterThanOrEqual(1);
    await book.disconnected();
    expect(book.view.status).not.toBe("live");
    for (let second = 0; second < 6 && book.sockets.length < 2; second += 1) {
      await book.pass(1_000);
    }
    expect(book.sockets).toHaveLength(2);
    await book.connected();
    expect(book.sent.filter((text) => text.includes(`${pair}_depth`))).toHaveLength(2);
    expect((await book.push(0, { seq: 1, asks: [["1", "7"]], bids: [] })).status).toBe("live");
  });
});

describe("channels", () => {
  it("klines of eleven periods [d1/events-protocol-a/channel/<pair>_kline_<period>]", () => {
    const periods = ["1min", "5min", "15min", "30min", "1hour", "2hour", "4hour", "6hour", "12hour", "day", "week"];
    expect(Object.keys(pushKlinePeriod.members)).toEqual(periods);
    for (const period of periods) {
      const channel = formatChannel(prefixProtocolChannels.kline, { pair, period });
      expect(channel).toBe(`${pair}_kline_${period}`);
      const event = prefixEvent(message(channel, 0, [klineRow, klineRow]));
      expect(event).toMatchObject({ kind: "klines", of: "trades", pair, period });
      expect(event).toHaveProperty("klines.length", 2);
    }
  });

  it("klines of the tag price, one minute each [d1/events-protocol-a/channel/<pair>TAGPRICE_kline_1min]", () => {
    const channel = formatChannel(prefixProtocolChannels.tagPriceKline, { pair });
    expect(channel).toBe("4BTC_USDTTAGPRICE_kline_1min");
    expect(prefixEvent(message(channel, 0, [klineRow]))).toMatchObject({
      kind: "klines",
      of: "tag-price",
      period: "1min",
    });
    expect(parse("4BTC_USDTTAGPRICE_kline_5min")?.kind).not.toBe("tag-price-kline");
  });

  it("depth: everything first, then add and del with null for empty sides [d1/events-protocol-a/channel/<pair>_depth]", () => {
    const channel = formatChannel(prefixProtocolChannels.depth, { pair });
    expect(channel).toBe(`${pair}_depth`);
    const full = { pair, ut: 5, seq: 7, asks: [["1.5", "100.1"]], bids: [] };
    expect(prefixEvent(message(channel, 0, full))).toMatchObject({
      depth: { kind: "snapshot", seq: 7, asks: [{ quantity: "1.5", price: "100.1" }], bids: [] },
    });
    const changes = { pair, ut: 6, seq: 8, add: { asks: [["2", "101"]], bids: null }, del: { asks: null, bids: null } };
    expect(prefixEvent(message(channel, 1, changes))).toMatchObject({
      depth: { kind: "update", seq: 8, set: { asks: [{ quantity: "2", price: "101" }], bids: null } },
    });
  });

  it("deals: a list first, then single rows [d1/events-protocol-a/channel/<pair>_deals]", () => {
    const channel = formatChannel(prefixProtocolChannels.deals, { pair });
    expect(channel).toBe(`${pair}_deals`);
    const row = ["47741.3", "0.5", "1", "1639125637999", ""];
    const deal = { pair, price: "47741.3", quantity: "0.5", side: "buy", tradedAtMs: 1_639_125_637_999 };
    expect(prefixEvent(message(channel, 0, { pair, d: [row, row] }))).toMatchObject({ deals: [deal, deal] });
    expect(prefixEvent(message(channel, 1, row))).toMatchObject({ deals: [deal] });
    row[2] = "2";
    expect(prefixEvent(message(channel, 1, row))).toMatchObject({ deals: [{ ...deal, side: "sell" }] });
  });

  it("ticker: an array of 14 texts [d1/events-protocol-a/channel/<pair>_ticker]", () => {
    const channel = formatChannel(prefixProtocolChannels.ticker, { pair });
    expect(channel).toBe(`${pair}_ticker`);
    const row = [pair, "1", "6.5", "1.01", "4", "5", "6", "7", "8", "9", "10", "-2.83%", "1639125637999", "6.50"];
    expect(prefixEvent(message(channel, 0, row))).toMatchObject({
      order: "documented",
      ticker: {
        lastPrice: "1",
        lastPriceCny: "6.5",
        lastPriceUsd: "1.01",
        highPrice: "4",
        lowPrice: "5",
        bestBidPrice: "6",
        bestBidQuantity: "7",
        bestAskPrice: "8",
        bestAskQuantity: "9",
        volume: "10",
        percentChange: "-2.83",
        updatedAtMs: 1_639_125_637_999,
        latestPriceCny: "6.50",
      },
    });
    expect(() => prefixEvent(message(channel, 0, row.slice(1)))).toThrow(/message-shape/);
  });

  it("the private stream, by its one name [d1/events-protocol-a/channel/ALL_ALL_login]", () => {
    expect(formatChannel(prefixProtocolChannels.private, {})).toBe("ALL_ALL_login");
    expect(parse("ALL_ALL_login")?.kind).toBe("private");
    const text = '{"topic":"ALL_ALL_login","uid":"1001","t":0,"d":{"result":"subscribed"}}';
    expect(decodePrefixMessage(encodeUtf8(text), 0, text.length)).toEqual({
      kind: "login-acknowledgement",
      userId: "1001",
      result: "subscribed",
    });
  });
});

describe("rows", () => {
  it("of klines have a deal number or not, which is not shown: both are read [d1/events-protocol-a/sentence/4]", () => {
    const channel = `${pair}_kline_1min`;
    const counted = [klineRow[0], "12", ...klineRow.slice(1)];
    const event = prefixEvent(message(channel, 0, [klineRow, counted]));
    expect(event).toMatchObject({ klines: [{ openPrice: "47868.1" }, { dealCount: 12, openPrice: "47868.1" }] });
    expect(event.kind === "klines" && event.klines[0]).not.toHaveProperty("dealCount");
    // What is sent has none: the samples show six elements.
    const sixElements = { openedAtMs: 1, openPrice: "1", highPrice: "2", lowPrice: "1", closePrice: "2", volume: "3" };
    expect(encodePrefixKlines(channel, "full", [sixElements])).toContain('"d":[["1","1","2","1","2","3"]]');
  });

  it("of the tag price have it as close, and a volume that means nothing [d1/events-protocol-a/sentence/5]", () => {
    const channel = "4BTC_USDTTAGPRICE_kline_1min";
    for (const volume of ["0", "10.86", "999999"]) {
      const event = prefixEvent(message(channel, 1, [[...klineRow.slice(0, 5), volume]]));
      expect(event).toMatchObject({ of: "tag-price", klines: [{ closePrice: "47825.5" }] });
    }
  });
});

describe("private data", () => {
  it("has its user as text and exactly one of nine keys [d1/events-protocol-a/sentence/6]", () => {
    const keys = [
      ["assets_all", "contract_assets"],
      ["position_all", "contract_order"],
      ["order_all", "contract_pending"],
      ["contract_detail", "contract_deal_log", "base_u_plan_order_v3"],
    ].flat();
    const entries = Object.values(privateEvent.entries);
    expect(entries.map(({ wireKey }) => wireKey).toSorted()).toEqual(keys.toSorted());
    for (const key of ["assets_all", "position_all", "order_all"]) {
      const text = `{"topic":"ALL_ALL_login","uid":"12875281286404369","t":0,"d":{"${key}":[]}}`;
      expect(prefixEvent(text)).toMatchObject({ kind: "private", userId: "12875281286404369", event: { value: [] } });
    }
    for (const d of ['{"assets_all":[],"order_all":[]}', "{}", '{"other":[]}']) {
      expect(() => prefixEvent(`{"topic":"ALL_ALL_login","uid":"1","t":0,"d":${d}}`)).toThrow(/exactly one/);
    }
  });

  it("may follow any request, as no causes are shown: each event is read on its own [d1/events-protocol-a/sentence/7]", () => {
    const events = fc.sample(decodedValue(privateEvent), { numRuns: 120, seed: 5 });
    const kinds = new Set<PrivateEvent["kind"]>();
    for (const event of [...events, ...events.toReversed()]) {
      kinds.add(event.kind);
      expect(prefixEvent(encodePrivateEvent("1", event))).toEqual({ kind: "private", userId: "1", event });
    }
    expect(kinds.size).toBe(9);
  });
});
