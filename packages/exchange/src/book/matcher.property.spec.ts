import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../command/command.js";
import type { ExchangeEvent, Trade } from "../event/event.js";
import { Exchange } from "../exchange.js";
import { directionOf, type Market, type OrderSide } from "../market/market.js";

const market: Market = {
  pair: "4TST_USDT",
  family: "usdt-margined",
  coin: "TST",
  priceScale: 2,
  quantityScale: 3,
  contractUnit: 1,
  maxOrderQuantity: 1_000_000,
  initialPrice: 100,
  typicalQuantity: 1000,
};

/** The slow twin: one list of waiting orders, searched from end to end for every fill. */
interface Waiting {
  id: number;
  account: number;
  buys: boolean;
  price: number;
  remaining: number;
}

class SlowBook {
  waiting: Waiting[] = [];
  readonly fills: string[] = [];

  place(id: number, account: number, buys: boolean, limit: number | undefined, quantity: number): void {
    let remaining = quantity;
    while (remaining > 0) {
      const others = this.waiting.filter(
        (order) => order.buys !== buys && (limit === undefined || (buys ? order.price <= limit : order.price >= limit)),
      );
      const best = others.toSorted((a, b) => (buys ? a.price - b.price : b.price - a.price) || a.id - b.id)[0];
      if (best === undefined) {
        break;
      }
      if (best.account === account) {
        this.cancel(best.id);
        continue;
      }
      const filled = Math.min(remaining, best.remaining);
      this.fills.push(`${id} takes ${filled} of ${best.id} at ${best.price}`);
      remaining -= filled;
      best.remaining -= filled;
      if (best.remaining === 0) {
        this.cancel(best.id);
      }
    }
    if (remaining > 0 && limit !== undefined) {
      this.waiting.push({ id, account, buys, price: limit, remaining });
    }
  }

  cancel(id: number): void {
    this.waiting = this.waiting.filter((order) => order.id !== id);
  }

  levels(buys: boolean): [number, number][] {
    const levels = new Map<number, number>();
    for (const order of this.waiting.filter((one) => one.buys === buys)) {
      levels.set(order.price, (levels.get(order.price) ?? 0) + order.remaining);
    }
    return [...levels].sort(([a], [b]) => (buys ? b - a : a - b));
  }
}

const sides: readonly OrderSide[] = ["open-long", "open-short", "close-long", "close-short"];
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("limit" as const),
      account: fc.integer({ min: 900, max: 903 }),
      side: fc.constantFrom(...sides),
      price: fc.integer({ min: 95, max: 105 }),
      quantity: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("market" as const),
      account: fc.integer({ min: 900, max: 903 }),
      side: fc.constantFrom(...sides),
      quantity: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("cancel" as const), pick: fc.nat({ max: 100 }) }),
  },
);

function bookLevels(exchange: Exchange, buys: boolean): [number, number][] {
  const book = exchange.state.markets.get(market.pair)?.book;
  const side = buys ? book?.bids : book?.asks;
  return Array.from({ length: side?.size ?? 0 }, (_, rank) => {
    const level = side?.level(rank);
    return [level?.price ?? 0, level?.quantity ?? 0];
  });
}

function isTrade(event: ExchangeEvent): event is Trade {
  return event.kind === "trade";
}

