import { beforeEach, describe, expect, test } from "vitest";
import { ShardScene } from "../spec-kit/shard-scene.spec-kit.js";
import { channelWire, type SpecWire, specWires } from "../spec-kit/wire.spec-kit.js";
import type { ChannelItem } from "./channel/channel-item.js";

const deals = "4BTC_USDT_deals";
const klines = "4BTC_USDT_kline_1min";
const row = ["1639122420000", "47868.1", "47892.3", "47825.4", "47825.4", "10.86"];
const candle = { time: 1_639_122_420_000, open: "1", high: "3", low: "1", close: "2", vol: "5" };
const deal = { pair: "4BTC_USDT", price: "47741.3", amount: "0.5", time: 1_639_125_637_999, side: 2, id: 1 };

/** The bytes of one trade. */
function trade(wire: SpecWire, price = "47741.3"): Uint8Array {
  return wire.protocol === "prefix"
    ? wire.data(deals, 1, [price, "0.5", "2", "1639125637999", ""])
    : wire.data(deals, 1, [{ ...deal, price }]);
}

const kinds = (items: readonly ChannelItem[]): string[] =>
  items.map((item) =>
    item.kind === "status" ? item.status : item.kind === "gap" ? `gap:${item.reason}` : item.event.kind,
  );

describe.each(specWires.slice(0, 2))("a channel of %s", (_what, wire) => {
  let scene: ShardScene;

  beforeEach(() => {
    scene = new ShardScene(wire);
    scene.open(1, deals);
  });

  test("is subscribed to once, and tells how it stands and what it hears, in order", () => {
    expect(kinds(scene.items())).toEqual(["connecting"]);
    scene.socket.open();
    expect(scene.socket.channels).toEqual([`+${wire.channel(deals)}`]);
    scene.socket.bytes(trade(wire));
    scene.socket.bytes(trade(wire, "47741.4"));
    expect(kinds(scene.items())).toEqual(["connecting", "subscribed", "live", "deals", "deals"]);
    expect(scene.items().at(-1)).toMatchObject({
      receivedAtMs: scene.clock.epochMs(),
      event: { kind: "deals", pair: "4BTC_USDT", dataKind: "incremental", deals: [{ price: "47741.4", side: "sell" }] },
    });
    expect(scene.shard.statistics()).toMatchObject({ events: 2, eventsDropped: 0, rejected: {} });
  });

  test("of klines and of the tag price is told apart", () => {
    const payload = wire.protocol === "prefix" ? [row] : [candle];
    scene.open(2, klines);
    scene.open(3, "4BTC_USDTTAGPRICE_kline_1min");
    scene.socket.open();
    scene.socket.bytes(wire.data(klines, 0, payload));
    scene.socket.bytes(wire.data("4BTC_USDTTAGPRICE_kline_1min", 1, payload));
    expect(scene.items(2).at(-1)).toMatchObject({ event: { of: "trades", period: "1min", dataKind: "full" } });
    expect(scene.items(3).at(-1)).toMatchObject({ event: { of: "tag-price", dataKind: "incremental" } });
    expect(kinds(scene.items(1))).toEqual(["connecting", "subscribed"]);
  });

  test("has one batch under way, and no more than its limit behind it", () => {
    scene = new ShardScene(wire);
    scene.open(1, deals, { kind: "queue", limit: 3 });
    scene.socket.open();
    for (let index = 0; index < 50; index++) {
      scene.clock.advance(1);
      scene.socket.bytes(trade(wire));
    }
    expect(scene.batches()).toHaveLength(1);
    const items = scene.items();
    expect(kinds(items)).toEqual(["connecting", "live", "gap:overflow", "deals", "deals"]);
    expect(items[2]).toMatchObject({ dropped: 48, toMs: scene.clock.epochMs() - 2 });
    expect(scene.shard.statistics()).toMatchObject({ events: 50, eventsDropped: 48 });
  });

  test("is applied again exactly once after a break, which it tells before its first message", () => {
    scene.socket.open();
    scene.socket.bytes(trade(wire));
    const brokenAtMs = scene.clock.epochMs();
    scene.items();
    scene.socket.end();
    expect(kinds(scene.items()).at(-1)).toBe("disconnected");
    scene.clock.advance(10_000);
    scene.socket.open();
    expect(scene.socket.channels).toEqual([`+${wire.channel(deals)}`]);
    expect(kinds(scene.items()).at(-1)).toBe("subscribed");
    scene.clock.advance(500);
    scene.socket.bytes(trade(wire));
    const items = scene.items();
    expect(kinds(items).slice(-3)).toEqual(["gap:disconnected", "live", "deals"]);
    expect(items.at(-3)).toEqual({
      kind: "gap",
      fromMs: brokenAtMs,
      toMs: scene.clock.epochMs(),
      reason: "disconnected",
      dropped: 0,
      missing: "unknown",
    });
  });

  test("that breaks twice before it hears anything tells of one hole", () => {
    scene.socket.open();
    scene.socket.bytes(trade(wire));
    const brokenAtMs = scene.clock.epochMs();
    for (let round = 0; round < 2; round++) {
      scene.socket.end();
      scene.clock.advance(20_000);
      scene.socket.open();
    }
    scene.socket.bytes(trade(wire));
    const gaps = scene.items().filter(({ kind }) => kind === "gap");
    expect(gaps).toMatchObject([{ fromMs: brokenAtMs, toMs: scene.clock.epochMs() }]);
  });

  test("that breaks before it hears anything misses what came since it was subscribed to; before that it misses nothing", () => {
    scene.breakOff();
    scene.socket.open();
    const subscribedAtMs = scene.clock.epochMs();
    scene.clock.advance(1_000);
    scene.breakOff();
    scene.socket.open();
    scene.socket.bytes(trade(wire));
    const gaps = scene.items().filter(({ kind }) => kind === "gap");
    expect(gaps).toMatchObject([{ fromMs: subscribedAtMs, toMs: scene.clock.epochMs() }]);
  });

  test("says what it could not read", () => {
    scene.socket.open();
    scene.socket.bytes(trade(wire));
    scene.socket.bytes(wire.data(deals, 1, ["47741.3", "nought"]));
    expect(scene.items().at(-1)).toMatchObject({ kind: "gap", reason: "rejected", dropped: 1 });
    expect(Object.values(scene.shard.statistics().rejected)).toEqual([1]);
    scene.socket.bytes(wire.damaged());
    expect(scene.items().at(-1)).toMatchObject({ kind: "gap", reason: "damaged-frame", dropped: 0 });
    scene.socket.bytes(trade(wire));
    expect(kinds(scene.items()).slice(-3)).toEqual(["gap:rejected", "gap:damaged-frame", "deals"]);
  });

  test("that the venue refuses says so with its code, and is asked for again from time to time", () => {
    scene.socket.open();
    scene.socket.bytes(
      wire.control({ channel: wire.channel(deals), error: { code: "3009", msg: "Illegal subscription channel" } }),
    );
    expect(scene.items().at(-1)).toEqual({ kind: "status", status: "refused", venueCode: 3009 });
    scene.passQuietly(29);
    expect(scene.socket.channels).toHaveLength(1);
    scene.passQuietly(32);
    expect(scene.socket.channels).toEqual([
      `+${wire.channel(deals)}`,
      `-${wire.channel(deals)}`,
      `+${wire.channel(deals)}`,
    ]);
    scene.socket.bytes(trade(wire));
    expect(kinds(scene.items()).slice(-2)).toEqual(["live", "deals"]);
    scene.passQuietly(120);
    expect(scene.socket.channels).toHaveLength(3);
  });

  test("is forgotten when it is closed, and its connection with it", () => {
    scene.socket.open();
    scene.open(2, klines);
    scene.tell({ kind: "close-channel", channel: 1 });
    expect(scene.socket.channels.at(-1)).toBe(`-${wire.channel(deals)}`);
    scene.socket.bytes(trade(wire));
    expect(scene.shard.statistics().rejected).toEqual({ "unknown-channel": 1 });
    scene.tell({ kind: "close-channel", channel: 2 });
    expect(scene.socket.closedWith).toBe(1000);
    expect(scene.clock.pending()).toBe(0);
  });

  test("shares the 20 places of a connection with books, and goes to the emptiest", () => {
    for (let index = 0; index < 19; index++) {
      scene.subscribe(index, `4C${index}_USDT`);
    }
    expect(scene.network.sockets).toHaveLength(1);
    scene.open(2, klines);
    scene.subscribe(30, "4NEW_USDT");
    expect(scene.network.sockets).toHaveLength(2);
    for (const socket of scene.network.sockets) {
      socket.open();
    }
    const loads = scene.network.sockets.map(({ channels }) => channels.length);
    expect(loads).toEqual([20, 2]);
  });
});

