import { type CompiledOperation, compileOperation } from "@depthwire/core/internal";
import { type InputOf, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { answered, bodyOf, received, thrownBy } from "../wire.spec-kit.js";

const section = (name: string, sentence = 1): string => `d1/endpoints-${name}/sentence/${sentence}`;

/** Holds a body against the sentence that lists its keys: `required` are needed, all others may be left out. */
function expectBody<Params, Result>(
  operation: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
  wanted: { readonly body: string; readonly required: readonly string[]; readonly refused?: readonly object[] },
): void {
  expect(bodyOf(operation, params)).toBe(wanted.body);
  expect(received(operation, wanted.body)).toEqual(params);
  const wire = JSON.parse(wanted.body) as Record<string, unknown>;
  for (const key of Object.keys(wire)) {
    const { [key]: _gone, ...rest } = wire;
    const read = (): Params => received(operation, JSON.stringify(rest));
    if (wanted.required.includes(key)) {
      expect(thrownBy(read), key).toMatchObject({ details: { path: key } });
    } else {
      expect(read, key).not.toThrow();
    }
  }
  for (const change of wanted.refused ?? []) {
    const [key = ""] = Object.keys(change);
    const read = (): Params => received(operation, JSON.stringify({ ...wire, ...change }));
    expect(thrownBy(read).details, JSON.stringify(change)).toMatchObject({ path: expect.stringContaining(key) });
  }
}

const orderId = "12875281286404369";
const oneOrder = { body: `{"order_id":"${orderId}"}`, required: ["order_id"], refused: [{ order_id: null }] };
const severalOrders = {
  body: `{"order_ids":["${orderId}","2"]}`,
  required: ["order_ids"],
  refused: [{ order_ids: orderId }, { order_ids: [] }, { order_ids: [null] }],
};

describe("bodies", () => {
  it(`cancel order: order_id [${section("cancel-order")}]`, () => {
    expectBody(compileOperation(usdt.cancelOrder), { orderId }, oneOrder);
  });

  it(`batch cancellation: order_ids [${section("batch-cancellation")}]`, () => {
    expectBody(compileOperation(usdt.cancelOrders), { orderIds: [orderId, "2"] }, severalOrders);
  });

  it(`cancel all orders: pair [${section("cancel-all-orders")}]`, () => {
    const wanted = { body: '{"pair":"4BTC_USDT"}', required: ["pair"] };
    expectBody(compileOperation(usdt.cancelAllOrders), { pair: "4BTC_USDT" }, wanted);
  });

  it(`cancel plan order: order_id [${section("cancel-plan-order")}]`, () => {
    expectBody(compileOperation(usdt.cancelPlanOrder), { orderId }, oneOrder);
  });

  it(`adjust margin: pair, margin, side [${section("adjust-margin-on-a-fixed-position")}]`, () => {
    expectBody(
      compileOperation(usdt.adjustMargin),
      { pair: "4BTC_USDT", margin: "100.5", side: "short" },
      {
        body: '{"pair":"4BTC_USDT","margin":"100.5","side":2}',
        required: ["pair", "margin", "side"],
        refused: [{ side: 0 }, { side: 3 }, { margin: "much" }],
      },
    );
  });

  it(`adjust mode and leverage: 1 to 100 each [${section("adjust-position-mode-and-leverage")}]`, () => {
    const operation = compileOperation(usdt.setModeAndLeverage);
    const refusedLeverages = ["leverage_long", "leverage_short"].flatMap((key) =>
      [0, 101, 1.5].map((value) => ({ [key]: value })),
    );
    expectBody(
      operation,
      { pair: "4BTC_USDT", mode: "fixed", longLeverage: 1, shortLeverage: 100 },
      {
        body: '{"pair":"4BTC_USDT","mode":2,"leverage_long":1,"leverage_short":100}',
        required: ["pair", "mode", "leverage_long", "leverage_short"],
        refused: [{ mode: 0 }, { mode: 3 }, ...refusedLeverages],
      },
    );
  });

  it(`query assets: nothing is needed [${section("query-assets")}]`, () => {
    const operation = compileOperation(usdt.getAssets);
    expectBody(operation, { coin: "USDT" }, { body: '{"coin":"USDT"}', required: [] });
    expectBody(operation, {}, { body: "{}", required: [] });
  });

  it(`query position: nothing is needed [${section("query-position")}]`, () => {
    const operation = compileOperation(usdt.getPositions);
    const body = '{"pair":"4BTC_USDT","side":1}';
    expectBody(operation, { pair: "4BTC_USDT", side: "long" }, { body, required: [], refused: [{ side: 3 }] });
    expectBody(operation, {}, { body: "{}", required: [] });
  });

  it(`query order list: order_side, one of four [${section("query-order-list")}]`, () => {
    const operation = compileOperation(usdt.getOpenOrders);
    const sides = ["open-long", "open-short", "close-long", "close-short"] as const;
    for (const [index, side] of sides.entries()) {
      const body = `{"pair":"4BTC_USDT","order_side":${index + 1}}`;
      const refused = [{ order_side: 0 }, { order_side: 5 }];
      expectBody(operation, { pair: "4BTC_USDT", side }, { body, required: ["order_side"], refused });
    }
  });

  it(`query order: order_id [${section("query-order")}]`, () => {
    expectBody(compileOperation(usdt.getOrder), { orderId }, oneOrder);
  });

  it(`batch query: order_ids [${section("batch-query-orders")}]`, () => {
    expectBody(compileOperation(usdt.getOrders), { orderIds: [orderId, "2"] }, severalOrders);
  });

  it(`query by client order id: order_ids holds client ids [${section("query-orders-by-client-order-id")}]`, () => {
    const operation = compileOperation(usdt.getOrdersByClientOrderId);
    expectBody(operation, { clientOrderIds: [orderId, "2"] }, severalOrders);
  });

  it(`position change records: pair, page, size [${section("position-change-records")}]`, () => {
    expectBody(
      compileOperation(usdt.listPositionChanges),
      { pair: "4BTC_USDT", page: 1, size: 10 },
      {
        body: '{"pair":"4BTC_USDT","page":1,"size":10}',
        required: ["pair", "page", "size"],
        refused: [{ page: 0 }, { page: 1.5 }, { size: 0 }],
      },
    );
  });

  it(`order fills: orderId as a long, page, size [${section("order-fills")}]`, () => {
    const operation = compileOperation(usdt.listFills);
    const body = '{"orderId":9223372036854775807,"page":1,"size":10}';
    expect(bodyOf(operation, { orderId: "9223372036854775807", page: 1, size: 10 })).toBe(body);
    expect(received(operation, body)).toEqual({ orderId: "9223372036854775807", page: 1, size: 10 });
    for (const [key, rest] of [
      ["orderId", '{"page":1,"size":10}'],
      ["page", '{"orderId":1,"size":10}'],
      ["size", '{"orderId":1,"page":1}'],
    ] as const) {
      expect(thrownBy(() => received(operation, rest)).details).toMatchObject({ path: key });
    }
  });

  it(`historical orders: page and size, the rest filters [${section("historical-orders")}]`, () => {
    const statuses = ["open", "partly-traded", "traded", "partly-cancelled", "cancelled", "failed"] as const;
    const operation = compileOperation(usdt.listOrderHistory);
    const params = received(operation, '{"pair":"4BTC_USDT","page":1,"size":10,"side":4,"status":[1,2,3,4,5,100]}');
    expect(params.status).toHaveLength(statuses.length);
    expectBody(operation, params, {
      body: '{"pair":"4BTC_USDT","page":1,"size":10,"side":4,"status":[1,2,3,4,5,100]}',
      required: ["page", "size"],
      refused: [{ side: 5 }, { status: 3 }, { status: [6] }],
    });
  });

  it(`orders by id: both lists, either may be empty [${section("orders-by-id")}]`, () => {
    const operation = compileOperation(usdt.getHistoricalOrders);
    const required = ["orderIds", "clientOids"];
    const body = `{"orderIds":["${orderId}"],"clientOids":[]}`;
    expectBody(operation, { orderIds: [orderId], clientOrderIds: [] }, { body, required });
    expect(received(operation, '{"orderIds":[],"clientOids":["7"]}')).toEqual({ orderIds: [], clientOrderIds: ["7"] });
  });
});

describe("answers", () => {
  it(`of a transfer: state alone counts, result is ignored [${section("transfer-funds-between-wallet-and-contract-account")}]`, () => {
    const transfer = compileOperation(usdt.transferFunds);
    for (const result of ['"ok"', "null", "{}", "12875281286404369"]) {
      expect(() => answered(transfer, `{"state":0,"result":${result}}`)).not.toThrow();
    }
    expect(() => answered(transfer, '{"state":0}')).not.toThrow();
    expect(thrownBy(() => answered(transfer, '{"state":2027,"result":"ok"}'))).toMatchObject({ venueCode: 2027 });
  });

  it(`of the order list: p is the page, t the total, whatever they count [${section("query-order-list", 2)}]`, () => {
    const list = compileOperation(usdt.getOpenOrders);
    const page = answered(list, '{"state":0,"result":{"p":3,"t":41,"o":[]},"cmd":"list"}');
    expect(page).toEqual({ page: 3, total: 41, orders: [] });
    expect(thrownBy(() => answered(list, '{"state":0,"result":{"t":41,"o":[]}}')).details).toMatchObject({
      path: "result.p",
    });
  });

  it(`of the alternate domains: a list of domain and ws, as this project defines it [${section("alternate-domains")}]`, () => {
    const domains = compileOperation(usdt.getAlternateDomains);
    const text = '{"state":0,"result":[{"domain":"https://a.example","ws":"wss://a.example/cbu"}]}';
    expect(answered(domains, text)).toEqual([{ restUrl: "https://a.example", pushUrl: "wss://a.example/cbu" }]);
    expect(thrownBy(() => answered(domains, '{"state":0,"result":["https://a.example"]}')).code).toBe("response-shape");
  });
});
