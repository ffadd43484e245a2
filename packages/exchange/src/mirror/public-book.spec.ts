import { describe, expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import { ask, bid, fillsOf, MirroredMarket } from "./mirrored-market.spec-kit.js";

const { pair } = linearMarket;

describe("the public's book", () => {
  it("is as told: what a whole message does not name is gone, what a change does not name stays", () => {
    const market = new MirroredMarket();
    market.whole([bid, [399_990, 7]], [ask, [400_020, 8]]);
    market.change(
      [[399_990, 0]],
      [
        [400_030, 9],
        [ask[0], 6000],
      ],
    );
    const shown = () => [399_990, bid[0]].map((price) => market.shown("buy", price));
    const asked = () => [ask[0], 400_020, 400_030].map((price) => market.shown("sell", price));
    expect([shown(), asked()]).toEqual([
      [0, 5000],
      [6000, 8, 9],
    ]);
    market.whole([[399_990, 3]], [ask]);
    expect([shown(), asked()]).toEqual([
      [3, 0],
      [5000, 0, 0],
    ]);
    expect(Array.from(market.exchange.state.openOrders.values(), ({ side }) => side).toSorted()).toEqual([
      "open-long",
      "open-short",
    ]);
    market.whole([], []);
    expect([shown(), asked()]).toEqual([
      [0, 0],
      [0, 0, 0],
    ]);
    expect(market.exchange.state.openOrders.size).toBe(0);
  });

  it("is made of whole units, and levels that cannot be are left out", () => {
    const market = new MirroredMarket(undefined, { ...linearMarket, contractUnit: 10 });
    market.whole(
      [
        [bid[0], 29],
        [0, 10],
        [-5, 10],
      ],
      [
        [ask[0], 10],
        [400_020, 9],
        [400_030, -20],
      ],
    );
    expect(market.exchange.state.openOrders.size).toBe(2);
    expect([market.shown("buy", bid[0]), market.shown("sell", ask[0])]).toEqual([20, 10]);
    market.change([[bid[0], -1]], []);
    expect(market.shown("buy", bid[0])).toBe(20);
    market.buys(20, 400_005);
    expect(market.publicSells(19, 400_005)).toBe(10);
  });

  it("needs no order that is there twice: more is added to the order that stands, the same changes nothing", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    market.whole([[bid[0], 6000]], [ask]);
    market.change([[bid[0], 7000]], []);
    const { nextOrderId } = market.exchange.state;
    market.change(
      [
        [bid[0], 7000],
        [399_990, 0],
      ],
      [ask],
    );
    expect([market.exchange.state.nextOrderId, market.exchange.state.openOrders.size]).toEqual([nextOrderId, 2]);
    expect(market.shown("buy", bid[0])).toBe(7000);
    expect([market.state.taken?.buy.size, market.state.taken?.sell.size]).toEqual([0, 0]);
  });

  it("is where the index stands: in the middle, without what users put between or took, and left alone where a side is empty", () => {
    const market = new MirroredMarket();
    const middle = (): number => market.state.index.micros / 1_000_000;
    market.whole([bid], [ask]);
    expect(middle()).toBe(400_005);
    market.buys(100, 400_008);
    market.whole([bid], [[ask[0] + 10, 5000]]);
    expect(middle()).toBe(400_010);
    market.whole([[bid[0] - 400, 5000]], []);
    market.whole([], [ask]);
    expect(middle()).toBe(400_010);
    market.whole([[400_001, 1], bid, [399_900, 10]], [[400_100, 5], ask]);
    expect(middle()).toBe(400_005.5);
    expect(market.state.contract?.mark.price).toBe(400_006);
    expect(market.buys(5000, ask[0])).toBe(5000);
    expect(market.sells(5001, bid[0])).toBe(5001);
    market.change([], []);
    expect(middle()).toBe(400_005.5);
  });

  it("moves what is behind the index with it", () => {
    const market = new MirroredMarket();
    market.whole([[410_000, 1]], [[410_010, 1]]);
    expect(market.state.contract?.mark.price).toBe(410_005);
    expect(market.events.map(({ kind }) => kind)).toContain("price-marked");
  });

  it("is not told of markets that nobody knows, nor where the venue makes its own", () => {
    const own = new Exchange({ seed: 1, markets: [linearMarket] });
    const depth = { kind: "mirror-depth", pair, scope: "whole", asks: [ask], bids: [bid] } as const;
    const trade = { kind: "mirror-trade", pair, price: 1, quantity: 1, takerDirection: "buy" } as const;
    expect([...own.apply(depth, 2), ...own.apply(trade, 2)]).toEqual([]);
    expect(own.state.openOrders.size).toBe(0);
    const market = new MirroredMarket();
    market.apply({ ...depth, pair: "4XXX_USDT" });
    market.apply({ ...trade, pair: "4XXX_USDT" });
    expect(market.events).toEqual([]);
  });
});

