import { describe, expect, it } from "vitest";
import { Trader, type TraderPorts, type TradingLimits } from "../index.js";
import { type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const collar = { priceCollar: "0.02" };

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  /** How often the venue was asked for tag prices. */
  asked(): number;
}

function scene(limits: TradingLimits, ports: Partial<TraderPorts> = {}, state: "answers" | "down" = "answers"): Scene {
  const venue = keepingVenue(({ target }) =>
    state === "down" && target.includes("TagPrice") ? { refused: 3000 } : "answered",
  );
  const trader = new Trader({ limits }, { venue: venue.client, clock: venue.clock, ...ports });
  return { ...venue, trader, asked: () => venue.ends().filter((end) => end === "buTagPrice").length };
}

describe("a limit that needs a tag price that nobody follows", () => {
  it("asks the venue, once for the orders of two seconds", async () => {
    const { trader, settle, asked, clock } = scene(collar);
    await settle(trader.place(order));
    await settle(trader.place({ ...order, price: "61199" }));
    expect(asked()).toBe(1);
    const far = { code: "limit-exceeded", retryable: false, details: { limit: "priceCollar" } };
    await expect(settle(trader.place({ ...order, price: "61201" }))).rejects.toMatchObject(far);
    await clock.advanceAndSettle(2_001);
    await settle(trader.place(order));
    expect(asked()).toBe(2);
  });

  it("values orders at the market by it", async () => {
    const { trader, settle } = scene({ maxOrderValue: "119999" });
    const market = { ...order, type: "market" } as const;
    await expect(settle(trader.place(market))).rejects.toMatchObject({ details: { value: "120000" } });
    await settle(trader.place({ ...market, quantity: "1" }));
  });

  it("refuses where the venue does not tell, retryable, and names the option", async () => {
    const { trader, settle, ends } = scene(collar, {}, "down");
    const refused = { code: "limit-exceeded", retryable: true, message: expect.stringContaining("tagPrice") };
    await expect(settle(trader.place(order))).rejects.toMatchObject(refused);
    expect(ends()).not.toContain("open");
  });

  it("asks nobody where the caller tells, nor where no limit needs one", async () => {
    const followed = scene(collar, { tagPrice: () => "60000" });
    await followed.settle(followed.trader.place(order));
    const unneeded = scene({ maxOrderValue: "200000" });
    await unneeded.settle(unneeded.trader.place(order));
    expect([followed.asked(), unneeded.asked()]).toEqual([0, 0]);
  });
});

it("an order at the market is held to no collar, so no tag price is asked for it", async () => {
  const { trader, settle, asked } = scene(collar);
  await settle(trader.place({ ...order, type: "market" }));
  expect(asked()).toBe(0);
});

it("an order whose caller gives up while the tag price is asked for ends at once", async () => {
  const venue = keepingVenue(({ target }) =>
    target.includes("TagPrice") ? { until: new Promise(() => undefined) } : "answered",
  );
  const trader = new Trader({ limits: collar }, { venue: venue.client, clock: venue.clock });
  const controller = new AbortController();
  venue.clock.after(1_000, () => controller.abort());
  const placing = venue.settle(trader.place(order, { signal: controller.signal }), 2_000);
  await expect(placing).rejects.toMatchObject({ code: "aborted" });
  expect(venue.clock.monotonicMs()).toBeLessThan(1_200);
});
