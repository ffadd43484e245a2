import { compileRecord, encodePrefixDeal, encodePrefixTicker } from "@depthwire/core/internal";
import { planOrder, pushedFill } from "@depthwire/schema/internal";
import { klineRowSample, tickerSample } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { wireSamples } from "../ignored.spec-kit.js";
import { prefixEvent } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";
const message = (channel: string, t: 0 | 1, d: unknown): string => JSON.stringify({ topic: channel, t, d });

describe("klines", () => {
  it("have six elements, or seven with the deal number second; updates carry two rows [notes/other-channels-protocol-a/note/14]", () => {
    const six = JSON.parse(klineRowSample) as string[];
    const seven = [six[0], "12", ...six.slice(1)];
    const kline = { openedAtMs: 1_639_122_420_000, openPrice: "47868.1", closePrice: "47825.4", volume: "10.86" };
    const channel = `${pair}_kline_1min`;
    const full = prefixEvent(message(channel, 0, [six, seven, six]));
    expect(full).toMatchObject({ dataKind: "full", klines: [kline, { ...kline, dealCount: 12 }, kline] });
    const latest = prefixEvent(message(channel, 1, [six, [...six.slice(0, 5), "11"]]));
    expect(latest).toMatchObject({ dataKind: "incremental", klines: [kline, { ...kline, volume: "11" }] });
    for (const row of [six.slice(1), [...seven, ""]]) {
      expect(() => prefixEvent(message(channel, 0, [row]))).toThrow(/d\[0\]/);
    }
  });
});

describe("deals", () => {
  it("later rows have five elements, or six with the pair first and an id last [notes/other-channels-protocol-a/note/15]", () => {
    const channel = `${pair}_deals`;
    const five = ["47741.3", "0.5", "2", "1639125637999", ""];
    const deal = { pair, price: "47741.3", quantity: "0.5", side: "sell", tradedAtMs: 1_639_125_637_999 } as const;
    const first = prefixEvent(message(channel, 0, { pair, d: [five, ["1", "2", "1", "5", ""]] }));
    expect(first).toMatchObject({ dataKind: "full", deals: [deal, { price: "1", side: "buy", tradedAtMs: 5 }] });
    expect(prefixEvent(message(channel, 1, five))).toMatchObject({ deals: [deal] });
    expect(prefixEvent(message(channel, 1, [pair, ...five]))).toMatchObject({ deals: [deal] });
    const withId = [pair, ...five.slice(0, 4), "12875281286404369"];
    expect(prefixEvent(message(channel, 1, withId))).toMatchObject({
      deals: [{ ...deal, dealId: "12875281286404369" }],
    });
    const { pair: _pair, ...documented } = deal;
    expect(encodePrefixDeal(channel, documented)).toContain('"d":["47741.3","0.5","2","1639125637999",""]');
    expect(encodePrefixDeal(channel, deal)).toContain(`"d":["${pair}","47741.3","0.5","2","1639125637999",""]`);
  });
});

describe("the ticker", () => {
  it("has USD before CNY where position 13 says so, else the documented order [notes/other-channels-protocol-a/note/16]", () => {
    const channel = `${pair}_ticker`;
    const sample = JSON.parse(tickerSample) as string[];
    const row = (second: string, third: string, last: string): string[] => [
      ...sample.slice(0, 2),
      second,
      third,
      ...sample.slice(4, 13),
      last,
    ];
    const read = (values: readonly string[], order?: "documented" | "usd-first"): object =>
      prefixEvent(message(channel, 1, values), order);
    expect(read(row("1.0", "6.5", "6.50"))).toMatchObject({
      order: "usd-first",
      ticker: { lastPriceUsd: "1.0", lastPriceCny: "6.5" },
    });
    expect(read(row("6.5", "1.0", "6.50"))).toMatchObject({
      order: "documented",
      ticker: { lastPriceUsd: "1.0", lastPriceCny: "6.5" },
    });
    for (const undecided of [row("6.5", "6.50", "6.5"), row("1", "2", "3")]) {
      expect(read(undecided)).toMatchObject({ order: "undecided", ticker: { lastPriceCny: undecided[2] } });
    }
    expect(read(row("6.5", "1.0", "6.5"), "usd-first")).toMatchObject({ order: "usd-first" });
    const event = prefixEvent(message(channel, 1, sample));
    if (event.kind !== "ticker") {
      throw new Error("no ticker");
    }
    expect(encodePrefixTicker(channel, "incremental", event.ticker, "usd-first")).toBe(message(channel, 1, sample));
  });
});

describe("private records", () => {
  it("a pushed fill may tell its size as ep [notes/other-channels-protocol-a/note/17]", () => {
    const { decode, encode } = compileRecord(pushedFill);
    const [sample] = wireSamples(pushedFill);
    const sized = decode({ ...sample?.wire, ep: "0.0010" });
    expect(sized.dealQuantity).toBe("0.0010");
    expect(encode(sized)).toMatchObject({ ep: "0.0010" });
    const { ep: _size, ...unsized } = { ...sample?.wire };
    expect(decode(unsized)).not.toHaveProperty("dealQuantity");
  });

  it("a plan order is cancelled as 3, and as 5 when its pair triggered [notes/other-channels-protocol-a/note/18]", () => {
    const { decode } = compileRecord(planOrder);
    const [sample] = wireSamples(planOrder);
    expect(decode({ ...sample?.wire, s: 3 }).status).toBe("cancelled");
    expect(decode({ ...sample?.wire, s: 5 }).status).toBe("counterpart-triggered");
  });
});
