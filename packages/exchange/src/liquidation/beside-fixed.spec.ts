import { beforeEach, describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];
const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 40_000 };

/**
 * `a` is long 10 ETH at 4000 with a margin of its own of 4000, and long 0.5 BTC at 40,000 in cross mode, with some 930 behind it; an
 * order of each waits.
 */
describe("a user with positions in both modes", () => {
  let venue: VenueKit;

  beforeEach(() => {
    venue = new VenueKit([linearMarket, eth]);
    venue.fund(a, "5000");
    venue.fund(b, "900000");
    const { pair } = eth;
    venue.apply({ kind: "change-mode", account: a, pair, mode: "fixed", leverageLong: 10, leverageShort: 10 });
    venue.setMode(a, "cross", 100);
    venue.place(b, { side: "open-short", quantity: "10", price: "4000" }, eth);
    venue.place(a, { side: "open-long", quantity: "10", price: "4000" }, eth);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(a, { side: "open-long", quantity: "0.01", price: "33000" });
    venue.place(a, { side: "open-long", quantity: "0.1", price: "3300" }, eth);
  });

  const held = () => venue.positions(a).map(({ pair }) => pair);
  const cancelled = () =>
    venue.events.flatMap((event) => (event.kind === "order-cancelled" && event.account === a ? [event.pair] : []));

  it("loses the cross ones alone when they are not backed, though the other has lost more", () => {
    venue.setIndex("3700", eth);
    venue.setIndex("38340");
    expect([held(), cancelled()]).toEqual([[eth.pair, linearMarket.pair], []]);
    // 930 less 850 are less than 0.5 % of 19,150.
    venue.setIndex("38300");
    expect([held(), cancelled()]).toEqual([[eth.pair], [linearMarket.pair]]);
    expect(venue.assets(a)).toMatchObject({ fixedMargin: "4000" });
  });

  it("loses the fixed one alone when that is not backed, and the cross orders stay", () => {
    venue.setIndex("3600", eth);
    expect([held(), cancelled()]).toEqual([[linearMarket.pair], [eth.pair]]);
    expect(Number(venue.assets(a).crossFrozen)).toBeGreaterThan(0);
  });
});
