import { ValidationError, VenueError } from "@depthwire/core";
import {
  checkParams,
  compileOperation,
  compileRecord,
  createSecretHmac,
  decodeRequestSignature,
  mayHaveNextPage,
  parseExact,
  toScaled,
  verifyRequest,
  writeOrdered,
} from "@depthwire/core/internal";
import { startSandbox } from "@depthwire/sandbox";
import { coin, orderLimits, requestLimits, usdt, venueCodes, wallet } from "@depthwire/schema";
import {
  coinConfiguration,
  contract,
  deal,
  deposit,
  historicalOrder,
  klinePeriod,
  order,
  pushKlinePeriod,
  spotPair,
  tradeLimits,
} from "@depthwire/schema/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { wireSamples } from "../ignored.spec-kit.js";
import { answered, bodyOf, received, targetOf, throughAnswer, thrownBy } from "../wire.spec-kit.js";

describe("addresses", () => {
  it("klines are at /v2/mdata/kline, and depth serves 5…_USD too [notes/rest/note/22]", async () => {
    const target = targetOf(compileOperation(usdt.getKlines), { pair: "5BTC_USD", period: "1min", size: 5 });
    expect(target).toBe("/v2/mdata/kline?pair=5BTC_USD&period=1min&size=5");
    const sandbox = await startSandbox({ pairs: ["5BTC_USD"] });
    onTestFinished(() => sandbox.close());
    const depth = compileOperation(usdt.getDepth);
    const response = await fetch(sandbox.restUrl + targetOf(depth, { pair: "5BTC_USD" }));
    expect(answered(depth, await response.text())).toMatchObject({ pair: "5BTC_USD" });
  });
});

describe("the order list", () => {
  it("takes page and size, and answers page and total; order_side is required [notes/rest/note/23]", () => {
    const list = compileOperation(usdt.getOpenOrders);
    expect(bodyOf(list, { side: "open-long", page: 2, size: 50 })).toBe('{"order_side":1,"page":2,"size":50}');
    expect(received(list, '{"order_side":1}')).toEqual({ side: "open-long" });
    expect(thrownBy(() => received(list, '{"page":2,"size":50}')).details).toMatchObject({ path: "order_side" });
    expect(answered(list, '{"state":0,"result":{"p":2,"t":51,"o":[]}}')).toMatchObject({ page: 2, total: 51 });
  });
});

describe("failures", () => {
  it("of business come with HTTP 200 [notes/rest/note/24]", async () => {
    const text = '{"state":3103,"msg":"no position","cmd":"changeMargin"}';
    const error = thrownBy(() => answered(compileOperation(usdt.adjustMargin), text, { status: 200 }));
    expect(error).toMatchObject({ venueCode: 3103, details: { published: "no position" } });
    const sandbox = await startSandbox({ pairs: 1 });
    onTestFinished(() => sandbox.close());
    const response = await fetch(`${sandbox.restUrl}/v2/mdata/depth?pair=4NONE_USDT`);
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ state: 3016 })]);
  });

  it("of the older endpoints are an object whose code is text [notes/rest/note/25]", () => {
    const fills = compileOperation(coin.listFills);
    const error = thrownBy(() => answered(fills, '{"error":{"code":"3012","msg":"m"}}', { index: 1 }));
    expect(error).toBeInstanceOf(VenueError);
    expect(error).toMatchObject({ venueCode: 3012, details: { published: "m" } });
    const success = '{"result":{"count":0,"page":1,"items":[]},"cmd":"bc/orderDetail","index":1}';
    expect(answered(fills, success, { index: 1 })).toMatchObject({ page: 1, items: [] });
    expect(thrownBy(() => answered(fills, success, { index: 2 })).details).toMatchObject({ path: "index" });
  });
});

