import { expect, it } from "vitest";
import { scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

it("the venue's time is measured as often as it is asked for, by one measurement at a time", async () => {
  const { client, clock, venueTime, settle } = scriptedVenue(() => ({ state: 0, result: { p: 1, t: 0, o: [] } }), {
    clock: { roundTrips: 2 },
  });
  expect(client.venueTime()).toBeUndefined();
  await settle(Promise.all([client.measureVenueTime(), client.measureVenueTime()]));
  expect(client.throttleStatistics().publicCalls.granted).toBe(2);
  clock.advance(60_000);
  venueTime.aheadMs = 5_000;
  await settle(client.measureVenueTime());
  expect(client.throttleStatistics().publicCalls.granted).toBe(4);
  expect(client.venueTime()?.ageMs).toBeLessThan(1_000);
  expect(client.venueTime()?.offsetMs).toBeCloseTo(5_000, -1);
});

it("the venue's time is not measured for the first order where it is known already", async () => {
  const { client, settle } = scriptedVenue(() => ({ state: 0, order_id: "12", client_oid: "", status: 1 }));
  await settle(client.measureVenueTime());
  const { granted } = client.throttleStatistics().publicCalls;
  const order = { pair: "4BTC_USDT", quantity: "1", side: "open-long", type: "limit", price: "60000" } as const;
  await settle(client.usdt.placeOrder(order));
  expect(client.throttleStatistics().publicCalls.granted).toBe(granted);
});