test("protocol B's messages of several channels are each heard, and one that is damaged harms no other", () => {
  const wire = channelWire();
  const scene = new ShardScene(wire);
  scene.open(1, deals);
  scene.open(2, klines);
  scene.socket.open();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).slice(1, -1);
  const both = `[${text(wire.data(klines, 0, "AAAA"))},${text(trade(wire))}]`;
  scene.socket.bytes(new TextEncoder().encode(both));
  expect(kinds(scene.items(1)).at(-1)).toBe("deals");
  expect(kinds(scene.items(2)).at(-1)).toBe("gap:rejected");
});

test("a ticker conflates: a reader that is slow gets the newest", () => {
  const [[, wire]] = specWires as [(typeof specWires)[number]];
  const scene = new ShardScene(wire);
  const ticker = (price: string): string[] => [
    "4BTC_USDT",
    price,
    "1",
    "7",
    "9",
    "1",
    "2",
    "1",
    "3",
    "1",
    "5",
    "-2.83%",
    "1639125637999",
    "7",
  ];
  scene.open(1, "4BTC_USDT_ticker", { kind: "conflate" });
  scene.socket.open();
  for (const price of ["1", "2", "3"]) {
    scene.socket.bytes(wire.data("4BTC_USDT_ticker", 1, ticker(price)));
  }
  const events = scene.items().filter(({ kind }) => kind === "event");
  expect(events).toMatchObject([{ event: { ticker: { lastPrice: "3" }, order: "usd-first" } }]);
});
