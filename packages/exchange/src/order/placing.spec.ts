import { describe, expect, it } from "vitest";
import type { Command } from "../command/command.js";
import type { ExchangeEvent } from "../event/event.js";
import { Exchange } from "../exchange.js";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { everyOrder, viewHistory } from "../view/history-view.js";

const [a, b] = [1001, 1002];
/** An account of the house: it needs no money. */
const house = 7;
const pair = "4BTC_USDT";

function funded(): VenueKit {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "10000");
  }
  return venue;
}

const told = (events: readonly ExchangeEvent[], kind: ExchangeEvent["kind"]) =>
  events.filter((event) => event.kind === kind);

describe.each([
  ["a user", a],
  ["the house", house],
])("an order of %s", (_, account) => {
  const base = { kind: "order-placed", account, pair, side: "open-long", quantity: 100 } as const;

  it.each<[string, Partial<{ price: string; clientOrderId: string }>, object]>([
    ["with a price", { price: "39000" }, { price: 390_000 }],
    ["with a price and its owner's id", { price: "39000", clientOrderId: "x" }, { price: 390_000, clientOrderId: "x" }],
    ["at the market", {}, {}],
    ["at the market with its owner's id", { clientOrderId: "x" }, { clientOrderId: "x" }],
  ])("is told as placed %s", (_name, order, shown) => {
    const events = funded().place(account, { side: "open-long", quantity: "0.01", ...order });
    expect(told(events, "order-placed")).toEqual([{ ...base, orderId: 1, ...shown }]);
  });

  it("at the market is cancelled as far as nobody is there", () => {
    const venue = funded();
    venue.place(b, { side: "open-short", quantity: "0.01", price: "40000" });
    const events = venue.place(account, { side: "open-long", quantity: "0.03" });
    expect(told(events, "trade")).toMatchObject([{ quantity: 100, price: 400_000, takerAccount: account }]);
    expect(told(events, "order-cancelled")).toEqual([
      { kind: "order-cancelled", orderId: 2, account, pair, remaining: 200, reason: "no-counterpart" },
    ]);
    expect(venue.exchange.state.openOrders.size).toBe(0);
  });

  it("with a price waits with what it did not find", () => {
    const venue = funded();
    venue.place(b, { side: "open-short", quantity: "0.01", price: "40000" });
    venue.place(account, { side: "open-long", quantity: "0.03", price: "40000" });
    expect([...venue.exchange.state.openOrders.values()]).toMatchObject([
      { id: 2, account, pair, side: "open-long", direction: "buy", price: 400_000, remaining: 200 },
    ]);
  });

  it("for a pair that is not there is refused with its owner's id", () => {
    const order = { side: "open-long", quantity: "0.01", price: "39000" } as const;
    const refused = { kind: "command-refused", command: "place-order", account, reason: "unknown-pair" };
    const other = { ...linearMarket, pair: "4XXX_USDT" };
    expect(funded().place(account, order, other)).toEqual([refused]);
    expect(funded().place(account, { ...order, clientOrderId: "x" }, other)).toEqual([
      { ...refused, clientOrderId: "x" },
    ]);
  });
});

describe("an order of the house", () => {
  const order = { kind: "place-order", account: house, pair, side: "open-long", type: "limit" } as const;
  const market = { ...linearMarket, contractUnit: 10, maxOrderQuantity: 1000 };

  it.each([
    [0, 400_000, "invalid-quantity"],
    [-10, 400_000, "invalid-quantity"],
    [15, 400_000, "invalid-quantity"],
    [1010, 400_000, "quantity-too-large"],
    [1000, 400_000, undefined],
    [10, 0, "invalid-price"],
    [10, -5, "invalid-price"],
    [10, 1, undefined],
  ])("of %d at %d: %s", (quantity, price, reason) => {
    const venue = new VenueKit([market]);
    expect(refusalOf(venue.apply({ ...order, quantity, price }))).toBe(reason);
    expect(venue.exchange.state.openOrders.size).toBe(reason === undefined ? 1 : 0);
  });

  it("leaves the book at once when it is cancelled, by its owner alone", () => {
    const venue = funded();
    venue.apply({ ...order, quantity: 10, price: 390_000 });
    const cancel = { kind: "cancel-order", orderId: 1 } as const;
    expect(refusalOf(venue.apply({ ...cancel, account: 8 }))).toBe("unknown-order");
    expect(venue.apply({ ...cancel, account: house })).toEqual([
      { kind: "order-cancelled", orderId: 1, account: house, pair, remaining: 10, reason: "requested" },
    ]);
    expect(venue.apply({ ...cancel, account: house })).toMatchObject([{ reason: "unknown-order", orderId: 1 }]);
  });
});