describe("matching", () => {
  it("agrees fill by fill with a search for the best price and the oldest order", () => {
    const seen = { fills: 0, partialFills: 0, selfTrades: 0, cancels: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), (steps) => {
        const exchange = new Exchange({ seed: 1, markets: [market] });
        const slow = new SlowBook();
        const trades: Trade[] = [];
        let nextId = 1;
        for (const one of steps) {
          if (one.does === "cancel") {
            const order = slow.waiting[one.pick % Math.max(1, slow.waiting.length)];
            if (order === undefined) {
              continue;
            }
            const { account, id } = order;
            const [event] = exchange.apply({ kind: "cancel-order", account, orderId: id }, 1);
            expect(event).toMatchObject({ kind: "order-cancelled", orderId: id, remaining: order.remaining });
            seen.cancels++;
            slow.cancel(id);
            continue;
          }
          const { account, side, quantity } = one;
          const base = { kind: "place-order", account, pair: market.pair, side, quantity } as const;
          const command: Command =
            one.does === "limit" ? { ...base, type: "limit", price: one.price } : { ...base, type: "market" };
          const events = exchange.apply(command, 1);
          const done = events.filter(isTrade);
          trades.push(...done);
          seen.fills += done.length;
          seen.selfTrades += events.filter((e) => e.kind === "order-cancelled" && e.reason === "self-trade").length;
          const limit = one.does === "limit" ? one.price : undefined;
          slow.place(nextId++, account, directionOf(side) === "buy", limit, quantity);
          if (done.length > 0 && slow.waiting.some((order) => order.id === done.at(-1)?.makerOrderId)) {
            seen.partialFills++;
          }

          // Nothing is made or lost: what was placed has traded, waits, or was cancelled.
          const traded = done.reduce((sum, trade) => sum + trade.quantity, 0);
          const dropped = events.reduce(
            (sum, e) => sum + (e.kind === "order-cancelled" && e.reason === "no-counterpart" ? e.remaining : 0),
            0,
          );
          const resting = exchange.state.openOrders.get(nextId - 1)?.remaining ?? 0;
          expect(traded + dropped + resting).toBe(quantity);
        }
        const fills = trades.map((t) => `${t.takerOrderId} takes ${t.quantity} of ${t.makerOrderId} at ${t.price}`);
        expect(fills).toEqual(slow.fills);
        for (const buys of [true, false]) {
          expect(bookLevels(exchange, buys)).toEqual(slow.levels(buys));
        }
        const open = [...exchange.state.openOrders.values()];
        expect(open.map((order) => order.id).sort((a, b) => a - b)).toEqual(
          slow.waiting.map((o) => o.id).sort((a, b) => a - b),
        );
        expect(open.every((order) => order.remaining > 0)).toBe(true);
        const [bid, ask] = [slow.levels(true)[0]?.[0] ?? 0, slow.levels(false)[0]?.[0] ?? Number.POSITIVE_INFINITY];
        expect(bid).toBeLessThan(ask);
      }),
      { numRuns: 300 },
    );
    // A run that never traded would have proven nothing.
    expect(seen.fills).toBeGreaterThan(1000);
    expect(seen.partialFills).toBeGreaterThan(100);
    expect(seen.selfTrades).toBeGreaterThan(100);
    expect(seen.cancels).toBeGreaterThan(100);
  });
});

describe("the door", () => {
  const order = { kind: "place-order", account: 900, pair: market.pair, side: "open-long", type: "limit" } as const;

  it.each([
    ["invalid-quantity", { ...order, price: 100, quantity: 0 }],
    ["invalid-quantity", { ...order, price: 100, quantity: -5 }],
    ["quantity-too-large", { ...order, price: 100, quantity: 1_000_001 }],
    ["invalid-price", { ...order, price: 0, quantity: 1 }],
    ["unknown-pair", { ...order, pair: "4XXX_USDT", price: 100, quantity: 1 }],
  ])("refuses with %s and changes nothing", (reason, command) => {
    const exchange = new Exchange({ seed: 1, markets: [market] });
    expect(exchange.apply({ ...command, clientOrderId: "7" }, 1)).toEqual([
      { kind: "command-refused", command: "place-order", account: 900, reason, clientOrderId: "7" },
    ]);
    expect(exchange.state.openOrders.size).toBe(0);
  });

  it("does not let an account cancel another one's order", () => {
    const exchange = new Exchange({ seed: 1, markets: [market] });
    exchange.apply({ ...order, price: 100, quantity: 1 }, 1);
    expect(exchange.apply({ kind: "cancel-order", account: 901, orderId: 1 }, 1)).toEqual([
      { kind: "command-refused", command: "cancel-order", account: 901, reason: "unknown-order", orderId: 1 },
    ]);
    expect(exchange.state.openOrders.size).toBe(1);
  });

  it("refuses quantities between two contract units", () => {
    const exchange = new Exchange({ seed: 1, markets: [{ ...market, contractUnit: 10 }] });
    const [refused] = exchange.apply({ ...order, price: 100, quantity: 15 }, 1);
    expect(refused).toMatchObject({ kind: "command-refused", reason: "invalid-quantity" });
    const [placed] = exchange.apply({ ...order, price: 100, quantity: 20 }, 1);
    expect(placed).toMatchObject({ kind: "order-placed", quantity: 20 });
  });
});
