import { coin, spot, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import { VenueError } from "../error/venue-error.js";
import { ExactNumber } from "../json/exact-number.js";
import { compileOperation } from "./compile-operation.js";
import { decodeResponse } from "./decode-response.js";
import { encodeRefusal, encodeResponse } from "./encode-response.js";
import { thrownBy } from "./thrown-by.spec-kit.js";

describe("answers", () => {
  const placed = { orderId: "12875281286404369", clientOrderId: "7", status: "open" } as const;
  const level = { quantity: "1", price: "2" };

  it.each([
    [
      "flat",
      () => encodeResponse(compileOperation(usdt.placeOrder), placed),
      '{"state":0,"order_id":"12875281286404369","client_oid":"7","status":1,"cmd":"open"}',
    ],
    ["state alone", () => encodeResponse(compileOperation(usdt.adjustMargin), {}), '{"state":0}'],
    ["bare", () => encodeResponse(compileOperation(usdt.getServerTime), { serverTimeMs: 5 }), '{"time":"5"}'],
    [
      "version 2",
      () =>
        encodeResponse(compileOperation(usdt.getDepth), { pair: "4BTC_USDT", updatedAtMs: 5, asks: [level], bids: [] }),
      '{"result":{"pair":"4BTC_USDT","update_time":5,"asks":[{"volume":"1","price":"2"}],"bids":[]},"cmd":"depth","ver":"2.0"}',
    ],
    [
      "version 3",
      () => encodeResponse(compileOperation(spot.ping), 5),
      '{"state":0,"result":5,"cmd":"ping","ver":"3"}',
    ],
    ["command", () => encodeResponse(compileOperation(coin.getFundingRates), {}), '{"result":{},"cmd":"bcFundRate"}'],
    [
      "batch",
      () => encodeResponse(compileOperation(coin.getHistoricalOrders), [], 3),
      '{"result":[],"cmd":"bc/orderById","index":3}',
    ],
    [
      "state",
      () => encodeResponse(compileOperation(usdt.cancelOrder), "success"),
      '{"state":0,"result":"success","cmd":"close"}',
    ],
    [
      "a refusal",
      () => encodeRefusal(usdt.adjustMargin, 3103, "no position"),
      '{"state":3103,"msg":"no position","cmd":"changeMargin"}',
    ],
    [
      "a refusal of the older endpoints",
      () => encodeRefusal(coin.listFills, 3012, "m"),
      '{"error":{"code":"3012","msg":"m"}}',
    ],
  ])("are written as documented: %s", (_name, write, text) => {
    expect(write()).toBe(text);
  });

  const order = compileOperation(usdt.placeOrder);
  const assets = compileOperation(usdt.getAssets);
  const answer = (text: string, status = 200): { status: number; body: Uint8Array } => ({
    status,
    body: encodeUtf8(text),
  });

  it.each([
    ["a refusal", '{"state":2033,"msg":"m","cmd":"x"}', 200, { retryable: false, ambiguous: false, venueCode: 2033 }],
    ["a refusal in the older form", '{"error":{"code":"3012","msg":"m"}}', 200, { venueCode: 3012, ambiguous: false }],
    ["a refusal with a code among the venue's that no table has", '{"state":2099}', 200, { ambiguous: false }],
    ["the same in the older form", '{"error":{"code":"3099","msg":"m"}}', 200, { ambiguous: false }],
    ["the same with an HTTP status that no refusal has", '{"state":2099,"msg":"m"}', 403, { ambiguous: true }],
    ["a refusal of the table with an HTTP status", '{"state":3024,"msg":"m"}', 403, { ambiguous: false }],
    ["a gateway's limit", '{"error":{"code":"429","msg":"m"}}', 429, { venueCode: 429, ambiguous: true }],
    ["a gateway's ban", '{"state":403,"msg":"m"}', 403, { venueCode: 403, ambiguous: true }],
    ["a gateway's code with HTTP 200", '{"state":404,"msg":"m"}', 200, { ambiguous: true, retryable: false }],
    ["success and an error", '{"state":0,"order_id":"1","error":{"code":"2027","msg":"m"}}', 200, { ambiguous: true }],
    ["a refusal with an order's id", '{"state":2027,"order_id":12875281286404369}', 200, { ambiguous: true }],
    ["a refusal with an empty result", '{"state":2027,"result":null,"order_id":""}', 200, { ambiguous: false }],
    ["too many requests", '{"state":2091,"msg":"m"}', 200, { retryable: true, ambiguous: false }],
    ["a busy venue", '{"state":4003,"msg":"m"}', 200, { retryable: false, ambiguous: true }],
    ["a refusal without words", '{"state":2040}', 200, { venueCode: 2040 }],
    [
      "a code that no table has",
      '{"state":9999,"msg":"m"}',
      200,
      { venueCode: 9999, entry: undefined, retryable: false, ambiguous: true },
    ],
    ["a refusal with HTTP 500", '{"state":2040,"msg":"m"}', 500, { ambiguous: true }],
  ])("of a money call: %s", (_name, text, status, wanted) => {
    const error = thrownBy(() => decodeResponse(order, answer(text, status)));
    expect(error).toBeInstanceOf(VenueError);
    expect(error).toMatchObject(wanted);
    expect(error.details).toMatchObject({ operation: "placeOrder" });
  });

  it.each([
    ["a page", " <html>…", 502, "response-not-json", { found: "html", status: 502 }],
    ["nothing", "", 200, "response-not-json", { found: "empty" }],
    ["white space", "\n", 200, "response-not-json", { found: "empty" }],
    ["words", "Bad gateway", 502, "response-not-json", { found: "other" }],
    ["no state", '{"result":1}', 200, "response-shape", { path: "state" }],
    ["a state that is no integer", '{"state":"ok"}', 200, "response-shape", { path: "state" }],
    ["no order id", '{"state":0,"status":1}', 200, "response-shape", { path: "order_id" }],
    ["success with HTTP 500", '{"state":0,"order_id":"1","status":1}', 500, "response-shape", { status: 500 }],
    ["an array", "[]", 200, "response-shape", { path: "" }],
  ])("of a money call are ambiguous: %s", (_name, text, status, code, details) => {
    const error = thrownBy(() => decodeResponse(order, answer(text, status)));
    expect(error).toMatchObject({ code, details, ambiguous: true, retryable: false });
    expect(error.cause).toBeInstanceOf(ProtocolError);
  });

  it("of a read are never ambiguous, and retryable when the server failed", () => {
    expect(thrownBy(() => decodeResponse(assets, answer("<html>", 503)))).toMatchObject({
      ambiguous: false,
      retryable: true,
    });
    expect(thrownBy(() => decodeResponse(assets, answer("<html>", 404)))).toMatchObject({
      ambiguous: false,
      retryable: false,
    });
    expect(thrownBy(() => decodeResponse(assets, answer('{"state":4000,"msg":"m"}')))).toMatchObject({
      ambiguous: false,
      retryable: true,
    });
  });

  it("carry odd echoes without harm", () => {
    expect(decodeResponse(assets, answer('{"state":0,"result":[],"cmd":7,"ver":3,"more":{}}'))).toEqual([]);
  });

  it("of a cancel may have any result, or none", () => {
    const cancel = compileOperation(usdt.cancelOrder);
    expect(decodeResponse(cancel, answer('{"state":0,"result":12875281286404369}'))).toEqual(
      new ExactNumber("12875281286404369"),
    );
    expect(decodeResponse(cancel, answer('{"state":0,"result":null}'))).toBeNull();
    expect(decodeResponse(cancel, answer('{"state":0}'))).toBeUndefined();
  });

  it("of the batch query must echo the command's index", () => {
    const fills = compileOperation(coin.getHistoricalOrders);
    expect(decodeResponse(fills, answer('{"result":[],"cmd":"c","index":1}'), 1)).toEqual([]);
    expect(thrownBy(() => decodeResponse(fills, answer('{"result":[],"cmd":"c","index":2}'), 1)).details).toMatchObject(
      { path: "index" },
    );
  });
});
