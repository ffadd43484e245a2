import { describe, expect, it } from "vitest";
import type { MirrorLevel } from "./mirror-command.js";
import { ask, bid, fillsOf, MirroredMarket, tradesOf, user } from "./mirrored-market.spec-kit.js";
import { publicAccounts } from "./taken.js";

const better: MirrorLevel = [400_005, 100];

describe("a trade of the public", () => {
  it("that no user has a part in is told and seen, and is nobody's", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    const { nextTradeId } = market.exchange.state;
    market.publicSells(300);
    expect(market.events).toEqual([
      {
        kind: "trade",
        tradeId: nextTradeId,
        pair: market.state.market.pair,
        price: bid[0],
        quantity: 300,
        takerDirection: "sell",
        takerOrderId: 0,
        takerAccount: publicAccounts.taker,
        makerOrderId: 0,
        makerAccount: publicAccounts.maker,
        tradedAtMs: 2,
      },
    ]);
    expect(market.state.lastPrice).toBe(bid[0]);
    expect(market.exchange.deals(market.state.market.pair, 5)).toHaveLength(1);
    expect(market.exchange.state.nextTradeId).toBe(nextTradeId + 1);
    expect(market.shown("buy", bid[0])).toBe(4700);
    expect(market.state.taken?.buy.size).toBe(0);
  });

  it.each([
    [399_000, 0],
    [0, 10],
    [bid[0], 0],
    [bid[0], -5],
  ])("at %i of %i is none", (price, quantity) => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    market.publicSells(quantity, price);
    expect(market.events).toEqual([]);
    expect(market.shown("buy", bid[0])).toBe(5000);
  });

  it("fills users at better prices first, the best before all, and then those at its own as they stand", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    for (const [price, quantity] of [
      [400_002, 100],
      [400_004, 70],
      [400_002, 30],
      [bid[0], 40],
    ] as const) {
      market.buys(quantity, price);
    }
    expect(market.publicSells(5210)).toBe(210);
    expect(fillsOf(market.events)).toEqual([
      [400_004, 70],
      [400_002, 100],
      [400_002, 30],
      [bid[0], 10],
    ]);
    expect(tradesOf(market.events).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5210);
  });

  it.each(["buy", "sell"] as const)("to %s fills the best of many users first, and none beyond its price", (taker) => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    const sells = taker === "sell";
    const prices = [400_001, 400_003, 400_002];
    for (const price of prices) {
      market[sells ? "buys" : "sells"](10, price);
    }
    expect(sells ? market.publicSells(15, 400_002) : market.publicBuys(15, 400_002)).toBe(15);
    expect(fillsOf(market.events)).toEqual(
      sells
        ? [
            [400_003, 10],
            [400_002, 5],
          ]
        : [
            [400_001, 10],
            [400_002, 5],
          ],
    );
    const events = tradesOf(market.events);
    expect(
      events.every(
        ({ takerAccount, takerDirection }) => takerAccount === publicAccounts.taker && takerDirection === taker,
      ),
    ).toBe(true);
    expect(events.every(({ makerAccount }) => makerAccount === user)).toBe(true);
  });

  it("that ends with a user's order touches nobody behind him", () => {
    const market = new MirroredMarket();
    market.whole([better, bid], [ask]);
    market.buys(10, 400_008);
    market.buys(10, 400_007);
    expect(market.publicSells(10, 400_007)).toBe(10);
    expect(tradesOf(market.events)).toMatchObject([{ price: 400_008, quantity: 10 }]);
    expect(market.publicSells(10, 400_006)).toBe(10);
    expect([market.state.tradedAt, market.state.tradedThrough]).toEqual([undefined, undefined]);
    market.buys(10, 400_009);
    market.change([[400_009, 500]], []);
    expect(market.publicSells(10, 400_009)).toBe(10);
    expect([market.state.tradedAt, market.shown("buy", 400_009)]).toEqual([undefined, 500]);
  });

  it("goes through the public at better prices, which nobody can take before the next message", () => {
    const market = new MirroredMarket();
    market.whole([better, bid], [ask]);
    market.publicSells(20);
    expect([market.shown("buy", better[0]), market.shown("buy", bid[0])]).toEqual([0, 4980]);
    expect(tradesOf(market.events)).toMatchObject([{ price: bid[0], quantity: 20 }]);
    expect(market.sells(500, better[0])).toBe(0);
    market.whole([better, bid], [[400_020, 5000]]);
    expect([market.shown("buy", better[0]), market.shown("buy", bid[0])]).toEqual([0, 5000]);
  });

  it("by the rule front meets users before the public, wherever they stand", () => {
    const market = new MirroredMarket("front");
    market.whole([bid], [ask]);
    market.buys(100, bid[0]);
    market.whole([[bid[0], 6000]], [ask]);
    expect(market.publicSells(150)).toBe(100);
    expect(market.shown("buy", bid[0])).toBe(5950);
    market.buys(100, 399_000);
    expect(market.publicSells(60, 399_000)).toBe(60);
  });

  it("does not reach users out of sight at its own price by any other rule, but through it they are reached", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    market.buys(100, 399_000);
    expect(market.publicSells(60, 399_000)).toBe(0);
    expect(market.publicSells(60, 398_999)).toBe(60);
  });

  it("meets users at its price where no book was ever told", () => {
    const market = new MirroredMarket();
    market.buys(100, bid[0]);
    expect(market.publicSells(60)).toBe(60);
    expect(market.publicSells(60)).toBe(40);
    expect(tradesOf(market.events).map(({ makerAccount, quantity }) => [makerAccount, quantity])).toEqual([
      [user, 40],
      [publicAccounts.maker, 20],
    ]);
  });

  it("is seen as far as what was taken or traded was told, also where nothing is left", () => {
    const market = new MirroredMarket();
    market.whole([bid, [399_990, 50]], [ask]);
    market.buys(100, 399_990);
    market.publicSells(50, 399_990);
    expect(market.publicSells(60, 399_990)).toBe(60);
  });

  it("that takes nothing of what users took leaves that where it was", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    expect(market.buys(1000, ask[0])).toBe(1000);
    expect(market.state.taken?.sell.get(ask[0])).toBe(1000);
    market.publicBuys(500);
    expect(market.state.taken?.sell.get(ask[0])).toBe(1000);
    market.change([], [[ask[0], 4500]]);
    expect(market.shown("sell", ask[0])).toBe(3500);
    market.change([], [[ask[0], 400]]);
    expect(market.shown("sell", ask[0])).toBe(0);
    market.change([], [[ask[0], 900]]);
    expect(market.shown("sell", ask[0])).toBe(500);
  });

  it("leaves users behind what the public shows next at a price that it went through, and before what it shows elsewhere", () => {
    const market = new MirroredMarket();
    const [alone, worst]: [number, MirrorLevel] = [399_995, [399_990, 50]];
    market.whole([better, bid, worst], [ask]);
    market.buys(1000, better[0]);
    market.buys(1000, alone);
    expect(market.publicSells(20)).toBe(20);
    market.whole([[better[0], 400], bid, [alone, 500], worst], [ask]);
    expect(market.publicSells(400, better[0])).toBe(0);
    expect(market.publicSells(980, better[0])).toBe(980);
    expect(market.publicSells(5, alone)).toBe(5);
  });
});
