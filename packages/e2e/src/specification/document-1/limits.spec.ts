import { compareDecimal, isMultipleOf } from "@depthwire/core";
import { compileOperation, compileRecord } from "@depthwire/core/internal";
import { orderLimits, requestLimits, usdt, venueCodes } from "@depthwire/schema";
import { contract, wholeLeverage } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { wireSamples } from "../ignored.spec-kit.js";
import { answered, bodyOf, queried, received, thrownBy } from "../wire.spec-kit.js";

describe("limits", () => {
  it("leverage is an integer from 1 to 100 [d1/limits/limit/leverage-in-mode-and-leverage-operation]", () => {
    const { min, max } = orderLimits.leverage;
    expect([min, max]).toEqual([1, 100]);
    expect(wholeLeverage).toMatchObject({ min, max });
    const operation = compileOperation(usdt.setModeAndLeverage);
    const send = (longLeverage: number): string =>
      bodyOf(operation, { pair: "4BTC_USDT", mode: "cross", longLeverage, shortLeverage: 1 });
    expect(send(max)).toContain('"leverage_long":100');
    for (const leverage of [0, 101, 1.5]) {
      expect(thrownBy(() => send(leverage))).toMatchObject({ code: "value-invalid" });
    }
  });

  it("an order's quantity is a multiple of the unit, and no less than 0.0001 [d1/limits/limit/order-quantity]", () => {
    expect(orderLimits.contractQuantity.min).toBe("0.0001");
    expect(venueCodes[2068].category).toBe("order-quantity");
    expect(usdt.placeOrder.codes).toContain(2068);
    const unit = "0.0001000000";
    expect(["0.0001", "1", "0.0300"].every((quantity) => isMultipleOf(quantity, unit))).toBe(true);
    expect(["0.00015", "0.00001"].some((quantity) => isMultipleOf(quantity, unit))).toBe(false);
    expect(compareDecimal("0.00009", orderLimits.contractQuantity.min)).toBe(-1);
  });

  it("a contract has its own: five keys of its record [d1/limits/limit/per-contract]", () => {
    const { decode } = compileRecord(contract);
    const [sample] = wireSamples(contract);
    const own = { leverage_min: "1", leverage_max: "150", open_max_per: "100", pending_max: 100, hold_max: "200" };
    expect(decode({ ...sample?.wire, ...own })).toMatchObject({
      minLeverage: "1",
      maxLeverage: "150",
      maxOrderQuantity: "100",
      maxOpenOrders: 100,
      maxPositionQuantity: "200",
    });
    for (const key of Object.keys(own)) {
      const { [key]: _gone, ...rest } = { ...sample?.wire };
      expect(() => decode(rest), key).toThrow(/message-shape/);
    }
  });

  it.each([
    [
      "kline [d1/limits/limit/kline-size]",
      (rest: string) => queried(compileOperation(usdt.getKlines), `pair=p&period=day${rest}`),
      1000,
      "klines",
    ],
    [
      "depth [d1/limits/limit/depth-size]",
      (rest: string) => queried(compileOperation(usdt.getDepth), `pair=p${rest}`),
      200,
      "depthQueryLevels",
    ],
  ] as const)("the size of %s has bounds and a default", (_title, read, max, name) => {
    expect(requestLimits[name]).toMatchObject({ min: 1, max, assumed: max });
    for (const size of [1, max]) {
      expect(read(`&size=${size}`)).toMatchObject({ size });
    }
    expect(read("")).not.toHaveProperty("size");
    for (const size of ["0", "-1", max + 1, "many", ""]) {
      expect(thrownBy(() => read(`&size=${size}`)).details).toMatchObject({ path: "size" });
    }
  });

  it("too many requests are 2091, which time mends [d1/limits/limit/request-frequency]", () => {
    const error = thrownBy(() => answered(compileOperation(usdt.placeOrder), '{"state":2091,"msg":"m"}'));
    expect(error).toMatchObject({
      venueCode: 2091,
      retryable: true,
      ambiguous: false,
      entry: { category: "frequency" },
    });
    expect(usdt.placeOrder.codes).toContain(2091);
  });

  it("3033, 3034 and 3035 are the batch query's alone [d1/limits/limit/batch-query-requests]", () => {
    for (const code of [3033, 3034, 3035] as const) {
      expect(venueCodes[code]).toMatchObject({ category: "batch-query" });
      expect(usdt.placeOrder.codes).not.toContain(code);
    }
  });
});

describe("what is not shown", () => {
  it("numeric rate limits: 30 requests in 5 s, as observed [d1/limits/sentence/1]", () => {
    expect(requestLimits.frequency).toMatchObject({ max: 30, source: "field-note" });
    expect(requestLimits.frequencyWindow).toMatchObject({ assumed: 5_000, unit: "milliseconds", source: "field-note" });
  });

  it("how many order_ids: 100 in batch cancel and batch query [d1/limits/sentence/2]", () => {
    const { max } = requestLimits.batchOrders;
    expect(max).toBe(100);
    const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));
    const sendBatch = (count: number): readonly string[] => [
      bodyOf(compileOperation(usdt.cancelOrders), { orderIds: ids(count) }),
      bodyOf(compileOperation(usdt.getOrders), { orderIds: ids(count) }),
      bodyOf(compileOperation(usdt.getOrdersByClientOrderId), { clientOrderIds: ids(count) }),
    ];
    for (const body of sendBatch(max)) {
      expect(JSON.parse(body)).toMatchObject({ order_ids: ids(max) });
    }
    const tooMany = JSON.stringify({ order_ids: ids(max + 1) });
    for (const run of [
      () => bodyOf(compileOperation(usdt.cancelOrders), { orderIds: ids(max + 1) }),
      () => bodyOf(compileOperation(usdt.getOrders), { orderIds: ids(max + 1) }),
      () => bodyOf(compileOperation(usdt.getOrdersByClientOrderId), { clientOrderIds: ids(max + 1) }),
      () => received(compileOperation(usdt.cancelOrders), tooMany),
    ]) {
      expect(["value-invalid", "message-shape"]).toContain(thrownBy(run).code);
    }
  });

  it("deprecation and compatibility: a version that answers echo refuses nothing [d1/versioning/sentence/1]", () => {
    const depth = compileOperation(usdt.getDepth);
    const answer = (rest: string): string =>
      `{"result":{"pair":"4BTC_USDT","update_time":5,"asks":[],"bids":[]},"cmd":"depth"${rest}}`;
    for (const rest of [',"ver":"2.0"', ',"ver":"9.9"', ',"ver":4', ',"deprecated":true', ""]) {
      expect(answered(depth, answer(rest))).toMatchObject({ pair: "4BTC_USDT", updatedAtMs: 5 });
    }
    // Both published paths of one operation stay known; the first is sent.
    expect(usdt.transferFunds).toMatchObject({ path: "/v3/cbuassets/transfer", alsoAt: ["/v3/assets/transfer/cbu"] });
  });
});
