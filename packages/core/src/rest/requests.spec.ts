import { coin, spot, usdt, wallet } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { decodeBatchCommands, decodeBatchForm } from "../batch-query/decode-request.js";
import { encodeBatchRequest } from "../batch-query/encode-request.js";
import { ProtocolError } from "../error/protocol-error.js";
import { ValidationError } from "../error/validation-error.js";
import { Credential } from "../signing/credential.js";
import { checkParams } from "./check-params.js";
import { compileOperation } from "./compile-operation.js";
import { decodeRequest, decodeRequestSignature } from "./decode-request.js";
import { encodePublicRequest, encodeSignedRequest } from "./encode-request.js";
import { thrownBy } from "./thrown-by.spec-kit.js";

const credential = new Credential({ apiKey: "key", apiSecret: "c708ac3e70d115ec29efbee197330627d7edf842" });
const signing = { credential, timestampMs: 1602679943911, serviceName: "svc" };

describe("requests", () => {
  it("are signed as the field notes' sample", () => {
    const request = encodeSignedRequest(
      compileOperation(usdt.transferFunds),
      { amount: "0.01", coin: "USDT", direction: "in" },
      signing,
    );
    expect(request).toEqual({
      method: "POST",
      target: "/v3/cbuassets/transfer",
      headers: {
        "content-type": "application/json",
        "svc-api-key": "key",
        "svc-timestamp": "1602679943911",
        "svc-api-sign": "c947bf64fed90b1b73f8daa089bf3acb",
      },
      body: '{"amount":"0.01","symbol":"USDT","type":0}',
    });
    const empty = encodeSignedRequest(compileOperation(usdt.getAssets), {}, { ...signing, serviceName: "other" });
    expect(empty.body).toBe("{}");
    expect(empty.headers["other-api-sign"]).toBe("a6bcb033fd11840e2a1118466d98ecc2");
  });

  it("write a withdrawal's amount as the plain literal that was given", () => {
    const amount = "0.1234567890123456789012345678901234";
    const { body } = encodeSignedRequest(
      compileOperation(wallet.withdraw),
      { coin: "BTC", amount, address: "a" },
      signing,
    );
    expect(body).toBe(`{"coin_symbol":"BTC","amount":${amount},"addr":"a"}`);
  });

  it("write a 64-bit order id as a bare integer", () => {
    const { body } = encodeSignedRequest(
      compileOperation(usdt.listFills),
      { orderId: "11221615815381299", page: 1, size: 10 },
      signing,
    );
    expect(body).toBe('{"orderId":11221615815381299,"page":1,"size":10}');
  });

  it("of public operations stand in the query", () => {
    expect(
      encodePublicRequest(compileOperation(spot.getKlines), { pair: "BTC_USDT", period: "1min", size: 5 }),
    ).toEqual({
      method: "GET",
      target: "/v3/mdata/kline?pair=BTC_USDT&period=1min&size=5",
      headers: {},
    });
    expect(encodePublicRequest(compileOperation(coin.getFundingRates), {}).target).toBe("/v1.1/cquery?cmd=bcFundRate");
    expect(encodePublicRequest(compileOperation(usdt.getServerTime), {}).target).toBe("/v3/cbu/timestamp");
  });

  it("of the batch query are a form, signed as the field notes' sample", () => {
    const operation = compileOperation(coin.listPositionChanges);
    const request = encodeBatchRequest(operation, { pair: "5BTC_USD", page: 1, size: 10 }, credential, 1);
    expect(request).toMatchObject({
      method: "POST",
      target: "/v1.1/cquery",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(decodeBatchForm(request.body ?? "")).toEqual({
      commands: '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]',
      apiKey: "key",
      signature: "4429dee1480d6b046a087b10b751143b",
    });
  });

  it("cannot be written in another scheme than the operation's", () => {
    expect(thrownBy(() => encodePublicRequest(compileOperation(usdt.getAssets), {})).code).toBe("option-invalid");
    expect(thrownBy(() => encodeSignedRequest(compileOperation(usdt.getServerTime), {}, signing)).code).toBe(
      "option-invalid",
    );
    expect(thrownBy(() => encodeBatchRequest(compileOperation(usdt.getAssets), {}, credential, 1)).code).toBe(
      "option-invalid",
    );
  });
});

describe("received requests", () => {
  const headers: Record<string, string> = {
    "svc-api-key": "key",
    "svc-timestamp": "1602679943911",
    "svc-api-sign": "cd797073de0017864f106c2d029e4c90",
  };
  const header = (name: string): string | undefined => headers[name];

  it("without a body may be signed over the timestamp alone or over an empty object", () => {
    const { stringsToSign } = decodeRequestSignature({ query: "", header, body: "" }, "SVC".toLowerCase());
    expect(stringsToSign).toEqual(["1602679943911", "1602679943911{}"]);
    expect(decodeRequest(compileOperation(usdt.getAssets), { query: "", header, body: "" })).toEqual({});
  });

  it.each([
    ["svc-api-key", undefined],
    ["svc-api-sign", ""],
    ["svc-timestamp", "now"],
    ["svc-timestamp", "1e12"],
    ["svc-timestamp", "-5"],
  ])("need %s, not %j", (name, value) => {
    const changed = (asked: string): string | undefined => (asked === name ? value : headers[asked]);
    const error = thrownBy(() => decodeRequestSignature({ query: "", header: changed, body: "{}" }, "svc"));
    expect(error).toMatchObject({ code: "message-shape", details: { path: name } });
  });

  it("name the wire's key of what is wrong", () => {
    const request = { query: "pair=BTC_USDT&period=2min", header, body: "" };
    expect(thrownBy(() => decodeRequest(compileOperation(spot.getKlines), request)).details).toMatchObject({
      path: "period",
    });
    const body = '{"pair":"4BTC_USDT","mode":1,"leverage_long":0,"leverage_short":5}';
    const error = thrownBy(() => decodeRequest(compileOperation(usdt.setModeAndLeverage), { query: "", header, body }));
    expect(error.details).toMatchObject({ path: "leverage_long", expected: "an integer from 1 to 100" });
  });

  it.each(["pair=a&pair=b", "pair=%ff", "pair=%", `pair=${"x".repeat(70_000)}`])(
    "with the query %j are refused",
    (query) => {
      expect(
        thrownBy(() => decodeRequest(compileOperation(spot.getTicker), { query, header, body: "" })),
      ).toBeInstanceOf(ProtocolError);
    },
  );

  it("of the batch query may hold any number of commands: refusing them has codes of its own", () => {
    expect(decodeBatchCommands("[]")).toEqual([]);
    expect(decodeBatchCommands('[{"cmd":"a","body":{},"index":1},{"cmd":"b","body":{},"index":2}]')).toHaveLength(2);
    expect(thrownBy(() => decodeBatchCommands("{}")).code).toBe("message-shape");
    expect(thrownBy(() => decodeBatchForm("cmds=x&apikey=k")).details).toMatchObject({ path: "sign" });
  });
});

describe("parameters", () => {
  const placeOrder = compileOperation(usdt.placeOrder);
  const limit = { pair: "4BTC_USDT", quantity: "0.01", side: "open-long", type: "limit", price: "60000" } as const;
  const attached = {
    attachedOrderType: "market",
    takeProfitTriggerPrice: "61000",
    stopLossTriggerPrice: "59000",
  } as const;
  const long = { ...limit, ...attached };
  const short = {
    ...long,
    side: "open-short",
    takeProfitTriggerPrice: "59000",
    stopLossTriggerPrice: "61000",
  } as const;

  it.each([
    ["a limit order", limit],
    ["take-profit and stop-loss of a long", long],
    ["take-profit and stop-loss of a short", short],
    [
      "limit attachments with their prices",
      { ...long, attachedOrderType: "limit", takeProfitPrice: "61000", stopLossPrice: "59000" } as const,
    ],
    [
      "a market order, whose latest price is not known here",
      { ...long, type: "market", takeProfitTriggerPrice: "1", stopLossTriggerPrice: "2" } as const,
    ],
  ])("are fine: %s", (_name, params) => {
    expect(() => checkParams(placeOrder, params)).not.toThrow();
  });

  it.each([
    ["quantity", { ...limit, quantity: "0" }],
    ["quantity", { ...limit, quantity: "-0.1" }],
    ["quantity", { ...limit, quantity: "1e3" }],
    ["pair", { ...limit, pair: "BTCUSDT" }],
    ["side", { ...limit, side: "buy" as "open-long" }],
    ["stopLossTriggerPrice", { ...limit, attachedOrderType: "market", takeProfitTriggerPrice: "61000" } as const],
    ["attachedOrderType", { ...long, side: "close-long" } as const],
    ["takeProfitPrice", { ...limit, takeProfitPrice: "61000" }],
    ["takeProfitPrice", { ...long, attachedOrderType: "limit", stopLossPrice: "59000" } as const],
    ["takeProfitTriggerPrice", { ...long, takeProfitTriggerPrice: "60000.0" }],
    ["stopLossTriggerPrice", { ...long, stopLossTriggerPrice: "60000" }],
    ["takeProfitTriggerPrice", { ...short, takeProfitTriggerPrice: "60001" }],
    ["stopLossTriggerPrice", { ...short, stopLossTriggerPrice: "59999" }],
  ])("are refused for %s: %j", (path, params) => {
    const error = thrownBy(() => checkParams(placeOrder, params));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: "value-invalid", details: { path, rule: expect.stringMatching(/\w/) } });
  });

  it("of a market order are held against the latest price, where it is known", () => {
    const market = { ...long, type: "market" } as const;
    expect(() => checkParams(placeOrder, market, { latestPrice: "60000" })).not.toThrow();
    expect(thrownBy(() => checkParams(placeOrder, market, { latestPrice: "61000" })).details).toMatchObject({
      path: "takeProfitTriggerPrice",
      rule: expect.stringContaining("greater than the latest price"),
    });
  });

  it("have their documented ranges", () => {
    const klines = compileOperation(spot.getKlines);
    expect(() => checkParams(klines, { pair: "BTC_USDT", period: "3min", size: 1000 })).not.toThrow();
    expect(thrownBy(() => checkParams(klines, { pair: "BTC_USDT", period: "3min", size: 1001 })).details).toMatchObject(
      { path: "size" },
    );
    const openOrders = compileOperation(usdt.getOpenOrders);
    expect(thrownBy(() => checkParams(openOrders, {} as { side: "open-long" })).details).toMatchObject({
      path: "side",
    });
  });
});
