import { VenueError } from "@depthwire/core";
import { compileOperation } from "@depthwire/core/internal";
import { usdt, venueCodes } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { answered, thrownBy } from "../wire.spec-kit.js";

/** The table of the document, copied by hand: code, meaning and text as published. */
const table = [
  [2003, "cookie expired", "Cookie expired"],
  [2033, "order already completed or cancelled", "Operation failed! Order completed or canceled"],
  [2034, "check parameters", "Operation failed! Please check parameter"],
  [2040, "no such order", "Operation failed! No record"],
  [2064, "already cancelling", "Canceling. Unable to cancel again"],
  [2065, "order price too high", "Precatory price is exorbitant, please reset"],
  [2066, "order price too low", "Precatory price is low , please reset"],
  [2067, "market orders unsupported", "Limit Order Only"],
  [2068, "quantity below 0.0001", "Min Amount:0.0001"],
  [2069, "market order cannot be cancelled", "Market order can not be canceled"],
  [2078, "illegal order price", "unvalid order price"],
  [2085, "below minimum trade amount for the coin", "the trade amount is low"],
  [2086, "account assets abnormal, ordering restricted", "Abnormal account assets, trade is forbiden"],
  [2091, "requests too frequent", "request is too frequency, please try again later"],
  [2092, "below minimum order value", "Minimum amount not met"],
  [3000, "request parameter incorrect", "Requested parameter incorrect"],
  [3002, "parameter cannot be empty", "Parameter cannot be null"],
  [3009, "illegal subscription channel", "Illegal subscription channel"],
  [3010, "websocket connection error", "websocket connection error"],
  [3011, "interface does not support apikey request method", "Illegal subscribe event"],
  [3012, "invalid apikey", "Interface does not support apikey request method"],
  [3016, "trading pair error", "Invalid apikey"],
  [3017, "illegal subscription event", "Trading pair error"],
  [3024, "apikey authorization insufficient", "apikey authorization insufficient"],
  [3025, "apikey signature verification failed", "apikey signature verification failed"],
  [3026, "apikey IP restricted", "apikey ip is restricted"],
  [3027, "account has no apikey", "No apikey in your account"],
  [3028, "account apikey count exceeds limit", "Account apikey has exceeded the limit amount"],
  [3029, "allowed IP count of apikey exceeds limit", "apikey ip has exceeded the limit amount"],
  [3033, "query requests allow only one cmd", "query allow only one cmd"],
  [3034, "maximum cmd count", "maxinum cmds"],
  [3035, "too many cmds", "too many cmds"],
  [4000, "network unstable", "the network is unstable now, please try again later"],
  [4003, "server busy", "The server is busy, please try again later"],
] as const;

const assets = compileOperation(usdt.getAssets);
const placeOrder = compileOperation(usdt.placeOrder);

describe("codes", () => {
  it.each(table.map(([code, meaning, published]) => ({ code, meaning, published })))(
    "$code: $meaning [d1/errors/code/$code]",
    ({ code, meaning, published }) => {
      const text = JSON.stringify({ state: code, msg: published, cmd: "x" });
      const error = thrownBy(() => answered(assets, text));
      expect(error).toBeInstanceOf(VenueError);
      expect(error).toMatchObject({
        code: "venue-refused",
        venueCode: code,
        details: { published },
        entry: { source: "error-table", meaning, publishedText: published },
      });
      expect(error.retryable).toBe(venueCodes[code].retryable);
    },
  );
});

describe("published texts", () => {
  it("stand one row off for 3011, 3012, 3016 and 3017; the meaning counts [d1/errors/sentence/2]", () => {
    const owners = { 3011: 3017, 3012: 3011, 3016: 3012, 3017: 3016 } as const;
    const shifted = Object.entries(venueCodes).filter(([, entry]) => entry.errata !== undefined);
    expect(Object.fromEntries(shifted.map(([code, { errata }]) => [code, errata?.textBelongsTo]))).toEqual(owners);
    // A client that matched on the text would take an invalid pair for an invalid key.
    const error = thrownBy(() => answered(placeOrder, '{"state":3016,"msg":"Invalid apikey"}'));
    expect(error).toMatchObject({ venueCode: 3016, entry: { category: "parameter", meaning: "trading pair error" } });
  });
});

describe("HTTP statuses", () => {
  it("are not shown: a failure is read under any, and success under 2xx alone [d1/errors/sentence/1]", () => {
    const refusal = '{"state":2040,"msg":"m"}';
    for (const status of [200, 201, 400, 401, 404, 429, 500, 503]) {
      expect(thrownBy(() => answered(assets, refusal, { status }))).toMatchObject({ venueCode: 2040 });
    }
    const success = '{"state":0,"result":[]}';
    for (const status of [200, 201]) {
      expect(answered(assets, success, { status })).toEqual([]);
    }
    for (const status of [199, 302, 404, 500]) {
      expect(thrownBy(() => answered(assets, success, { status })).code).toBe("response-shape");
    }
    expect(thrownBy(() => answered(placeOrder, refusal, { status: 200 })).ambiguous).toBe(false);
    expect(thrownBy(() => answered(placeOrder, refusal, { status: 500 })).ambiguous).toBe(true);
    expect(thrownBy(() => answered(assets, refusal, { status: 500 })).ambiguous).toBe(false);
  });
});
