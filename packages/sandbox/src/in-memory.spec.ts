import type { ExchangeEvent } from "@depthwire/exchange";
import { describe, expect, it } from "vitest";
import { createInMemoryExchange, type InMemoryOptions } from "./in-memory.js";

function eventsOf(options: InMemoryOptions, ms: number, steps: number): ExchangeEvent[] {
  const exchange = createInMemoryExchange(options);
  const events: ExchangeEvent[] = [];
  exchange.listen((event) => events.push(event));
  for (let i = 0; i < steps; i++) {
    exchange.advance(ms / steps);
  }
  return events;
}

describe("an exchange in memory", () => {
  it("gives the same events however its time is cut into pieces", () => {
    const options = { pairs: 2, seed: 4 };
    const whole = eventsOf(options, 3000, 1);
    expect(whole.length).toBeGreaterThan(500);
    expect(JSON.stringify(eventsOf(options, 3000, 7))).toBe(JSON.stringify(whole));
  });

  it("publishes every pair every interval, in its own time", () => {
    const events = eventsOf({ pairs: 3, startMs: 5_000_000, depthIntervalMs: 50 }, 2000, 1);
    const times = events.flatMap((e) =>
      e.kind === "depth-published" && e.pair === "4ETH_USDT" ? [e.updatedAtMs] : [],
    );
    // Agents act every 100 ms: between two ticks there is nothing new to publish.
    expect(times.length).toBeGreaterThanOrEqual(19);
    expect(times.every((ms) => ms > 5_000_000 && ms <= 5_002_000)).toBe(true);
  });

  it("lets a user trade against the agents", () => {
    const exchange = createInMemoryExchange();
    const ask = exchange.exchange.published("4BTC_USDT")?.window.asks;
    const [price, quantity] = [ask?.prices[0] ?? 0, ask?.quantities[0] ?? 0];
    exchange.apply({ kind: "credit", account: 1000, coin: "USDT", amount: "1000000", purse: "contract" });
    const order = { kind: "place-order", account: 1000, pair: "4BTC_USDT", side: "open-long", type: "limit" } as const;
    const events = exchange.apply({ ...order, price, quantity, clientOrderId: "1" });
    expect(events[0]).toMatchObject({ kind: "order-placed", clientOrderId: "1", price, quantity });
    const trades = events.filter((event) => event.kind === "trade");
    expect(trades.every((trade) => trade.price === price && trade.takerAccount === 1000)).toBe(true);
    expect(trades.reduce((sum, trade) => sum + trade.quantity, 0)).toBe(quantity);
  });

  it("runs an hour of one market in seconds", () => {
    const exchange = createInMemoryExchange({ tickIntervalMs: 1000, depthIntervalMs: 1000 });
    exchange.advance(3_600_000);
    expect(exchange.exchange.published("4BTC_USDT")?.seq).toBeGreaterThan(3500);
    expect(exchange.now()).toBe(Date.UTC(2026, 0, 1) + 3_600_000);
  });
});
