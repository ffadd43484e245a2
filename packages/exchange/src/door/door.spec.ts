import { describe, expect, it } from "vitest";
import { type RefusalReason, refusalCodes } from "../command/refusal.js";
import type { Market } from "../market/market.js";
import { linearMarket, plainTerms, refusalOf, VenueKit, type WordedOrder } from "../spec-support/venue-kit.js";
import { waitingOrders } from "../state/retention.js";

const a = 1001;

/** A unit of 0.001, prices of one decimal, a band of 10 % around 40000. */
const market: Market = {
  ...linearMarket,
  contractUnit: 10,
  maxOrderQuantity: 100_000,
  terms: { ...plainTerms, maxPosition: 150_000, maxOpenOrders: 3, priceBand: 1_000_000_000 },
};
const fine: WordedOrder = { side: "open-long", quantity: "0.01", price: "40000" };

function funded(): VenueKit {
  const venue = new VenueKit([market]);
  venue.fund(a, "1000000");
  return venue;
}

describe("the door", () => {
  it.each<[code: string, change: Partial<WordedOrder>, reason: RefusalReason]>([
    ["2068", { quantity: "0" }, "quantity-below-all-minimums"],
    ["2068", { quantity: "-0.01" }, "quantity-below-all-minimums"],
    ["2085", { quantity: "0.0009" }, "quantity-below-minimum"],
    ["2034", { quantity: "0.0105" }, "invalid-quantity"],
    ["2131", { quantity: "10.001" }, "quantity-too-large"],
    ["2078", { price: "0" }, "invalid-price"],
    ["2078", { price: "-1" }, "invalid-price"],
    ["2065", { price: "44000.1" }, "price-too-high"],
    ["2066", { price: "35999.9", side: "open-short" }, "price-too-low"],
    ["2034", { side: "close-long" }, "not-closable"],
  ])("answers %s to %o", (code, change, reason) => {
    expect(refusalOf(funded().place(a, { ...fine, ...change }))).toBe(reason);
    expect(String(refusalCodes[reason])).toBe(code);
  });

  it("takes orders at the very edges", () => {
    const venue = funded();
    expect(refusalOf(venue.place(a, { ...fine, price: "44000" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "10", price: "30000" }))).toBeUndefined();
    expect(refusalOf(venue.place(1002, { ...fine, quantity: "0.001" }))).toBe("insufficient-balance");
  });

  it("refuses orders worth less than one USDT (2092)", () => {
    const cheap: Market = { ...market, contractUnit: 1, initialPrice: 50_000 };
    const venue = new VenueKit([cheap]);
    venue.fund(a, "100");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.0001", price: "5000" }))).toBe("value-below-minimum");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.0002", price: "5000" }))).toBeUndefined();
    expect(refusalCodes["value-below-minimum"]).toBe(2092);
  });

  it("counts waiting orders and the position they would make", () => {
    const venue = funded();
    expect(refusalOf(venue.place(a, { ...fine, quantity: "10" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { ...fine, quantity: "5.001" }))).toBe("position-too-large");
    for (let i = 0; i < 2; i++) {
      venue.place(a, fine);
    }
    expect(refusalOf(venue.place(a, fine))).toBe("too-many-open-orders");
    expect(refusalCodes["too-many-open-orders"]).toBe(2011);
  });

  it("lets whoever has as many waiting orders as may wait close, at a price too, and trade at the market", () => {
    const venue = funded();
    venue.fund(1002, "1000000");
    venue.trade(a, "open-long", 1002, "open-short", "0.1", "40000");
    for (let i = 0; i < 3; i++) {
      venue.place(a, { ...fine, price: "38000" });
    }
    venue.place(1002, { side: "close-short", quantity: "0.02", price: "39900" });
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.01" }))).toBeUndefined();
    expect(venue.lastOrder(a).status).toBe("filled");
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.01", price: "39900" }))).toBeUndefined();
    expect(venue.lastOrder(a).status).toBe("filled");
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.01", price: "41000" }))).toBeUndefined();
    expect(venue.lastOrder(a).status).toBe("open");
    venue.place(1002, { side: "open-short", quantity: "0.01", price: "40500" });
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.01" }))).toBeUndefined();
    expect(venue.lastOrder(a).status).toBe("filled");
    expect(refusalOf(venue.place(a, { ...fine, price: "38000" }))).toBe("too-many-open-orders");
  });

  it("obeys the operator: no orders of this account (2086), no market orders (2067)", () => {
    const venue = funded();
    venue.apply({ kind: "set-market", pair: "4BTC_USDT", limitOnly: true });
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.01" }))).toBe("market-orders-unsupported");
    expect(refusalOf(venue.place(a, fine))).toBeUndefined();
    venue.apply({ kind: "set-account", account: a, restricted: true });
    expect(refusalOf(venue.place(a, fine))).toBe("account-restricted");
    expect([refusalCodes["market-orders-unsupported"], refusalCodes["account-restricted"]]).toEqual([2067, 2086]);
  });

  it("knows its pairs", () => {
    const venue = funded();
    expect(refusalOf(venue.place(a, fine, { ...market, pair: "4XXX_USDT" }))).toBe("unknown-pair");
  });

  it("does not let a market order leave the price band", () => {
    const venue = funded();
    venue.fund(1002, "1000000");
    venue.place(1002, { side: "open-short", quantity: "0.01", price: "44000" });
    venue.place(1002, { side: "open-short", quantity: "0.01", price: "44100" });
    venue.place(a, { side: "open-long", quantity: "0.02" });
    expect(venue.lastOrder(a)).toMatchObject({ filled: 100, status: "partly-cancelled" });
    venue.place(a, { side: "open-long", quantity: "0.02" });
    expect(venue.lastOrder(a)).toMatchObject({ filled: 0, status: "cancelled" });
    expect(venue.assets(a).crossFrozen).toBe("0");
  });
});

