import { contractMarket, Exchange, everyOrder } from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import { checkLaws } from "../../../exchange/src/spec-support/exchange-laws.js";
import { refusalOf } from "../../../exchange/src/spec-support/venue-kit.js";
import { createInMemoryExchange, type InMemoryExchange } from "../in-memory.js";

const account = 1001;
const pair = "5BTC_USD";

function exchangeOf(seed: number): Exchange {
  const exchange = new Exchange({ seed, markets: [contractMarket(pair)].flatMap((market) => market ?? []) });
  exchange.apply({ kind: "tick" }, 1000);
  exchange.apply({ kind: "credit", account, coin: "BTC", amount: "1", purse: "contract" }, 1000);
  return exchange;
}

function statuses(exchange: Exchange): string[] {
  return everyOrder(exchange.state).map(({ side, type, status }) => `${side} ${type} ${status}`);
}

describe("a resident strategy", () => {
  it("has a history from its first moment on: opened, quoted and withdrawn, closed in two parts", () => {
    const exchange = exchangeOf(4);
    const events = exchange.apply({ kind: "start-strategy", account, pair }, 1000);
    exchange.apply({ kind: "pass-time" }, 1005);
    expect(statuses(exchange)).toEqual([
      "open-long market filled",
      "open-long limit cancelled",
      "close-long market filled",
      "open-long market filled",
      "close-long market filled",
    ]);
    const kinds = events.flatMap((event) => (event.kind === "position-logged" ? [event.change.type] : []));
    expect(new Set(kinds)).toEqual(new Set(["open", "close"]));
    const fills = events.filter((event) => event.kind === "filled");
    expect(fills.length).toBeGreaterThanOrEqual(4);
    const holding = exchange.state.users.get(account)?.holdings.get(pair);
    expect([holding?.long.quantity, holding?.orders.size]).toEqual([0, 0]);
    checkLaws(exchange.state);
  });

  it("goes on, about once a minute, on both sides, and never with more than it opened", () => {
    const exchange = exchangeOf(4);
    exchange.apply({ kind: "start-strategy", account, pair }, 1000);
    for (let second = 2; second <= 1800; second++) {
      exchange.apply({ kind: "tick" }, second * 1000);
      if (second % 100 === 0) {
        checkLaws(exchange.state);
      }
    }
    const sides = new Set(everyOrder(exchange.state).map(({ side }) => side));
    expect(sides).toEqual(new Set(["open-long", "close-long", "open-short", "close-short"]));
    const turns = exchange.state.residents[0]?.turn ?? 0;
    expect(turns).toBeGreaterThan(6 + 20);
    expect(turns).toBeLessThan(6 + 42);
  });

  it("leaves the user's own position alone", () => {
    const exchange = exchangeOf(4);
    const order = { kind: "place-order", account, pair, side: "open-long", type: "market", quantity: 5000 } as const;
    exchange.apply(order, 1000);
    exchange.apply({ kind: "start-strategy", account, pair }, 1000);
    expect(exchange.state.users.get(account)?.holdings.get(pair)?.long.quantity).toBe(5000);
  });

  it("is for coin-margined contracts alone, and for each account once", () => {
    const exchange: InMemoryExchange = createInMemoryExchange({ pairs: ["4BTC_USDT", pair] });
    expect(refusalOf(exchange.apply({ kind: "start-strategy", account, pair: "4BTC_USDT" }))).toBe("unknown-pair");
    expect(refusalOf(exchange.apply({ kind: "start-strategy", account, pair: "5NONE_USD" }))).toBe("unknown-pair");
    exchange.apply({ kind: "credit", account, coin: "BTC", amount: "1", purse: "contract" });
    expect(exchange.apply({ kind: "start-strategy", account, pair }).length).toBeGreaterThan(10);
    expect(exchange.apply({ kind: "start-strategy", account, pair })).toEqual([]);
  });

  it("does nothing that its user has no money for", () => {
    const exchange = exchangeOf(4);
    exchange.apply({ kind: "credit", account, coin: "BTC", amount: "-0.9999999", purse: "contract" }, 1000);
    expect(refusalOf(exchange.apply({ kind: "start-strategy", account, pair }, 1000))).toBe("insufficient-balance");
    expect(everyOrder(exchange.state)).toEqual([]);
  });

  it("is the same for the same seed", () => {
    const run = (): string => {
      const exchange = exchangeOf(9);
      const events = [...exchange.apply({ kind: "start-strategy", account, pair }, 1000)];
      for (let i = 1; i < 1200; i++) {
        events.push(...exchange.apply({ kind: "tick" }, 1000 + i * 100));
      }
      return JSON.stringify(events);
    };
    expect(run()).toBe(run());
  });
});
