import { describe, expect, it } from "vitest";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import {
  everyOrder,
  findByClientId,
  findChanges,
  findOrders,
  findRecord,
  maxSameClientId,
  type OrderFilter,
  orderOf,
  readOrders,
  viewChanges,
  viewFills,
  viewHistory,
} from "./history-view.js";
import { entryId } from "./wire-ids.js";

const [a, b] = [1001, 1002];
const start = 1_700_000_000_000;
const family = "usdt-margined";

/** `a` has bought 0.3 + 0.2 as maker, sold 0.1 in the inverse contract's place 10000 USD, and has an order waiting and one cancelled. */
function traded(): VenueKit {
  const venue = new VenueKit([linearMarket, inverseMarket], { cancelDelayMs: 0 });
  for (const account of [a, b]) {
    venue.fund(account, "10000");
    venue.fund(account, "1", "BTC");
  }
  venue.place(a, { side: "open-long", quantity: "0.5", price: "40000", clientOrderId: "7" });
  venue.now += 10;
  venue.place(b, { side: "open-short", quantity: "0.3", price: "40000" });
  venue.now += 10;
  venue.place(b, { side: "open-short", quantity: "0.2" });
  venue.now += 10;
  venue.place(b, { side: "open-long", quantity: "10000", price: "40000" }, inverseMarket);
  venue.place(a, { side: "open-short", quantity: "10000", price: "40000" }, inverseMarket);
  venue.place(a, { side: "close-long", quantity: "0.1", price: "41000", clientOrderId: "mine" });
  venue.place(a, { side: "open-long", quantity: "0.1", price: "38000", clientOrderId: "7" });
  venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
  return venue;
}

const venue = traded();
const { state } = venue.exchange;

describe("an order in a history", () => {
  it("has the names of the long form, with whose it is and the rates of its contract", () => {
    const [oldest] = viewHistory(state, readOrders(state, findOrders(state, { account: a, family })).slice(-1));
    expect(oldest).toEqual({
      orderId: entryId("small", 1),
      clientOrderId: "7",
      pair: "4BTC_USDT",
      side: "open-long",
      type: "limit",
      price: "40000",
      quantity: "0.5",
      dealPrice: "40000",
      dealQuantity: "0.5",
      dealCount: 2,
      fee: "4",
      tokenFeeDeduction: "0",
      couponFeeDeduction: "0",
      frozen: "0",
      reason: 0,
      status: "filled",
      createdAtMs: start,
      updatedAtMs: start + 20,
      source: "api",
      attachedOrderType: "none",
      userId: "1001",
      coin: "USDT",
      makerFeeRate: "0.0002",
      takerFeeRate: "0.0006",
    });
  });

  it.each([
    ["0", "0"],
    ["10", "10"],
    ["1234567890123456789", "1234567890123456789"],
    ["12345678901234567890", undefined],
    ["07", undefined],
    ["x7", undefined],
    ["7x", undefined],
    ["", undefined],
  ])("with the client id %j shows %j: histories write integers", (clientOrderId, shown) => {
    const other = new VenueKit();
    other.fund(a, "10000");
    other.place(a, { side: "open-long", quantity: "0.1", price: "38000", clientOrderId });
    const [view] = viewHistory(other.exchange.state, everyOrder(other.exchange.state));
    expect(view).toMatchObject({ price: "38000" });
    expect(view?.clientOrderId).toBe(shown);
    expect(Object.keys(view ?? {}).includes("clientOrderId")).toBe(shown !== undefined);
  });

  it("of somebody or in a market that the exchange does not know is left out", () => {
    const [order] = everyOrder(state);
    const known = order === undefined ? [] : [order];
    expect(viewHistory(state, known)).toHaveLength(1);
    expect(
      viewHistory(
        state,
        known.map((one) => ({ ...one, account: 1999 })),
      ),
    ).toEqual([]);
    expect(
      viewHistory(
        state,
        known.map((one) => ({ ...one, pair: "4XXX_USDT" })),
      ),
    ).toEqual([]);
    expect(known.flatMap((one) => viewFills(state, { ...one, pair: "4XXX_USDT" }))).toEqual([]);
  });
});