describe("a closing order", () => {
  /** Long 0.5 at 40000 with 20×, bankrupt at 38000; others bid below that. */
  function nearBankruptcy(mode: "cross" | "fixed", funds: string): VenueKit {
    const venue = new VenueKit();
    venue.fund(a, funds);
    venue.fund(1002, "100000");
    venue.setMode(a, mode, 20);
    venue.trade(a, "open-long", 1002, "open-short", "0.5", "40000");
    venue.place(1002, { side: "close-short", quantity: "0.1", price: "38000" });
    venue.place(1002, { side: "close-short", quantity: "0.4", price: "37999.9" });
    return venue;
  }

  it("costs no more than the margin of a fixed position", () => {
    const venue = nearBankruptcy("fixed", "100000");
    const close = { side: "close-long", quantity: "0.5" } as const;
    expect(refusalOf(venue.place(a, { ...close, price: "37999.9" }))).toBe("price-too-low");
    venue.place(a, close);
    expect(venue.lastOrder(a)).toMatchObject({ filled: 1000, status: "partly-cancelled" });
    expect(venue.positions(a)).toMatchObject([{ quantity: "0.4", margin: "800" }]);
  });

  it("costs in cross mode what the account has", () => {
    const venue = nearBankruptcy("cross", "100000");
    venue.place(a, { side: "close-long", quantity: "0.5" });
    expect(venue.lastOrder(a)).toMatchObject({ filled: 5000, status: "filled" });
    expect(venue.balance("venue/insurance")).toBe("0");
  });
});

describe("transfers", () => {
  it("move between wallet and contract account what is there", () => {
    const venue = new VenueKit();
    const transfer = { kind: "transfer", account: a, coin: "USDT" } as const;
    venue.apply({ kind: "credit", account: a, coin: "USDT", amount: "100", purse: "wallet" });
    expect(refusalOf(venue.apply({ ...transfer, amount: "100.1", direction: "in" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...transfer, amount: "60", direction: "in" }))).toBeUndefined();
    expect(venue.assets(a).available).toBe("60");
    expect(refusalOf(venue.apply({ ...transfer, amount: "60.1", direction: "out" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...transfer, amount: "20", direction: "out" }))).toBeUndefined();
    expect([venue.assets(a).available, venue.balance(`user/${a}/wallet`)]).toEqual(["40", "60"]);
    for (const amount of ["0", "-1", "x", "0.00000000001"]) {
      expect(refusalOf(venue.apply({ ...transfer, amount, direction: "in" }))).toBe("wrong-parameter");
    }
  });

  it("leave what backs the losses of cross positions", () => {
    const venue = new VenueKit();
    for (const account of [a, 1002]) {
      venue.fund(account, "5000");
    }
    venue.trade(a, "open-long", 1002, "open-short", "0.5", "40000");
    venue.setIndex("39000");
    // 2988 are free, 500 of them stand against the loss.
    const out = { kind: "transfer", account: a, coin: "USDT", direction: "out" } as const;
    expect(refusalOf(venue.apply({ ...out, amount: "2488.1" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...out, amount: "2488" }))).toBeUndefined();
    // The other one's profit is not money yet.
    expect(refusalOf(venue.apply({ ...out, account: 1002, amount: "2996.1" }))).toBe("insufficient-balance");
  });
});

