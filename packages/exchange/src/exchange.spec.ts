import { describe, expect, it } from "vitest";
import { Exchange } from "./exchange.js";
import type { Market } from "./market/market.js";
import { contractMarket, contractPairs, marketOf, wholeVenue } from "./market/market-list.js";

function marketsOf(pairs: readonly string[]): Market[] {
  return pairs.flatMap((pair) => marketOf(pair) ?? []);
}

/** Runs a market for a while and writes down everything that happened in the pairs asked for. */
function history(seed: number, pairs: readonly string[], ticks: number, watched: readonly string[] = pairs): string {
  const exchange = new Exchange({ seed, markets: marketsOf(pairs) });
  const lines: string[] = [];
  let at = 1_700_000_000_000;
  for (let i = 0; i < ticks; i++) {
    at += 100;
    const ticked = exchange.apply({ kind: "tick" }, at);
    if (watched === pairs) {
      lines.push(JSON.stringify(ticked));
    }
    for (const pair of watched) {
      lines.push(JSON.stringify(exchange.apply({ kind: "publish-depth", pair }, at)));
    }
  }
  return lines.join("\n");
}

describe("an exchange", () => {
  const pairs = contractPairs(3);

  it("gives the same bytes for the same seed and other ones for another", () => {
    const first = history(7, pairs, 60);
    expect(history(7, pairs, 60)).toBe(first);
    expect(history(8, pairs, 60)).not.toBe(first);
  });

  it("lets a market go its own way whatever other markets there are", () => {
    const alone = history(7, ["4ETH_USDT"], 40, ["4ETH_USDT"]);
    expect(history(7, contractPairs(5), 40, ["4ETH_USDT"])).toBe(alone);
  });

  it.each([...wholeVenue(), ...contractPairs(22).slice(20)])(
    "%s opens with a deep book and changes in every tick",
    (pair) => {
      const exchange = new Exchange({ seed: 11, markets: marketsOf([pair]) });
      exchange.apply({ kind: "tick" }, 1000);
      exchange.apply({ kind: "publish-depth", pair }, 1000);
      const opening = exchange.published(pair)?.window;
      expect(opening?.asks.prices.length).toBeGreaterThanOrEqual(50);
      expect(opening?.bids.prices.length).toBeGreaterThanOrEqual(50);
      let trades = 0;
      let published = 0;
      for (let i = 1; i <= 300; i++) {
        trades += exchange.apply({ kind: "tick" }, 1000 + i * 100).filter((event) => event.kind === "trade").length;
        published += exchange.apply({ kind: "publish-depth", pair }, 1000 + i * 100).length;
        const window = exchange.published(pair)?.window;
        const [bid, ask] = [window?.bids.prices[0] ?? 0, window?.asks.prices[0] ?? 0];
        expect(bid).toBeGreaterThan(0);
        expect(bid).toBeLessThan(ask);
        expect((ask - bid) / bid).toBeLessThan(0.005);
      }
      expect(published).toBeGreaterThan(295);
      expect(trades).toBeGreaterThan(5);
    },
  );

  it("keeps every agent's account of what it bought and sold", () => {
    const exchange = new Exchange({ seed: 5, markets: marketsOf(["4BTC_USDT"]) });
    const bought = new Map<number, number>();
    for (let i = 0; i < 600; i++) {
      for (const event of exchange.apply({ kind: "tick" }, i * 100)) {
        if (event.kind !== "trade") {
          continue;
        }
        const signed = event.takerDirection === "buy" ? event.quantity : -event.quantity;
        bought.set(event.takerAccount, (bought.get(event.takerAccount) ?? 0) + signed);
        bought.set(event.makerAccount, (bought.get(event.makerAccount) ?? 0) - signed);
      }
    }
    const agents = exchange.state.markets.get("4BTC_USDT")?.agents;
    expect(bought.size).toBeGreaterThan(3);
    for (const maker of agents?.makers ?? []) {
      expect(maker.inventory).toBe(bought.get(maker.account) ?? 0);
    }
    expect(agents?.momentum.inventory).toBe(bought.get(2) ?? 0);
  });
});

describe("the markets of one coin", () => {
  const pairs = ["4BTC_USDT", "5BTC_USD", "BTC_USDT", "4ETH_USDT", "ETH_BTC", "ETH_DAI"];
  const exchange = new Exchange({ seed: 3, markets: marketsOf(pairs) });
  for (let i = 1; i <= 3000; i++) {
    exchange.apply({ kind: "tick" }, i * 1000);
  }
  const price = (pair: string): number => {
    const { market, index } = exchange.state.markets.get(pair) ?? fail();
    return index.micros / 1e6 / 10 ** market.priceScale;
  };
  const fail = (): never => {
    throw new RangeError("no such market");
  };

  it("have one index price, and pairs of two coins its ratio", () => {
    expect(price("4BTC_USDT")).not.toBeCloseTo(47741.6, 0);
    expect(price("5BTC_USD") / price("4BTC_USDT")).toBeCloseTo(1, 5);
    expect(price("BTC_USDT") / price("4BTC_USDT")).toBeCloseTo(1, 5);
    expect(price("ETH_DAI") / price("4ETH_USDT")).toBeCloseTo(1, 5);
    expect((price("ETH_BTC") * price("BTC_USDT")) / price("4ETH_USDT")).toBeCloseTo(1, 4);
  });

  it("trade, and the books of every coin stay balanced", () => {
    const { ledger, markets } = exchange.state;
    expect([...ledger.totals()].filter(([, total]) => total !== 0n)).toEqual([]);
    expect([...ledger.totals().keys()].sort()).toEqual(["BTC", "DAI", "ETH", "USDT"]);
    for (const { market, lastPrice } of markets.values()) {
      expect(lastPrice).not.toBe(market.initialPrice);
    }
  });
});

describe("the list of markets", () => {
  it("has spot markets beside the contracts, and no others of that kind", () => {
    expect(marketOf("BTC_USDT")).toMatchObject({ family: "spot", coin: "BTC", currency: "USDT", priceScale: 2 });
    expect(marketOf("BTC_XXX")).toBeUndefined();
    expect(wholeVenue()).toEqual(
      expect.arrayContaining([
        "4BTC_USDT",
        "5BTC_USD",
        "5ETH_USD",
        "BTC_USDT",
        "ETH_USDT",
        "BIX_USDT",
        "ETH_BTC",
        "ETH_DAI",
      ]),
    );
  });

  it("has real coins first and then as many synthetic ones as wanted", () => {
    const pairs = contractPairs(25);
    expect(pairs[0]).toBe("4BTC_USDT");
    expect(new Set(pairs).size).toBe(25);
    expect(pairs.slice(20)).toEqual(["4S1_USDT", "4S2_USDT", "4S3_USDT", "4S4_USDT", "4S5_USDT"]);
  });

  it("writes 47741.6 and quantities of 0.0001 as integers", () => {
    expect(contractMarket("4BTC_USDT")).toMatchObject({ priceScale: 1, quantityScale: 4, initialPrice: 477_416 });
  });

  it("counts inverse contracts in USD", () => {
    expect(contractMarket("5BTC_USD")).toMatchObject({ family: "coin-margined", quantityScale: 0, contractUnit: 1 });
  });

  it.each(["BTC_USDT", "4BTC_USD", "5BTC_USDT", "4btc_USDT", "4_USDT", "", "4BTC_USDT_depth"])(
    "has no contract %j",
    (pair) => {
      expect(contractMarket(pair)).toBeUndefined();
    },
  );
});
