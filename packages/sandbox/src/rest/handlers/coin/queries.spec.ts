import type { Command } from "@depthwire/exchange";
import { entryId, everyOrder } from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import { inverseMarket, linearMarket, VenueKit } from "../../../../../exchange/src/spec-support/venue-kit.js";
import { ApiKeys } from "../../../keys/api-keys.js";
import { Refusal } from "../../handler.js";
import type { RestServices } from "../../rest-services.js";
import { getHistoricalOrders, listFills, listOrderHistory, listPositionChanges } from "./index.js";

const [maker, taker] = [1001, 1002];

interface Row {
  readonly [key: string]: unknown;
}

/** Two users with orders in an inverse contract and one in a linear one; no documented call places the former. */
function services(): { readonly venue: VenueKit; readonly services: RestServices } {
  const venue = new VenueKit([inverseMarket, linearMarket], { cancelDelayMs: 0 });
  for (const account of [maker, taker]) {
    venue.fund(account, "1", "BTC");
    venue.fund(account, "1000");
  }
  venue.place(maker, { side: "open-short", quantity: "600", price: "40000" });
  venue.place(maker, { side: "open-short", quantity: "400", price: "42000", clientOrderId: "42" });
  venue.place(taker, { side: "open-long", quantity: "1000", price: "42000", clientOrderId: "77" });
  venue.place(taker, { side: "open-long", quantity: "0.001", price: "39000" }, linearMarket);
  venue.place(taker, { side: "open-long", quantity: "10", price: "38000" });
  venue.apply({ kind: "cancel-all", account: taker, pair: inverseMarket.pair });
  const host = {
    exchange: venue.exchange,
    now: () => venue.now,
    apply: (command: Command) => venue.apply(command),
  };
  // These handlers use the exchange and nothing else.
  return { venue, services: { host, keys: new ApiKeys(() => venue.exchange.state, "x") } as unknown as RestServices };
}

function ask(handler: typeof listFills, account: number, params: unknown, from: RestServices): Row {
  const answer = handler.answer({ params, account, index: 5 }, from);
  if (answer instanceof Refusal) {
    return { refused: answer.code };
  }
  const { result, cmd, index } = JSON.parse(answer) as Row;
  expect([cmd, index]).toEqual([handler.operation.command, 5]);
  return result as Row;
}

describe("coin-margined queries", () => {
  it("have the history of that family alone, newest first", () => {
    const { services: from } = services();
    const all = ask(listOrderHistory, taker, { page: 1, size: 10 }, from);
    expect(all).toMatchObject({ count: 2, page: 1, items: [{ status: 5, price: "38000.0000000000" }, { status: 3 }] });
    const [, filled] = all["items"] as Row[];
    expect(filled).toMatchObject({
      user_id: taker,
      coin_symbol: "BTC",
      pair: "5BTC_USD",
      amount_coin: "1000.0000000000",
      deal_coin: "1000.0000000000",
      deal_num: 2,
      // Harmonic: 1000 / (600/40000 + 400/42000), whose parts are rounded down as the venue books them.
      price_deal: expect.stringMatching(/^40776\.699/),
      client_oid: 77,
    });
    expect(ask(listOrderHistory, taker, { page: 1, size: 10, status: [3] }, from)).toMatchObject({ count: 1 });
    expect(ask(listOrderHistory, taker, { page: 1, size: 10, pair: "4BTC_USDT" }, from)).toEqual({ refused: 3016 });
  });

  it("have fills that add up to the order, and changes that follow the position", () => {
    const { venue, services: from } = services();
    const [record] = everyOrder(venue.exchange.state).filter(({ clientOrderId }) => clientOrderId === "77");
    const orderId = entryId("small", record?.id ?? 0);
    const fills = ask(listFills, taker, { orderId, page: 1, size: 10 }, from);
    expect(fills).toMatchObject({
      count: 2,
      items: [
        { deal_price: "42000.0000000000", deal_coin: "400.0000000000", is_maker: 0 },
        { deal_price: "40000.0000000000", deal_coin: "600.0000000000", is_maker: 0 },
      ],
    });
    expect(ask(listFills, maker, { orderId, page: 1, size: 10 }, from)).toEqual({ refused: 2040 });
    const changes = ask(listPositionChanges, taker, { pair: "5BTC_USD", page: 1, size: 10 }, from);
    expect(changes).toMatchObject({ items: [{ hold_coin: "1000.0000000000" }, { hold_coin: "600.0000000000" }] });
    expect(ask(listPositionChanges, taker, { pair: "5BTC_USD", page: 2, size: 1 }, from)).toMatchObject({
      count: 2,
      items: [{ hold_coin: "600.0000000000" }],
    });
  });

  it("find orders by either kind of id, each once", () => {
    const { services: from } = services();
    const found = ask(
      getHistoricalOrders,
      maker,
      { orderIds: ["5"], clientOrderIds: [], clientOids: ["42", "42"] },
      from,
    );
    expect(found).toMatchObject([{ client_oid: 42, side: 2, status: 3 }]);
    expect(ask(getHistoricalOrders, taker, { orderIds: [], clientOids: ["42"] }, from)).toEqual([]);
  });
});