describe("a client id where the venue wants each once", () => {
  function unique(): (command: Command) => readonly ExchangeEvent[] {
    const exchange = new Exchange({ seed: 1, markets: [linearMarket], clientIds: "unique", cancelDelayMs: 0 });
    for (const account of [a, b]) {
      exchange.apply({ kind: "credit", account, coin: "USDT", amount: "10000", purse: "contract" }, 1);
    }
    return (command) => exchange.apply(command, 1);
  }
  const order = { kind: "place-order", account: a, pair, side: "open-long", quantity: 10, type: "limit" } as const;
  const named = { ...order, price: 390_000, clientOrderId: "x" } as const;

  it("is taken while its order waits and after it has ended, for its owner", () => {
    const apply = unique();
    expect(refusalOf(apply(named))).toBeUndefined();
    const refused = { kind: "command-refused", command: "place-order", account: a, reason: "client-id-taken" };
    expect(apply(named)).toEqual([{ ...refused, clientOrderId: "x" }]);
    expect(refusalOf(apply({ ...named, account: b }))).toBeUndefined();
    apply({ kind: "cancel-order", account: a, orderId: 1 });
    expect(refusalOf(apply(named))).toBe("client-id-taken");
    expect(refusalOf(apply({ ...named, clientOrderId: "y" }))).toBeUndefined();
    expect(refusalOf(apply({ ...order, price: 390_000 }))).toBeUndefined();
    expect(refusalOf(apply({ ...order, price: 390_000 }))).toBeUndefined();
  });

  it("may be used again and again where the venue wants nothing", () => {
    const venue = funded();
    const again = { side: "open-long", quantity: "0.001", price: "39000", clientOrderId: "x" } as const;
    expect([1, 2].map(() => refusalOf(venue.place(a, again)))).toEqual([undefined, undefined]);
  });
});

describe("a trade between a user and the house", () => {
  it.each([
    ["the user comes", true],
    ["the house comes", false],
  ])("shows the price at which they traded, where %s", (_, userComes) => {
    const venue = funded();
    const [first, second] = userComes ? [house, a] : [a, house];
    venue.place(first, { side: userComes ? "open-short" : "open-long", quantity: "0.1", price: "40000" });
    venue.place(second, { side: userComes ? "open-long" : "open-short", quantity: "0.1", price: "40000" });
    expect(venue.positions(a)).toMatchObject([{ quantity: "0.1", openPrice: "40000" }]);
    const [order] = viewHistory(venue.exchange.state, everyOrder(venue.exchange.state));
    expect(order).toMatchObject({ dealPrice: "40000", fee: userComes ? "2.4" : "0.8" });
  });
});

describe("what an order holds back", () => {
  it("goes with its fills, and what rounding leaves goes with the last one", () => {
    const venue = funded();
    venue.setMode(a, "cross", 7);
    // 12000.03 * (1 / 7 + 0.0006 * 13 / 7)
    venue.place(a, { side: "open-long", quantity: "0.3", price: "40000.1" });
    expect(venue.assets(a)).toMatchObject({ crossFrozen: "1727.661462", available: "8272.338538" });
    venue.place(b, { side: "open-short", quantity: "0.1", price: "40000.1" });
    expect(venue.assets(a)).toMatchObject({ crossFrozen: "1151.774308" });
    venue.place(b, { side: "open-short", quantity: "0.2", price: "40000.1" });
    // Margins of 4000.01 / 7 and 8000.02 / 7, each rounded up, and fees of 0.02 %
    expect(venue.assets(a)).toMatchObject({ crossFrozen: "0", crossMargin: "1714.29" });
    expect(venue.lastOrder(a)).toMatchObject({ released: venue.lastOrder(a).frozenTotal, status: "filled" });
  });

  it("goes at once when the rest of it is cancelled", () => {
    const venue = funded();
    venue.place(a, { side: "open-long", quantity: "0.3", price: "40000" });
    venue.place(b, { side: "open-short", quantity: "0.1", price: "40000" });
    venue.apply({ kind: "cancel-order", account: a, orderId: 1 });
    venue.pass(5);
    // 10000 less a margin of 400 and a fee of 0.8
    expect(venue.assets(a)).toMatchObject({ available: "9599.2", crossFrozen: "0", crossMargin: "400" });
  });
});
