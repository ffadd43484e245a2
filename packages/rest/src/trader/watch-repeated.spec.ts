import { expect, it } from "vitest";
import { Trader } from "../index.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

it.each([-60_000, 60_000])(
  "an order whose answer named another one is found where the venue's clock is %i ms ahead: it was sent by the venue's time",
  async (aheadMs) => {
    const venue = keepingVenue(({ target, body }) => {
      const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
      return target.endsWith("order/open") ? { answer, isCarriedOut: true } : "answered";
    });
    venue.venueTime.aheadMs = aheadMs;
    await venue.settle(venue.client.measureVenueTime());
    const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
    // One with the same id that is a minute older is another order.
    const older = venue.foreign({ coi: "7", t: venue.clock.epochMs() + aheadMs - 60_000 });
    const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
    const [kept] = [...venue.orders.values()].filter(({ oi }) => oi !== older.oi);
    expect(kept).toBeDefined();
    if (kept !== undefined) {
      venue.orders.set(kept.oi, { ...kept, t: kept.t + aheadMs });
    }
    await venue.clock.advanceAndSettle(6_000);
    await venue.clock.advanceAndSettle(1_000);
    expect(handle.orderId).toBe(kept?.oi);
  },
);
