import { expect, it } from "vitest";
import { type OrderState, Trader, type TraderEvent } from "../index.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

it.each(["before", "behind"] as const)(
  "an order that the venue names twice stays the one of its answer, however much the other traded: listed %s it",
  async (place) => {
    const told: TraderEvent[] = [];
    const venue = keepingVenue();
    const listener = (event: TraderEvent): void => void told.push(event);
    const trader = new Trader({ listener }, { venue: venue.client, clock: venue.clock });
    const traded = { coi: "7", s: 3, eq: "2" };
    const early = place === "before" ? venue.foreign(traded) : undefined;
    const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
    const other = early ?? venue.foreign(traded);
    const { orderId } = handle;
    const news = {
      ...order,
      orderId: other.oi,
      clientOrderId: "7",
      dealPrice: "1",
      dealQuantity: "2",
      status: "filled",
    };
    trader.heard(news as unknown as OrderState);
    await venue.clock.advanceAndSettle(1_000);
    await venue.clock.advanceAndSettle(1_000);
    expect(venue.ends()).toContain("listBatchByClientOid");
    expect(handle.orderId).toBe(orderId);
    expect(told.map(({ kind }) => kind)).not.toContain("answer-contradicted");
  },
);
