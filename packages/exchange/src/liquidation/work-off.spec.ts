import { beforeEach, describe, expect, it } from "vitest";
import { VenueKit } from "../spec-support/venue-kit.js";

const [a, b, c] = [1001, 1002, 1003];
/** The venue's own account. */
const engine = 5;

let venue: VenueKit;

beforeEach(() => {
  venue = new VenueKit();
  for (const account of [a, b, c]) {
    venue.fund(account, account === a ? "5000" : "50000");
  }
  venue.setMode(a, "fixed", 20);
});

const own = (kind: "order-placed" | "order-cancelled") =>
  venue.events.filter((event) => event.kind === kind && "account" in event && event.account === engine);
const held = () => venue.exchange.state.markets.get("4BTC_USDT")?.contract?.house.get(engine)?.quantity;
const totals = () => [...venue.exchange.state.ledger.totals().values()];

/** `a` is short 0.5 at 40,000: bankrupt at 42,000. */
function short(): void {
  venue.trade(a, "open-short", b, "open-long", "0.5", "40000");
}

describe("a short that was taken over", () => {
  it("is bought back in the book: what that costs less than bankruptcy is the insurance fund's", () => {
    short();
    venue.place(c, { side: "open-short", quantity: "0.5", price: "41900" });
    venue.setIndex("41850");
    expect(venue.positions(a)).toEqual([]);
    expect(own("order-placed")).toMatchObject([{ side: "close-short", quantity: 5000 }]);
    expect(own("order-cancelled")).toEqual([]);
    expect([held(), venue.balance("venue/insurance")]).toEqual([0, "50"]);
    expect(venue.positions(c)).toMatchObject([{ side: "short", quantity: "0.5", openPrice: "41900" }]);
    expect(totals().every((total) => total === 0n)).toBe(true);
  });

  it("costs the insurance fund what the book asks more, as far as it goes; the rest waits", () => {
    venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "60" });
    short();
    venue.place(c, { side: "open-short", quantity: "0.2", price: "42100" });
    venue.place(c, { side: "open-short", quantity: "0.3", price: "43000" });
    venue.setIndex("41850");
    // 0.2 × 100 are paid; at 43,000 the fund could not pay.
    expect([held(), venue.balance("venue/insurance")]).toEqual([-3000, "40"]);
    expect(own("order-cancelled")).toMatchObject([{ remaining: 3000, reason: "no-counterpart" }]);
    expect(totals().every((total) => total === 0n)).toBe(true);
  });

  it("places no order where nobody sells, or for more than the fund can pay", () => {
    short();
    venue.setIndex("41850");
    expect([held(), own("order-placed")]).toEqual([-5000, []]);
    venue.place(c, { side: "open-short", quantity: "0.5", price: "42000.1" });
    venue.setIndex("41850");
    expect([held(), own("order-placed")]).toEqual([-5000, []]);
    venue.place(c, { side: "open-short", quantity: "0.5", price: "42000" });
    venue.setIndex("41850");
    expect([held(), venue.balance("venue/insurance")]).toEqual([0, "0"]);
  });

  it("is closed against the longs, at the price at which it was taken over, when the fund could not pay", () => {
    short();
    venue.setIndex("42500");
    expect([held(), venue.positions(b)]).toEqual([0, []]);
    const change = venue.events.findLast((event) => event.kind === "position-logged" && event.account === b);
    expect(change).toMatchObject({ change: { type: "auto-deleverage", price: "42000", profit: "1000", fee: "0" } });
    expect(venue.balance("clearing/4BTC_USDT")).toBe("0");
  });
});

describe("those who are closed against the venue", () => {
  it("are no more than it takes, by rank: whoever comes after keeps his position and his orders", () => {
    venue.setMode(c, "cross", 50);
    venue.setMode(b, "cross", 10);
    venue.trade(a, "open-short", c, "open-long", "0.5", "40000");
    venue.fund(1004, "90000");
    venue.trade(1004, "open-short", b, "open-long", "0.5", "40000");
    venue.place(b, { side: "close-long", quantity: "0.1", price: "49000" });
    venue.place(c, { side: "close-long", quantity: "0.1", price: "49000" });
    const [first, last] = [venue.lastOrder(c), venue.lastOrder(b)];
    venue.setIndex("42500");
    expect(held()).toBe(0);
    const left = [b, c].filter((account) => venue.positions(account).length > 0);
    expect(left).toHaveLength(1);
    const [kept, gone] = left[0] === b ? [last, first] : [first, last];
    expect([kept.status, gone.status]).toEqual(["open", "cancelled"]);
    expect(totals().every((total) => total === 0n)).toBe(true);
  });
});

it.each([
  ["long", "open-long", "open-short", "37999.9", "38150"],
  ["short", "open-short", "open-long", "42000.1", "41850"],
] as const)(
  "a %s is not worked off for a tenth that the fund cannot pay, and is for one that it can",
  (_, own, other, price, mark) => {
    venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "0.03" });
    venue.trade(a, own, b, other, "0.5", "40000");
    venue.place(c, { side: own, quantity: "0.5", price });
    venue.setIndex(mark);
    // 0.5 of them are 0.05.
    expect([Math.abs(held() ?? 0), venue.balance("venue/insurance")]).toEqual([5000, "0.03"]);
    venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "0.02" });
    venue.setIndex(mark);
    expect([held(), venue.balance("venue/insurance")]).toEqual([0, "0"]);
  },
);
