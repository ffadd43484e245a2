import type { StreamGap } from "@depthwire/account";
import { encodeChannelData } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine, type Engine, type EnginePorts } from "./engine.js";
import type { EngineOptions } from "./engine-options.js";

const pair = "4BTC_USDT";
const startMs = 1_639_122_420_000;

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;

function start(options: Partial<EngineOptions> = {}, more: Partial<EnginePorts> = {}): void {
  clock = fakeClock();
  network = new FakeNetwork();
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, "none");
  const ports = { clock, random, shard, startThread: threads.start, ...more };
  engine = createEngine({ addresses: ["ws://one"], ...options }, ports);
}

const settle = (ms = 0) => clock.advanceAndSettle(ms);
afterEach(() => engine.close());

const say = (topic: string, t: 0 | 1, d: unknown): void => network.last.zlib(JSON.stringify({ topic, t, d }));
const klineRow = (minute: number, close = "5") => [`${startMs + minute * 60_000}`, "4", "9", "1", close, "10.86"];
const dealRow = (atMs: number) => ["48099.9", "0.1", "1", `${atMs}`, ""];
const tickerRow = (last: string) => [
  pair,
  last,
  "7",
  "300",
  "9",
  "1",
  "4",
  "0.041",
  "6",
  "2.292",
  "16781.668",
  "-2.83%",
  "1639125637999",
  "7",
];

/** Everything that a loop over `source` gets, as it comes. */
function collect<Item>(source: AsyncIterable<Item>): { readonly items: Item[]; readonly done: Promise<unknown> } {
  const items: Item[] = [];
  const done = (async () => {
    for await (const item of source) {
      items.push(item);
    }
  })();
  return { items, done };
}

describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("streams %s", (_, shards) => {
  beforeEach(() => start({ shards }));

  test("of one channel share a subscription that ends with the last of them", async () => {
    const one = engine.deals(pair);
    const other = engine.deals(pair);
    await settle();
    network.last.open();
    await settle();
    expect(network.last.channels).toEqual([`+${pair}_deals`]);
    one.close();
    await settle();
    expect(network.last.channels).toEqual([`+${pair}_deals`]);
    other.close();
    await settle();
    expect(network.alive).toEqual([]);
  });

  test("of trades tell each with a status before, and a gap after a break", async () => {
    const { items } = collect(engine.deals(pair));
    await settle();
    network.last.open();
    say(`${pair}_deals`, 0, { pair, d: [dealRow(2), dealRow(1)] });
    say(`${pair}_deals`, 1, dealRow(3));
    await settle();
    expect(items.map((item) => (item.kind === "deal" ? item.deal.tradedAtMs : item.kind))).toEqual([
      "status",
      "status",
      "status",
      1,
      2,
      3,
    ]);
    items.length = 0;
    network.last.end();
    await settle(60_000);
    network.last.open();
    say(`${pair}_deals`, 0, { pair, d: [dealRow(9), dealRow(8)] });
    await settle();
    const gap = items.find((item): item is StreamGap => item.kind === "gap");
    expect(gap).toMatchObject({ reason: "disconnected", missing: "unknown", dropped: 0 });
    expect((gap?.toMs ?? 0) - (gap?.fromMs ?? 0)).toBe(60_000);
    expect(engine.statistics().streams.deals).toMatchObject({ open: 1, delivered: 5, gaps: 1, dropped: 0, waiting: 0 });
  });

  test("of candles of trades and of the tag price are told apart", async () => {
    const klines = collect(engine.klines(pair, "5min"));
    const tagPrice = collect(engine.tagPriceKlines(pair));
    await settle();
    network.last.open();
    await settle();
    expect(network.last.channels).toEqual([`+${pair}_kline_5min`, `+${pair}TAGPRICE_kline_1min`]);
    say(`${pair}_kline_5min`, 0, [klineRow(0), klineRow(5)]);
    say(`${pair}TAGPRICE_kline_1min`, 0, [klineRow(0, "8")]);
    await settle();
    expect(klines.items.at(-1)).toMatchObject({
      kind: "kline",
      change: "new",
      kline: { closePrice: "5", volume: "10.86" },
    });
    expect(tagPrice.items.at(-1)).toMatchObject({ kind: "kline", kline: { openedAtMs: startMs, closePrice: "8" } });
  });

  test("of a ticker are live with the first ticker of a connection, and say nothing twice", async () => {
    const ticker = collect(engine.ticker(pair));
    await settle();
    network.last.open();
    await settle();
    say(`${pair}_ticker`, 0, tickerRow("1"));
    await settle();
    network.last.end();
    await settle(10_000);
    network.last.open();
    await settle();
    const shown = () => ticker.items.map((view) => `${view.status} ${view.ticker?.lastPrice ?? "none"}`);
    const first = ["connecting none", "subscribed none", "live 1"];
    expect(shown()).toEqual([...first, "disconnected 1", "subscribed 1"]);
    say(`${pair}_ticker`, 0, tickerRow("2"));
    await settle();
    expect(shown().at(-1)).toBe("live 2");
  });

  test("of a ticker skip states for a slow loop, and say when they are out of date", async () => {
    const ticker = engine.ticker(pair);
    const views = ticker[Symbol.asyncIterator]();
    expect((await views.next()).value).toMatchObject({ kind: "ticker", status: "connecting", ticker: undefined });
    await settle();
    network.last.open();
    for (const last of ["1", "2", "3"]) {
      say(`${pair}_ticker`, 0, tickerRow(last));
      await settle();
    }
    expect((await views.next()).value).toMatchObject({
      status: "live",
      ticker: { lastPrice: "3" },
      order: "documented",
    });
    const next = views.next();
    network.last.end();
    await settle();
    expect((await next).value).toMatchObject({ status: "disconnected", ticker: { lastPrice: "3" } });
    expect(ticker.latest.status).toBe("disconnected");
  });

  test("drop the older half for a slow loop, counted", async () => {
    const deals = engine.deals(pair, { limit: 2 });
    await settle();
    network.last.open();
    await settle();
    for (const atMs of [1, 2, 3, 4]) {
      say(`${pair}_deals`, 1, dealRow(atMs));
    }
    await settle();
    expect(deals.waiting).toBe(2);
    const closed = engine.deals(pair);
    expect(closed.waiting).toBe(4);
    closed.close();
    expect(closed.waiting).toBe(0);
    const { items } = collect(deals);
    await settle();
    const gaps = items.filter(({ kind }) => kind === "gap");
    expect(gaps).toMatchObject([{ reason: "overflow", dropped: 2, missing: "something" }]);
    expect(items.flatMap((item) => (item.kind === "deal" ? [item.deal.tradedAtMs] : []))).toEqual([3, 4]);
    expect(engine.statistics().streams.deals).toMatchObject({ dropped: 2, delivered: 2 });
  });

  test("end with their signal, with their loop, and with the engine", async () => {
    const abort = new AbortController();
    const aborted = collect(engine.deals(pair, { signal: abort.signal }));
    const left = (async () => {
      for await (const _ of engine.klines(pair, "1min")) {
        break;
      }
    })();
    const ticker = collect(engine.ticker(pair));
    const open = collect(engine.deals(pair));
    await settle();
    await left;
    abort.abort(new Error("enough"));
    await expect(aborted.done).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(engine.statistics().streams).toMatchObject({ deals: { open: 1 }, klines: { open: 0 }, ticker: { open: 1 } });
    await engine.close();
    await Promise.all([ticker.done, open.done]);
    expect(engine.statistics().streams).toMatchObject({ deals: { open: 0 }, ticker: { open: 0 } });
    expect(() => engine.deals(pair)).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("that are opened and closed a thousand times leave nothing", async () => {
    for (let round = 0; round < 1_000; round++) {
      const streams = [
        engine.deals(pair),
        engine.klines(pair, "1min"),
        engine.tagPriceKlines(pair),
        engine.ticker(pair),
        engine.book(pair, { every: true }),
      ];
      const book = engine.book(pair);
      if (round % 100 === 0) {
        await settle();
        network.last.open();
        await settle();
      }
      for (const stream of [...streams, book]) {
        stream.close();
      }
    }
    await settle();
    const { streams, books } = engine.statistics();
    expect(Object.values(streams).map(({ open, waiting }) => open + waiting)).toEqual([0, 0, 0, 0, 0]);
    expect(Object.values(books).reduce((sum, count) => sum + count)).toBe(0);
    expect(network.alive).toEqual([]);
    await engine.close();
    expect(clock.pending()).toBe(0);
  });
});

describe("requests", () => {
  beforeEach(() => start());

  test.each([
    ["pair", () => engine.deals("btc"), "value-invalid"],
    ["period", () => engine.klines(pair, "3min"), "value-invalid"],
    ["history", () => engine.klines(pair, "1min", { history: 1_000 }), "option-invalid"],
    ["limit", () => engine.klines(pair, "1min", { history: 10, limit: 10 }), "option-invalid"],
    ["limit of deals", () => engine.deals(pair, { limit: 0 }), "option-invalid"],
    ["signal", () => engine.ticker(pair, { signal: AbortSignal.abort() }), "aborted"],
  ])("are refused for their %s, and leave nothing", async (_, request, code) => {
    expect(request).toThrow(expect.objectContaining({ code }));
    await settle();
    expect(network.sockets).toEqual([]);
  });
});

describe("protocol B", () => {
  beforeEach(() => start({ protocol: "channel" }));

  test("has trades and candles, but no ticker", async () => {
    const deals = collect(engine.deals(pair));
    await settle();
    network.last.open();
    await settle();
    const channel = `svc_sub_spot_${pair}_deals`;
    expect(JSON.parse(network.last.sent.at(-1) ?? "")).toMatchObject({ event: "addChannel", channel });
    const payload = [{ pair, price: "5", amount: "1", time: 7, side: 2, id: "9" }];
    network.last.bytes(new TextEncoder().encode(encodeChannelData({ channel, dataKind: "full", payload })));
    await settle();
    expect(deals.items.at(-1)).toMatchObject({ kind: "deal", deal: { side: "sell", dealId: "9" } });
    expect(() => engine.ticker(pair)).toThrow(expect.objectContaining({ code: "option-invalid" }));
  });
});

test("candles of the tag price are never asked for: no document has a query for them", async () => {
  let asked = 0;
  const klineSource = () => {
    asked++;
    return Promise.resolve([]);
  };
  start({}, { klineSource });
  const { items } = collect(engine.tagPriceKlines(pair));
  await settle();
  network.last.open();
  say(`${pair}TAGPRICE_kline_1min`, 0, [klineRow(0)]);
  await settle();
  // Two minutes are missing between these.
  say(`${pair}TAGPRICE_kline_1min`, 1, [klineRow(3), klineRow(4)]);
  await settle();
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
  start({}, { klineSource: () => Promise.resolve(answered as never) });
  const { items } = collect(engine.klines(pair, "1min", { history: 2 }));
  await settle();
  network.last.open();
  say(`${pair}_kline_1min`, 0, [klineRow(2)]);
  await settle();
  say(`${pair}_kline_1min`, 1, [klineRow(2), klineRow(3)]);
  await settle();
  const told = items.flatMap((item) => (item.kind === "kline" ? [`${item.origin} ${item.kline.closePrice}`] : []));
  expect(told).toEqual(["history 0", "history 1", "history 5", "push 5"]);
});