describe("the public that comes to a price", () => {
  it("fills users who wait there or at better prices first, at their prices, and is there with the rest", () => {
    const market = new MirroredMarket();
    market.whole([[399_900, 1]], [ask]);
    market.buys(100, 400_004);
    market.buys(200, 400_002);
    market.buys(50, 399_950);
    expect(market.whole([[399_900, 1]], [[400_002, 1000], ask])).toBe(300);
    expect(fillsOf(market.events)).toEqual([
      [400_004, 100],
      [400_002, 200],
    ]);
    expect(market.shown("sell", 400_002)).toBe(700);
    expect(market.whole([[399_900, 1]], [[400_002, 1000], ask])).toBe(0);
    expect(market.shown("sell", 400_002)).toBe(700);
    expect(market.whole([[399_900, 1]], [[400_002, 1100], ask])).toBe(0);
    expect(market.shown("sell", 400_002)).toBe(800);
  });

  it.each([
    ["sell", 399_995],
    ["sell", bid[0]],
    ["buy", 400_015],
    ["buy", ask[0]],
  ] as const)("to %s at %i has left what it crosses, and nothing else", (direction, price) => {
    const market = new MirroredMarket();
    market.whole([bid, [399_990, 7]], [ask, [400_020, 8]]);
    market.change(direction === "buy" ? [[price, 10]] : [], direction === "buy" ? [] : [[price, 10]]);
    const isBuy = direction === "buy";
    expect([bid[0], 399_990].map((one) => market.shown("buy", one))).toEqual([isBuy ? 5000 : 0, 7]);
    expect([ask[0], 400_020].map((one) => market.shown("sell", one))).toEqual([isBuy ? 0 : 5000, 8]);
    expect(market.shown(direction, price)).toBe(10);
    // Who has left has not met himself.
    expect(market.events.map(({ kind }) => kind)).toEqual(["price-marked"]);
  });

  it("with no more than users there want is not there at all", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    market.buys(300, 400_004);
    expect(market.change([], [[400_002, 300]])).toBe(300);
    expect(market.shown("sell", 400_002)).toBe(0);
    expect(market.exchange.state.openOrders.size).toBe(2);
    expect(market.state.taken?.sell.get(400_002)).toBe(300);
  });

  it("forgets what users took where it crosses: nobody is there any more", () => {
    const market = new MirroredMarket();
    market.whole([bid], [ask]);
    expect(market.buys(3000, ask[0])).toBe(3000);
    market.change([[ask[0], 10]], []);
    market.change([[ask[0], 0]], [ask]);
    expect(market.shown("sell", ask[0])).toBe(5000);
  });
});

describe("what leaves a price without a trade", () => {
  /** The user's order of 1000 has 5000 of the public before it, and 3000 behind it. */
  function between(queue?: "behind-all" | "proportional" | "front"): MirroredMarket {
    const market = new MirroredMarket(queue);
    market.whole([bid], [ask]);
    market.buys(1000, bid[0]);
    market.whole([[bid[0], 8000]], [ask]);
    return market;
  }

  it.each([
    [undefined, 4999, 4999],
    ["behind-all", 7999, 5000],
    ["behind-all", 5001, 5000],
    ["behind-all", 5000, 5000],
    ["behind-all", 4999, 4999],
    ["proportional", 4000, 2500],
    ["proportional", 7999, 5000],
    ["proportional", 7992, 4995],
    ["front", 4000, 0],
  ] as const)("by the rule %s, of 8000 %i are left: %i of them in front", (queue, left, front) => {
    const market = between(queue);
    market.whole([[bid[0], left]], [ask]);
    expect(market.shown("buy", bid[0])).toBe(left);
    if (front > 0) {
      expect(market.publicSells(front)).toBe(0);
    }
    expect(market.publicSells(1)).toBe(1);
  });
});