describe("a search for orders", () => {
  const found = (filter: Partial<OrderFilter> = {}): string[] =>
    viewHistory(state, readOrders(state, findOrders(state, { account: a, family, ...filter }))).map(
      ({ side, status, price }) => `${side} ${status} ${price}`,
    );
  const cancelled = "open-long cancelled 38000";
  const waiting = "close-long open 41000";
  const filled = "open-long filled 40000";

  it.each<[string, Partial<OrderFilter>, readonly string[]]>([
    ["nothing but the family", {}, [cancelled, waiting, filled]],
    ["the other family", { family: "coin-margined" }, ["open-short filled 40000"]],
    ["a pair", { pair: "4BTC_USDT" }, [cancelled, waiting, filled]],
    ["a pair of the other family", { pair: "5BTC_USD" }, []],
    ["a side", { side: "open-long" }, [cancelled, filled]],
    ["a status", { status: ["open"] }, [waiting]],
    ["statuses", { status: ["filled", "cancelled"] }, [cancelled, filled]],
    ["a side and a status", { side: "close-long", status: ["filled"] }, []],
    ["an account that nobody has used", { account: 1999 }, []],
  ])("by %s finds them, newest first", (_, filter, orders) => {
    expect(found(filter)).toEqual(orders);
  });

  it("by the id that clients see finds an order of the account in the family", () => {
    const id = entryId("small", 1);
    expect(findRecord(state, a, family, id)).toMatchObject({ id: 1, status: "filled" });
    expect(findRecord(state, b, family, id)).toBeUndefined();
    expect(findRecord(state, a, "coin-margined", id)).toBeUndefined();
    expect(findRecord(state, a, family, entryId("small", 4711))).toBeUndefined();
    expect(findRecord(state, a, family, "x")).toBeUndefined();
  });

  it("by a client id finds waiting and finished ones of the account, newest first", () => {
    expect(findByClientId(state, a, "7").map(({ status }) => status)).toEqual(["cancelled", "filled"]);
    expect(findByClientId(state, a, "mine").map(({ status }) => status)).toEqual(["open"]);
    expect(findByClientId(state, b, "7")).toEqual([]);
    expect(findByClientId(state, 1999, "7")).toEqual([]);
    expect(findByClientId(state, a, "7", 1).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(maxSameClientId).toBe(20);
  });

  it("reads those that are known, in the order that was asked for", () => {
    expect(readOrders(state, [6, 4711, 1]).map(({ id }) => id)).toEqual([6, 1]);
    expect(orderOf(state, 6)).toMatchObject({ status: "open" });
    expect(everyOrder(state).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

it("the trades of an order are shown newest first", () => {
  const order = orderOf(state, 1);
  const fills = order === undefined ? [] : viewFills(state, order);
  const shared = {
    orderId: entryId("small", 1),
    clientOrderId: "7",
    coin: "USDT",
    pair: "4BTC_USDT",
    side: "open-long",
    source: "api",
    orderType: "limit",
    orderQuantity: "0.5",
    price: "40000",
    dealPrice: "40000",
    tokenFeeDeduction: "0",
    couponFeeDeduction: "0",
    liquidity: "maker",
  };
  const id = expect.stringMatching(/^[0-9]{17}$/);
  expect(fills).toEqual([
    { ...shared, fillId: id, orderStatus: "filled", dealQuantity: "0.2", fee: "1.6", createdAtMs: start + 20 },
    { ...shared, fillId: id, orderStatus: "partly-filled", dealQuantity: "0.3", fee: "2.4", createdAtMs: start + 10 },
  ]);
  expect(BigInt(fills[0]?.fillId ?? 0)).toBeGreaterThan(BigInt(fills[1]?.fillId ?? 0));
  const others = orderOf(state, 3);
  const [taken] = others === undefined ? [] : viewFills(state, others);
  expect(taken).toMatchObject({ orderType: "market", price: "0", fee: "4.8", liquidity: "taker" });
  expect(taken).not.toHaveProperty("clientOrderId");
});

describe("a change log", () => {
  const quantities = (account: number, pair?: string): string[] =>
    viewChanges(state, findChanges(state, account, pair)).map((one) => `${one.pair} ${one.side} ${one.quantity}`);

  it("is read newest first, of one contract or of all, and is nobody else's", () => {
    expect(quantities(a)).toEqual(["5BTC_USD short 10000", "4BTC_USDT long 0.5", "4BTC_USDT long 0.3"]);
    expect(quantities(a, "4BTC_USDT")).toEqual(["4BTC_USDT long 0.5", "4BTC_USDT long 0.3"]);
    expect(quantities(b, "5BTC_USD")).toEqual(["5BTC_USD long 10000"]);
    expect(quantities(1999)).toEqual([]);
  });

  it("says what a reduction was opened at, and what came of it", () => {
    const other = traded();
    other.place(b, { side: "open-long", quantity: "0.1", price: "41000" });
    const [number] = findChanges(other.exchange.state, a, "4BTC_USDT");
    expect(viewChanges(other.exchange.state, number === undefined ? [] : [number])).toEqual([
      {
        positionChangeId: expect.stringMatching(/^[0-9]{17}$/),
        coin: "USDT",
        pair: "4BTC_USDT",
        side: "long",
        mode: "cross",
        type: "close",
        quantityChange: "0.1",
        quantity: "0.4",
        price: "41000",
        openPrice: "40000",
        profit: "100",
        fee: "0.82",
        tokenFeeDeduction: "0",
        couponFeeDeduction: "0",
        createdAtMs: start + 30,
      },
    ]);
  });

  it("is one's own, however many have one", () => {
    const other = new VenueKit();
    const accounts = Array.from({ length: 60 }, (_, i) => 2001 + i);
    for (const account of accounts) {
      other.fund(account, "1000");
    }
    for (let i = 0; i < accounts.length; i += 2) {
      other.trade(2001 + i, "open-long", 2002 + i, "open-short", "0.001", String(40_000 + i));
    }
    const prices = accounts.map((account) =>
      viewChanges(other.exchange.state, findChanges(other.exchange.state, account)).map(({ price }) => price),
    );
    expect(prices).toEqual(accounts.map((_, i) => [String(40_000 + 2 * Math.floor(i / 2))]));
    const sides = accounts.map((account) => {
      const found = readOrders(other.exchange.state, findOrders(other.exchange.state, { account, family }));
      return found.map((order) => `${order.account} ${order.side}`);
    });
    expect(sides).toEqual(accounts.map((account, i) => [`${account} ${i % 2 === 0 ? "open-long" : "open-short"}`]));
  });

  it("leaves out what is forgotten when it is read", () => {
    const other = new VenueKit(undefined, { keptRecords: 16 });
    for (const account of [a, b]) {
      other.fund(account, "100000");
    }
    const trade = (): void => other.trade(a, "open-long", b, "open-short", "0.001", "40000");
    trade();
    const before = findChanges(other.exchange.state, a);
    expect(viewChanges(other.exchange.state, before)).toMatchObject([{ quantity: "0.001" }]);
    for (let i = 0; i < 60; i++) {
      trade();
    }
    expect(viewChanges(other.exchange.state, before)).toEqual([]);
    expect(viewChanges(other.exchange.state, findChanges(other.exchange.state, a).slice(0, 2))).toMatchObject([
      { quantity: "0.061" },
      { quantity: "0.06" },
    ]);
  });
});