describe("what clients send", () => {
  it("may have no body, and numbers for text or text for numbers [notes/rest/note/26]", () => {
    const secret = createSecretHmac("c708ac3e70d115ec29efbee197330627d7edf842");
    const signed = (signature: string, body: string): boolean => {
      const headers = new Map([
        ["svc-api-key", "key"],
        ["svc-timestamp", "1602679943911"],
        ["svc-api-sign", signature],
      ]);
      return verifyRequest(
        secret,
        decodeRequestSignature({ query: "", header: (name) => headers.get(name), body }, "svc"),
      );
    };
    const [overNothing, overEmptyObject] = ["cd797073de0017864f106c2d029e4c90", "a6bcb033fd11840e2a1118466d98ecc2"];
    expect([signed(overNothing, ""), signed(overEmptyObject, ""), signed(overEmptyObject, "{}")]).toEqual([
      true,
      true,
      true,
    ]);
    expect(signed(overNothing, "{}")).toBe(false);
    expect(received(compileOperation(usdt.getAssets), "")).toEqual({});

    const mode = compileOperation(usdt.setModeAndLeverage);
    const leverages = '"leverage_long":"5","leverage_short":5';
    expect(received(mode, `{"pair":"p","mode":1,${leverages}}`)).toMatchObject({ longLeverage: 5, shortLeverage: 5 });
    for (const margin of ["100.5", '"100.5"']) {
      const body = `{"pair":"p","margin":${margin},"side":1}`;
      expect(received(compileOperation(usdt.adjustMargin), body)).toMatchObject({ margin: "100.5" });
    }
    for (const id of ["11221615815381299", '"11221615815381299"']) {
      const body = `{"orderId":${id},"page":1,"size":1}`;
      expect(received(compileOperation(usdt.listFills), body)).toMatchObject({ orderId: "11221615815381299" });
    }
    // What the documents require is refused when it is missing.
    const market = '{"pair":"p","amount":"1","order_side":1,"order_type":1,"order_from":6}';
    for (const [operation, body, path] of [
      [() => received(compileOperation(usdt.placeOrder), market), market, "price"],
      [() => received(compileOperation(usdt.listFills), '{"orderId":1,"size":1}'), "", "page"],
    ] as const) {
      expect(thrownBy(operation).details, body).toMatchObject({ path });
    }
  });

  it("is bounded at 30 in 5 s, and 30 s off the clock [notes/rest/note/27]", () => {
    expect(requestLimits.frequency).toMatchObject({ max: 30, spec: "field note 27" });
    expect(requestLimits.frequencyWindow).toMatchObject({ assumed: 5_000, unit: "milliseconds" });
    expect(requestLimits.timestampTolerance).toMatchObject({ assumed: 30_000, unit: "milliseconds" });
  });
});

