import type { Contract, Position, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { checkOrder, type MarketFacts } from "../internal.js";

const contract = {
  pair: "4BTC_USDT",
  minLeverage: "1",
  maxLeverage: "100",
  contractValue: "0.0001000000",
  makerFeeRate: "0.0002",
  takerFeeRate: "0.00055",
  maxOrderQuantity: "100.0000000000",
  maxOpenOrders: 3,
  maxPositionQuantity: "100",
} as Contract;
const long = { side: "long", quantity: "1", closableQuantity: "0.4" } as Position;
const facts: MarketFacts = {
  pair: "4BTC_USDT",
  contract,
  priceScale: 1,
  latestPrice: "60000",
  positions: [long],
  openOrders: [],
};
const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000.1" } as const;
const attached = (prices: Partial<usdt.PlaceOrderInput>): Partial<usdt.PlaceOrderInput> => ({
  attachedOrderType: "market",
  takeProfitTriggerPrice: "61000",
  stopLossTriggerPrice: "59000",
  ...prices,
});
const waiting = { side: "open-long", quantity: "98.9", dealQuantity: "0.1" } as never;

describe("checkOrder", () => {
  it("lets through what fits", () => {
    expect(() => checkOrder(order, facts)).not.toThrow();
    expect(() => checkOrder({ ...order, quantity: "0.0001", price: "10000" }, facts)).not.toThrow();
    expect(() => checkOrder({ ...order, quantity: "99" }, facts)).not.toThrow();
    expect(() => checkOrder({ ...order, side: "close-long", quantity: "0.4" }, facts)).not.toThrow();
    expect(() => checkOrder({ ...order, quantity: "0.2" }, { ...facts, openOrders: [waiting] })).not.toThrow();
  });

  it("lets through orders at the market whose profit and loss lie on their own sides of the latest price", () => {
    const market = { ...order, type: "market", attachedOrderType: "market" } as const;
    const [above, below] = ["60000.1", "59999.9"];
    const long = { ...market, takeProfitTriggerPrice: above, stopLossTriggerPrice: below };
    const short = {
      ...market,
      side: "open-short",
      takeProfitTriggerPrice: below,
      stopLossTriggerPrice: above,
    } as const;
    expect(() => checkOrder(long, facts)).not.toThrow();
    expect(() => checkOrder(short, facts)).not.toThrow();
  });

  it.each([
    ["a quantity below the smallest", { quantity: "0.00005" }, {}, "quantity", "0.0001"],
    ["a quantity off the unit", { quantity: "0.00015" }, {}, "quantity", "0.0001000000"],
    ["a quantity above the largest order", { quantity: "100.0001" }, {}, "quantity", "100.0000000000"],
    ["a price finer than the pair's", { price: "60000.12" }, {}, "price", "1 decimals"],
    [
      "a take-profit trigger finer than the pair's prices",
      attached({ takeProfitTriggerPrice: "61000.12" }),
      {},
      "takeProfitTriggerPrice",
      "1 decimals",
    ],
    [
      "a stop-loss trigger finer than the pair's prices",
      attached({ stopLossTriggerPrice: "59000.12" }),
      {},
      "stopLossTriggerPrice",
      "1 decimals",
    ],
    ["a price of 0", { price: "0" }, {}, "price", "0"],
    ["a value below the least", { quantity: "0.0001", price: "9999.9" }, {}, "quantity", "1"],
    ["one order too many", {}, { openOrders: [waiting, waiting, waiting] }, "pair", "3"],
    ["a position that would be too large", { quantity: "0.3" }, { openOrders: [waiting] }, "quantity", "100"],
    ["more than can be closed", { side: "close-long", quantity: "0.5" }, {}, "quantity", "0.4"],
    ["closing what is not there", { side: "close-short" }, {}, "quantity", "0"],
    [
      "a take-profit on the wrong side of the latest price",
      { type: "market", attachedOrderType: "market", takeProfitTriggerPrice: "60000", stopLossTriggerPrice: "1" },
      {},
      "takeProfitTriggerPrice",
      "60000",
    ],
    [
      "a stop-loss on the wrong side of the latest price",
      {
        type: "market",
        side: "open-short",
        attachedOrderType: "market",
        takeProfitTriggerPrice: "1",
        stopLossTriggerPrice: "59999",
      },
      {},
      "stopLossTriggerPrice",
      "60000",
    ],
  ] as const)("refuses %s", (_, changes, factChanges, path, bound) => {
    const check = (): void => checkOrder({ ...order, ...changes }, { ...facts, ...factChanges });
    expect(check).toThrow(
      expect.objectContaining({ code: "market-rule", details: expect.objectContaining({ path, bound }) }),
    );
  });

  it("holds short orders against the short position", () => {
    const short = { side: "short", quantity: "99.5", closableQuantity: "0.7" } as Position;
    const both = { ...facts, positions: [long, short] };
    const check = (side: "open-short" | "close-short", quantity: string) => (): void =>
      checkOrder({ ...order, side, quantity }, both);
    const refused = (rule: string, bound: string): unknown =>
      expect.objectContaining({ details: expect.objectContaining({ path: "quantity", rule, bound }) });
    expect(check("close-short", "0.7")).not.toThrow();
    expect(check("close-short", "0.8")).toThrow(refused("at most what the position has left to close", "0.7"));
    expect(check("open-short", "0.5")).not.toThrow();
    expect(check("open-short", "0.6")).toThrow(refused("within the largest position", "100"));
  });

  it("says on which side of the latest price a trigger has to lie", () => {
    const market = { ...order, ...attached({ takeProfitTriggerPrice: "59999" }), type: "market" } as const;
    const details = { path: "takeProfitTriggerPrice", rule: "above the latest price", value: "59999", bound: "60000" };
    expect(() => checkOrder(market, facts)).toThrow(expect.objectContaining({ details }));
    const short = { ...market, side: "open-short" } as const;
    const below = { ...details, rule: "below the latest price", value: "61000" };
    expect(() => checkOrder({ ...short, takeProfitTriggerPrice: "61000" }, facts)).toThrow(
      expect.objectContaining({ details: below }),
    );
    const under = { path: "stopLossTriggerPrice", rule: "above the latest price", value: "59000", bound: "60000" };
    expect(() => checkOrder({ ...short, takeProfitTriggerPrice: "58000" }, facts)).toThrow(
      expect.objectContaining({ details: under }),
    );
  });

  it("holds the triggers of an order with a price against that alone: the market may be elsewhere when it fills", () => {
    const low = { ...order, ...attached({ takeProfitTriggerPrice: "56000", stopLossTriggerPrice: "54000" }) };
    expect(() => checkOrder({ ...low, price: "55000" }, facts)).not.toThrow();
  });

  it("keeps nobody from closing, or from trading at the market, because many orders wait", () => {
    const full = { ...facts, openOrders: [waiting, waiting, waiting] };
    const close = { ...order, side: "close-long", quantity: "0.4" } as const;
    expect(() => checkOrder(close, full)).not.toThrow();
    expect(() => checkOrder({ ...close, type: "market" }, full)).not.toThrow();
    const few = { side: "open-long", quantity: "0.1", dealQuantity: "0" } as never;
    expect(() => checkOrder({ ...order, type: "market" }, { ...facts, openOrders: [few, few, few] })).not.toThrow();
  });

  it("does not check what is not known", () => {
    const unknown: MarketFacts = { pair: "4BTC_USDT", contract, priceScale: 1 };
    expect(() => checkOrder({ ...order, type: "market", side: "close-short" }, unknown)).not.toThrow();
  });
});
