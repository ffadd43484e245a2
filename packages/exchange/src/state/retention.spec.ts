import { expect, it } from "vitest";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { findOrdersByClientId } from "../view/account-view.js";
import { readEntryId } from "../view/wire-ids.js";
import { waitingOrders } from "./retention.js";

it("remembers as many finished orders however many wait", () => {
  const venue = new VenueKit([linearMarket], { cancelDelayMs: 0, keptRecords: 16 });
  venue.fund(1001, "5000");
  for (let i = 0; i < 60; i++) {
    venue.place(1001, { side: "open-long", quantity: "0.001", price: "39000" });
  }
  for (let i = 0; i < 10; i++) {
    venue.place(1001, { side: "open-long", quantity: "0.001", price: "38000" });
    venue.apply({ kind: "cancel-order", account: 1001, orderId: venue.lastOrder(1001).id });
  }
  const { state } = venue.exchange;
  expect([state.remembered.orders.size, waitingOrders(state).length]).toEqual([10, 60]);
});

it("finds orders by the ids that their owner gave them until it forgets them", () => {
  const venue = new VenueKit([linearMarket], { cancelDelayMs: 0, keptRecords: 16 });
  const { state } = venue.exchange;
  venue.fund(1001, "5000");
  venue.fund(1002, "5000");
  const place = (account: number, clientOrderId: string): number => {
    venue.place(account, { side: "open-long", quantity: "0.001", price: "39000", clientOrderId });
    return venue.lastOrder(account).id;
  };
  const [first, second] = [place(1001, "7"), place(1001, "7")];
  place(1002, "7");
  const found = (): readonly number[] =>
    findOrdersByClientId(state, 1001, "7").map(({ orderId }) => readEntryId(state.ids, orderId) ?? 0);
  expect(found()).toEqual([second, first]);
  venue.apply({ kind: "cancel-order", account: 1001, orderId: second });
  expect(found()).toEqual([second, first]);
  for (let i = 0; i < 30; i++) {
    venue.apply({ kind: "cancel-order", account: 1001, orderId: place(1001, String(100 + i)) });
  }
  expect(found()).toEqual([first]);
  expect(state.users.get(1001)?.clientIds.size).toBe(1);
});

it("forgets the oldest finished orders and never one that waits", () => {
  const venue = new VenueKit([linearMarket], { cancelDelayMs: 0, keptRecords: 20 });
  venue.fund(1001, "5000");
  venue.place(1001, { side: "open-long", quantity: "0.001", price: "39000" });
  const waiting = venue.lastOrder(1001).id;
  for (let i = 0; i < 50; i++) {
    venue.place(1001, { side: "open-long", quantity: "0.001", price: "38000" });
    venue.apply({ kind: "cancel-order", account: 1001, orderId: venue.lastOrder(1001).id });
  }
  const { state } = venue.exchange;
  const { remembered } = state;
  expect(remembered.orders.size).toBeLessThanOrEqual(22);
  expect(remembered.orders.size).toBeGreaterThanOrEqual(20);
  expect(waitingOrders(state).map(({ id, status }) => [id, status])).toEqual([[waiting, "open"]]);
  const cancel = { kind: "cancel-order", account: 1001 } as const;
  expect(refusalOf(venue.apply({ ...cancel, orderId: waiting + 1 }))).toBe("unknown-order");
  expect(refusalOf(venue.apply({ ...cancel, orderId: waiting + 50 }))).toBe("order-finished");
});