describe("records", () => {
  it("of contracts as seen; leverage is at most 100 all the same; six more codes [notes/rest/note/28]", () => {
    const { decode } = compileRecord(contract);
    const linear = {
      pair: "4BTC_USDT",
      leverage_min: "1.0000000000",
      leverage_max: "150.0000000000",
      value: "0.0001000000",
      maker_fee: "0.0002000000",
      taker_fee: "0.0005500000",
      open_max_per: "100.0000000000",
      pending_max: 100,
      hold_max: "100.0000000000",
      risk_level_base: 1,
      risk_level_dx: 1,
    };
    expect(decode(linear)).toEqual({
      pair: "4BTC_USDT",
      minLeverage: "1.0000000000",
      maxLeverage: "150.0000000000",
      contractValue: "0.0001000000",
      makerFeeRate: "0.0002000000",
      takerFeeRate: "0.0005500000",
      maxOrderQuantity: "100.0000000000",
      maxOpenOrders: 100,
      maxPositionQuantity: "100.0000000000",
      riskBaseQuantity: "1",
      riskStepQuantity: "1",
    });
    const inverse = { ...linear, pair: "5BTC_USD", value: 1, hold_max: 100_000_000, risk_level_base: 1e6 };
    expect(decode(inverse)).toMatchObject({ contractValue: "1", maxPositionQuantity: "100000000" });

    expect(orderLimits.leverage.max).toBe(100);
    const mode = compileOperation(usdt.setModeAndLeverage);
    const set = (leverage: number): void =>
      checkParams(mode, { pair: "4BTC_USDT", mode: "cross", longLeverage: leverage, shortLeverage: 1 });
    expect(() => set(100)).not.toThrow();
    expect(thrownBy(() => set(150))).toBeInstanceOf(ValidationError);

    for (const code of [2011, 2015, 2021, 2027, 2131, 3103] as const) {
      expect(venueCodes[code].source).not.toBe("error-table");
    }
    expect(venueCodes[2027].meaning).toBe("insufficient balance");
    expect(venueCodes[2131].meaning).toBe("quantity too large");
  });

  it("have ids beyond 2^53, as text and as bare integers [notes/rest/note/29]", () => {
    const ids = ["12875281286404369", "1125899906842648855", "11221615815381299", "421112953438215"];
    const [short] = wireSamples(order);
    const [long] = wireSamples(historicalOrder);
    for (const id of ids) {
      for (const wire of [`"${id}"`, id]) {
        expect(compileRecord(order).decode({ ...short?.wire, oi: parseExact(wire) }).orderId).toBe(id);
        const decoded = compileRecord(historicalOrder).decode({ ...long?.wire, id: parseExact(wire) });
        expect(decoded.orderId).toBe(id);
        expect(writeOrdered(compileRecord(historicalOrder).encode(decoded))).toContain(`"id":${id},`);
      }
    }
  });

  it("of coins tell whether and how they move [notes/rest/note/30]", () => {
    const wire =
      '[{"coin_symbol":"BTC","is_active":1,"original_decimals":8,"enable_deposit":1,"enable_withdraw":0,"withdraw_fee":0.0005,"withdraw_min":0.001}]';
    const operation = compileOperation(wallet.getCoinConfigurations);
    const coins = answered(operation, `{"state":0,"result":${wire},"cmd":"coinConfig"}`);
    expect(coins).toHaveLength(1);
    expect(writeOrdered(compileRecord(coinConfiguration).encode(coins[0] as (typeof coins)[0]))).toBe(
      wire.slice(1, -1),
    );
    expect(bodyOf(operation, { coin: "BTC" })).toBe('{"coin_symbol":"BTC"}');
    expect(bodyOf(operation, {})).toBe("{}");
  });

  it("of trade limits may list USDC, and pairs an amount_scale [notes/rest/note/31]", () => {
    const seen = { USDT: "1", USDC: "1", DAI: "1", GUSD: "1", BIX: "3", BTC: "0.0002", ETH: "0.005" };
    const limits = { min_trade_price: {}, min_trade_amount: {}, min_trade_money: seen };
    expect(compileRecord(tradeLimits).decode(limits).minValue).toEqual(seen);
    const ours = Object.values(orderLimits).filter(({ unit, min }) => seen[unit as keyof typeof seen] === min);
    expect(new Set(ours.map(({ unit }) => unit))).toEqual(new Set(Object.keys(seen)));
    expect(orderLimits.valueInUsdc.source).toBe("field-note");
    const pair = compileRecord(spotPair).decode({ id: 1, pair: "BTC_USDT", decimal: 4, amount_scale: 6 });
    expect(pair.quantityScale).toBe(6);
  });

  it("leave things to be defined, which this project has done [notes/rest/note/32]", () => {
    const { wire } = throughAnswer(compileOperation(usdt.getAlternateDomains), [
      { restUrl: "https://a", pushUrl: "wss://b" },
    ]);
    expect(wire).toMatchObject({ state: 0, result: [{ domain: "https://a", ws: "wss://b" }] });
    const [sample] = wireSamples(order);
    expect(compileRecord(order).decode({ ...sample?.wire, r: 12_345 }).reason).toBe(12_345);
    expect(requestLimits.batchOrders).toMatchObject({ max: 100, source: "project" });
    for (const count of [0, 1, 99]) {
      expect(mayHaveNextPage({ count, items: [1] }, 1)).toBe(true);
    }
    for (const result of ['"1"', "1", "{}"]) {
      expect(() => answered(compileOperation(usdt.placePlanOrder), `{"state":0,"result":${result}}`)).not.toThrow();
      expect(() => answered(compileOperation(usdt.cancelOrders), `{"state":0,"result":${result}}`)).not.toThrow();
    }
    const less = { pair: "4BTC_USDT", margin: "-5", side: "long" } as const;
    expect(() => checkParams(compileOperation(usdt.adjustMargin), less)).not.toThrow();
  });

  it("of deals and deposits have two names for one thing; 3min is a REST period [notes/rest/note/33]", () => {
    const trade = { pair: "BTC_USDT", price: "1", time: 5, side: 1 };
    const deals = compileRecord(deal);
    for (const key of ["amount", "volume"]) {
      expect(deals.decode({ ...trade, [key]: "2" }).quantity).toBe("2");
    }
    expect(deals.encode(deals.decode({ ...trade, volume: "2" }))).toMatchObject({ amount: "2" });
    const deposits = compileRecord(deposit);
    const [sample] = wireSamples(deposit);
    const { to: address, ...rest } = { ...sample?.wire };
    expect(typeof address).toBe("string");
    for (const key of ["to", "to_address"]) {
      expect(deposits.decode({ ...rest, [key]: "x" }).address).toBe("x");
    }
    expect(deposits.encode(deposits.decode({ ...rest, to_address: "x" }))).toMatchObject({ to: "x" });
    expect(Object.keys(klinePeriod.members)).toContain("3min");
    expect(Object.keys(pushKlinePeriod.members)).not.toContain("3min");
  });

  it("of a short show what it froze: margin and both fees, exactly [notes/rest/note/34]", () => {
    const [sample] = wireSamples(order);
    const seen = { sd: 2, q: "0.001", p: "60000", fz: "6.0756" };
    const { quantity, price, frozen } = compileRecord(order).decode({ ...sample?.wire, ...seen });
    // In units of 10^-10 USDT: value 60, leverage 10, rate 0.0006, bankruptcy at price × (1 + 1/10).
    const value = (toScaled(quantity, 5) ?? 0n) * (toScaled(price, 5) ?? 0n);
    const margin = value / 10n;
    const openingFee = (value * 6n) / 10_000n;
    const closingFee = ((value + margin) * 6n) / 10_000n;
    expect([margin, openingFee, closingFee]).toEqual([
      toScaled("6", 10),
      toScaled("0.036", 10),
      toScaled("0.0396", 10),
    ]);
    expect(toScaled(frozen, 10)).toBe(margin + openingFee + closingFee);
  });
});
