import { describe, expect, it } from "vitest";
import { VenueKit, type WordedOrder } from "../spec-support/venue-kit.js";
import { viewAccount } from "./account-view.js";
import type { OrderView } from "./order.js";
import { entryId } from "./wire-ids.js";

const [a, b] = [1001, 1002];
const start = 1_700_000_000_000;

function funded(): VenueKit {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "10000");
  }
  return venue;
}

function placed(order: Partial<WordedOrder>): OrderView | undefined {
  const venue = funded();
  venue.place(a, { side: "open-long", quantity: "0.5", price: "38000", ...order });
  return viewAccount(venue.exchange.state, a).openOrders[0];
}

describe("an order as its owner sees it", () => {
  it("tells how far it has come, what it cost and what it holds back", () => {
    const venue = funded();
    venue.place(b, { side: "open-short", quantity: "0.1", price: "39000" });
    venue.place(b, { side: "open-short", quantity: "0.2", price: "39500" });
    venue.now += 5;
    venue.place(a, { side: "open-long", quantity: "0.5", price: "40000", clientOrderId: "x" });
    venue.now += 5;
    venue.place(b, { side: "open-short", quantity: "0.1", price: "40000" });
    const [order] = viewAccount(venue.exchange.state, a).openOrders;
    expect(order).toEqual({
      orderId: entryId("small", 3),
      clientOrderId: "x",
      pair: "4BTC_USDT",
      side: "open-long",
      type: "limit",
      price: "40000",
      quantity: "0.5",
      // (3900 + 7900 + 4000) / 0.4
      dealPrice: "39500",
      dealQuantity: "0.4",
      dealCount: 3,
      // 11800 as taker and 4000 as maker
      fee: "7.88",
      tokenFeeDeduction: "0",
      couponFeeDeduction: "0",
      // a fifth of 20000 * 0.10114
      frozen: "404.56",
      reason: 0,
      status: "partly-filled",
      createdAtMs: start + 5,
      updatedAtMs: start + 10,
      source: "api",
      attachedOrderType: "none",
    });
    expect(venue.events.findLast((event) => event.kind === "order-changed" && event.account === a)).toMatchObject({
      order,
    });
  });

  it("shows an average to ten decimals, the rest cut off", () => {
    const venue = funded();
    venue.place(b, { side: "open-short", quantity: "0.1", price: "39000" });
    venue.place(b, { side: "open-short", quantity: "0.2", price: "39500" });
    venue.place(a, { side: "open-long", quantity: "0.4", price: "40000" });
    const [order] = viewAccount(venue.exchange.state, a).openOrders;
    expect(order).toMatchObject({ dealPrice: "39333.3333333333", dealQuantity: "0.3" });
    expect(order).not.toHaveProperty("clientOrderId");
  });

  it("shows what comes with it, at the market or with prices", () => {
    const triggers = { takeProfitTriggerPrice: 420_000, stopLossTriggerPrice: 370_000 };
    const market = placed({ attachment: { type: "market", ...triggers } });
    expect(market).toMatchObject({
      attachedOrderType: "market",
      takeProfitTriggerPrice: "42000",
      stopLossTriggerPrice: "37000",
    });
    expect(market).not.toHaveProperty("takeProfitPrice");
    expect(market).not.toHaveProperty("stopLossPrice");
    const prices = { takeProfitPrice: 419_995, stopLossPrice: 369_995 };
    expect(placed({ attachment: { type: "limit", ...triggers, ...prices } })).toMatchObject({
      attachedOrderType: "limit",
      takeProfitTriggerPrice: "42000",
      stopLossTriggerPrice: "37000",
      takeProfitPrice: "41999.5",
      stopLossPrice: "36999.5",
    });
  });
});
