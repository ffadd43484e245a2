import { expect, it } from "vitest";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";

it("forgets the oldest finished orders and never one that waits", () => {
  const venue = new VenueKit([linearMarket], { cancelDelayMs: 0, keptRecords: 20 });
  venue.fund(1001, "5000");
  venue.place(1001, { side: "open-long", quantity: "0.001", price: "39000" });
  const waiting = venue.lastOrder(1001).id;
  for (let i = 0; i < 50; i++) {
    venue.place(1001, { side: "open-long", quantity: "0.001", price: "38000" });
    venue.apply({ kind: "cancel-order", account: 1001, orderId: venue.lastOrder(1001).id });
  }
  const { orders } = venue.exchange.state;
  expect(orders.size).toBeLessThanOrEqual(22);
  expect(orders.size).toBeGreaterThanOrEqual(20);
  expect(orders.get(waiting)?.status).toBe("open");
  const cancel = { kind: "cancel-order", account: 1001 } as const;
  expect(refusalOf(venue.apply({ ...cancel, orderId: waiting + 1 }))).toBe("unknown-order");
  expect(refusalOf(venue.apply({ ...cancel, orderId: waiting + 50 }))).toBe("order-finished");
});
