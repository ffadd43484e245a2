import type { StreamGap } from "@depthwire/account";
import { encodeChannelData } from "@depthwire/core/internal";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collect, EngineOnWire } from "../spec-kit/engine-on-wire.spec-kit.js";

const pair = "4BTC_USDT";
const startMs = 1_639_122_420_000;

let scene: EngineOnWire;

afterEach(() => scene.engine.close());

const say = (channel: string, t: 0 | 1, d: unknown): void =>
  scene.network.last.zlib(JSON.stringify({ topic: channel, t, d }));
const klineRow = (minute: number, close = "5") => [`${startMs + minute * 60_000}`, "4", "9", "1", close, "10.86"];
const dealRow = (atMs: number) => ["48099.9", "0.1", "1", `${atMs}`, ""];
const tickerRow = (last: string) => [
  pair,
  last,
  ..."7 300 9 1 4 0.041 6 2.292 16781.668 -2.83% 1639125637999 7".split(" "),
];

describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("streams %s", (_, shards) => {
  beforeEach(() => {
    scene = new EngineOnWire({ shards });
  });

  test("of one channel share a subscription that ends with the last of them", async () => {
    const one = scene.engine.deals(pair);
    const other = scene.engine.deals(pair);
    await scene.settle();
    scene.network.last.open();
    await scene.settle();
    expect(scene.network.last.channels).toEqual([`+${pair}_deals`]);
    one.close();
    await scene.settle();
    expect(scene.network.last.channels).toEqual([`+${pair}_deals`]);
    other.close();
    await scene.settle();
    expect(scene.network.alive).toEqual([]);
  });

  test("of trades tell each with a status before, and a gap after a break", async () => {
    const { items } = collect(scene.engine.deals(pair));
    await scene.settle();
    scene.network.last.open();
    say(`${pair}_deals`, 0, { pair, d: [dealRow(2), dealRow(1)] });
    say(`${pair}_deals`, 1, dealRow(3));
    await scene.settle();
    expect(items.map((item) => (item.kind === "deal" ? item.deal.tradedAtMs : item.kind))).toEqual([
      "status",
      "status",
      "status",
      1,
      2,
      3,
    ]);
    items.length = 0;
    scene.network.last.end();
    await scene.settle(60_000);
    scene.network.last.open();
    say(`${pair}_deals`, 0, { pair, d: [dealRow(9), dealRow(8)] });
    await scene.settle();
    const gap = items.find((item): item is StreamGap => item.kind === "gap");
    expect(gap).toMatchObject({ reason: "disconnected", missing: "unknown", dropped: 0 });
    expect((gap?.toMs ?? 0) - (gap?.fromMs ?? 0)).toBe(60_000);
    expect(scene.engine.statistics().streams.deals).toMatchObject({
      open: 1,
      delivered: 5,
      gaps: 1,
      dropped: 0,
      waiting: 0,
    });
  });

  test("of candles of trades and of the tag price are told apart", async () => {
    const klines = collect(scene.engine.klines(pair, "5min"));
    const tagPrice = collect(scene.engine.tagPriceKlines(pair));
    await scene.settle();
    scene.network.last.open();
    await scene.settle();
    expect(scene.network.last.channels).toEqual([`+${pair}_kline_5min`, `+${pair}TAGPRICE_kline_1min`]);
    say(`${pair}_kline_5min`, 0, [klineRow(0), klineRow(5)]);
    say(`${pair}TAGPRICE_kline_1min`, 0, [klineRow(0, "8")]);
    await scene.settle();
    expect(klines.items.at(-1)).toMatchObject({
      kind: "kline",
      change: "new",
      kline: { closePrice: "5", volume: "10.86" },
    });
    expect(tagPrice.items.at(-1)).toMatchObject({ kind: "kline", kline: { openedAtMs: startMs, closePrice: "8" } });
  });

  test("of a ticker are live with the first ticker of a connection, and say nothing twice", async () => {
    const ticker = collect(scene.engine.ticker(pair));
    await scene.settle();
    scene.network.last.open();
    await scene.settle();
    say(`${pair}_ticker`, 0, tickerRow("1"));
    await scene.settle();
    scene.network.last.end();
    await scene.settle(10_000);
    scene.network.last.open();
    await scene.settle();
    const shown = () => ticker.items.map((view) => `${view.status} ${view.ticker?.lastPrice ?? "none"}`);
    const first = ["connecting none", "subscribed none", "live 1"];
    expect(shown()).toEqual([...first, "disconnected 1", "subscribed 1"]);
    say(`${pair}_ticker`, 0, tickerRow("2"));
    await scene.settle();
    expect(shown().at(-1)).toBe("live 2");
  });

  test("of a ticker skip states for a slow loop, and say when they are out of date", async () => {
    const ticker = scene.engine.ticker(pair);
    const views = ticker[Symbol.asyncIterator]();
    expect((await views.next()).value).toMatchObject({ kind: "ticker", status: "connecting", ticker: undefined });
    await scene.settle();
    scene.network.last.open();
    for (const last of ["1", "2", "3"]) {
      say(`${pair}_ticker`, 0, tickerRow(last));
      await scene.settle();
    }
    expect((await views.next()).value).toMatchObject({
      status: "live",
      ticker: { lastPrice: "3" },
      order: "documented",
    });
    const next = views.next();
    scene.network.last.end();
    await scene.settle();
    expect((await next).value).toMatchObject({ status: "disconnected", ticker: { lastPrice: "3" } });
    expect(ticker.latest.status).toBe("disconnected");
  });

  test("drop the older half for a slow loop, counted", async () => {
    const deals = scene.engine.deals(pair, { limit: 2 });
    await scene.settle();
    scene.network.last.open();
    await scene.settle();
    for (const atMs of [1, 2, 3, 4]) {
      say(`${pair}_deals`, 1, dealRow(atMs));
    }
    await scene.settle();
    expect(deals.waiting).toBe(2);
    const closed = scene.engine.deals(pair);
    expect(closed.waiting).toBe(4);
    closed.close();
    expect(closed.waiting).toBe(0);
    const { items } = collect(deals);
    await scene.settle();
    const gaps = items.filter(({ kind }) => kind === "gap");
    expect(gaps).toMatchObject([{ reason: "overflow", dropped: 2, missing: "something" }]);
    expect(items.flatMap((item) => (item.kind === "deal" ? [item.deal.tradedAtMs] : []))).toEqual([3, 4]);
    expect(scene.engine.statistics().streams.deals).toMatchObject({ dropped: 2, delivered: 2 });
  });

  test("end with their signal, with their loop, and with the engine", async () => {
    const abort = new AbortController();
    const aborted = collect(scene.engine.deals(pair, { signal: abort.signal }));
    const left = (async () => {
      for await (const _ of scene.engine.klines(pair, "1min")) {
        break;
      }
    })();
    const ticker = collect(scene.engine.ticker(pair));
    const open = collect(scene.engine.deals(pair));
    await scene.settle();
    await left;
    abort.abort(new Error("enough"));
    await expect(aborted.done).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(scene.engine.statistics().streams).toMatchObject({
      deals: { open: 1 },
      klines: { open: 0 },
      ticker: { open: 1 },
    });
    await scene.engine.close();
    await Promise.all([ticker.done, open.done]);
    expect(scene.engine.statistics().streams).toMatchObject({ deals: { open: 0 }, ticker: { open: 0 } });
    expect(() => scene.engine.deals(pair)).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("that are opened and closed a thousand times leave nothing", async () => {
    for (let round = 0; round < 1_000; round++) {
      const streams = [
        scene.engine.deals(pair),
        scene.engine.klines(pair, "1min"),
        scene.engine.tagPriceKlines(pair),
        scene.engine.ticker(pair),
        scene.engine.book(pair, { every: true }),
      ];
      const book = scene.engine.book(pair);
      if (round % 100 === 0) {
        await scene.settle();
        scene.network.last.open();
        await scene.settle();
      }
      for (const stream of [...streams, book]) {
        stream.close();
      }
    }
    await scene.settle();
    const { streams, books } = scene.engine.statistics();
    expect(Object.values(streams).map(({ open, waiting }) => open + waiting)).toEqual([0, 0, 0, 0, 0]);
    expect(Object.values(books).reduce((sum, count) => sum + count)).toBe(0);
    expect(scene.network.alive).toEqual([]);
    await scene.engine.close();
    expect(scene.clock.pending()).toBe(0);
  });
});

describe("protocol B", () => {
  beforeEach(() => {
    scene = new EngineOnWire({ protocol: "channel" });
  });

  test("has trades and candles, but no ticker", async () => {
    const deals = collect(scene.engine.deals(pair));
    await scene.settle();
    scene.network.last.open();
    await scene.settle();
    const channel = `svc_sub_spot_${pair}_deals`;
    expect(JSON.parse(scene.network.last.sent.at(-1) ?? "")).toMatchObject({ event: "addChannel", channel });
    const payload = [{ pair, price: "5", amount: "1", time: 7, side: 2, id: "9" }];
    scene.network.last.bytes(new TextEncoder().encode(encodeChannelData({ channel, dataKind: "full", payload })));
    await scene.settle();
    expect(deals.items.at(-1)).toMatchObject({ kind: "deal", deal: { side: "sell", dealId: "9" } });
    expect(() => scene.engine.ticker(pair)).toThrow(expect.objectContaining({ code: "option-invalid" }));
  });
});

test("candles of the tag price are never asked for: no document has a query for them", async () => {
  let asked = 0;
  const klineSource = () => {
    asked++;
    return Promise.resolve([]);
  };
  scene = new EngineOnWire({}, { klineSource });
  const { items } = collect(scene.engine.tagPriceKlines(pair));
  await scene.settle();
  scene.network.last.open();
  say(`${pair}TAGPRICE_kline_1min`, 0, [klineRow(0)]);
  await scene.settle();
  // Two minutes are missing between these.
  say(`${pair}TAGPRICE_kline_1min`, 1, [klineRow(3), klineRow(4)]);
  await scene.settle();
  expect(items.flatMap((item) => (item.kind === "gap" ? [item.reason] : []))).toEqual(["hole"]);
  expect(items.at(-1)).toMatchObject({ kind: "kline", kline: { openedAtMs: startMs + 4 * 60_000 } });
  expect(asked).toBe(0);
});

test("candles of an engine are joined with those that its source answers", async () => {
  const answered = [0, 1, 2].map((minute) => ({
    openedAtMs: startMs + minute * 60_000,
    openPrice: "4",
    highPrice: "9",
    lowPrice: "1",
    closePrice: `${minute}`,
    volume: "1",
  }));
  scene = new EngineOnWire({}, { klineSource: () => Promise.resolve(answered as never) });
  const { items } = collect(scene.engine.klines(pair, "1min", { history: 2 }));
  await scene.settle();
  scene.network.last.open();
  say(`${pair}_kline_1min`, 0, [klineRow(2)]);
  await scene.settle();
  say(`${pair}_kline_1min`, 1, [klineRow(2), klineRow(3)]);
  await scene.settle();
  const told = items.flatMap((item) => (item.kind === "kline" ? [`${item.origin} ${item.kline.closePrice}`] : []));
  expect(told).toEqual(["history 0", "history 1", "history 5", "push 5"]);
});