describe("leverage brackets", () => {
  const tiers = { ...plainTerms, riskBase: 10_000, riskStep: 10_000 };

  function opened(brackets: "on" | "off", leverage: number): VenueKit {
    const venue = new VenueKit([{ ...linearMarket, terms: { ...tiers, brackets } }]);
    for (const account of [a, 1002]) {
      venue.fund(account, "100000");
    }
    venue.setMode(a, "cross", leverage);
    return venue;
  }

  it("bound a position with the orders that wait for it (2034), and leave it as it is", () => {
    const venue = opened("on", 20);
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "5.0001", price: "40000" }))).toBe(
      "leverage-too-high",
    );
    venue.trade(a, "open-long", 1002, "open-short", "3", "40000");
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "2", price: "39000" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.0001", price: "39000" }))).toBe(
      "leverage-too-high",
    );
    expect(refusalOf(venue.place(a, { side: "open-short", quantity: "1", price: "41000" }))).toBeUndefined();
    for (const { id } of waitingOrders(venue.exchange.state)) {
      venue.apply({ kind: "cancel-order", account: a, orderId: id });
    }
    venue.pass(5);
    expect(refusalOf(venue.setMode(a, "cross", 34))).toBe("leverage-too-high");
    expect(refusalOf(venue.setMode(a, "cross", 33))).toBeUndefined();
    expect(refusalOf(venue.setMode(a, "cross", 10))).toBeUndefined();
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "3", price: "41000" }))).toBeUndefined();
    expect(refusalCodes["leverage-too-high"]).toBe(2034);
  });

  it("or not, what is opened is not lightened because free money was taken out", () => {
    const venue = opened("off", 100);
    venue.trade(a, "open-long", 1002, "open-short", "5", "40000");
    const out = { kind: "transfer", account: a, coin: "USDT", direction: "out" } as const;
    expect(refusalOf(venue.apply({ ...out, amount: venue.assets(a).available }))).toBe("insufficient-balance");
    // 100,000 less a fee of 120; what 5 BTC need is a maintenance of 5,000, more than the initial margin of 2,000.
    expect(refusalOf(venue.apply({ ...out, amount: "94880.1" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...out, amount: "94880" }))).toBeUndefined();
    venue.apply({ kind: "tick" });
    expect(venue.positions(a)).toMatchObject([{ quantity: "5" }]);
  });
});

describe("cover", () => {
  it("is asked of the operator, too, who takes contract money away", () => {
    const venue = new VenueKit();
    for (const account of [a, 1002]) {
      venue.fund(account, "5000");
    }
    venue.trade(a, "open-long", 1002, "open-short", "0.5", "40000");
    venue.setIndex("39000");
    const take = { kind: "credit", account: a, coin: "USDT", purse: "contract" } as const;
    expect(refusalOf(venue.apply({ ...take, amount: "-2488.1" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...take, amount: "-2488" }))).toBeUndefined();
  });

  it("is never asked of who closes or cancels", () => {
    const venue = new VenueKit();
    for (const account of [a, 1002]) {
      venue.fund(account, "5000");
    }
    venue.trade(a, "open-long", 1002, "open-short", "0.5", "40000");
    venue.place(a, { side: "open-long", quantity: "0.1", price: "39500" });
    const orderId = venue.lastOrder(a).id;
    venue.setIndex("33000");
    // Worth 1488, less than the initial margin of 2000.
    const more = { side: "open-long", quantity: "0.001", price: "33000" } as const;
    expect(refusalOf(venue.place(a, more))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ kind: "cancel-order", account: a, orderId }))).toBeUndefined();
    venue.pass(5);
    venue.place(1002, { side: "close-short", quantity: "0.5", price: "33000" });
    venue.place(a, { side: "close-long", quantity: "0.5" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    expect(venue.positions(a)).toEqual([]);
  });
});
