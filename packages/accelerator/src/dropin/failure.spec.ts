import {
  errorCodes,
  OrderOutcomeUnknown,
  ProtocolError,
  StoreError,
  TransportError,
  ValidationError,
  VenueError,
} from "@depthwire/core";
import { usdt, wallet } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { RefusedError } from "../server/answer.js";
import { failureOf, refusalOf } from "./failure.js";

const venue = (venueCode: number, published = "") => new VenueError({ venueCode, published } as never);
const unknown = (operation: string, clientOrderId?: string) =>
  new OrderOutcomeUnknown({ operation, clientOrderId } as never);
const transport = (code: string) => new TransportError(code as never, {} as never);
const shown = (place: string): string =>
  `The service gave no answer that tells, and may have carried it out: never send it again before you know. ${place} show what became of it`;
const withRemedy = (code: keyof typeof errorCodes): RegExp =>
  new RegExp(`\\. ${errorCodes[code].remedy.replace(/[.*+?^$(){}|[\]\\]/g, "\\$&")}$`);

describe("a failed call is told in words for a person, with a status and a code for a program", () => {
  it.each([
    [
      "too frequent",
      venue(2091),
      503,
      "queue-full",
      /^The service found the calls of this key too frequent .*: end other programs that use it$/,
    ],
    [
      "a refusal",
      venue(2040, "gone"),
      422,
      "venue-refused",
      /^The service refused it: no such order \(venue code 2040, "gone"\)$/,
    ],
    [
      "a refusal without words",
      venue(2040),
      422,
      "venue-refused",
      /^The service refused it: no such order \(venue code 2040\)$/,
    ],
    [
      "a refusal that no table has",
      venue(9999),
      422,
      "venue-refused",
      /^The service refused it: no table has the code \(venue code 9999\)$/,
    ],
    [
      "an order that nobody can tell of",
      unknown(usdt.placeOrder.name, "4711"),
      504,
      "outcome-unknown",
      shown(`POST ${usdt.getOrdersByClientOrderId.path} with {"order_ids":["4711"]}, and GET /orders,`),
    ],
    [
      "a plan order that nobody can tell of",
      unknown(usdt.placePlanOrder.name),
      504,
      "outcome-unknown",
      shown("GET /plan-orders and the service"),
    ],
    [
      "a transfer that nobody can tell of",
      unknown(usdt.transferFunds.name),
      504,
      "outcome-unknown",
      shown("GET /account and the service"),
    ],
    [
      "a margin that nobody can tell of",
      unknown(usdt.adjustMargin.name),
      504,
      "outcome-unknown",
      shown("GET /positions and the service"),
    ],
    [
      "a withdrawal that nobody can tell of",
      unknown(wallet.withdraw.name),
      504,
      "outcome-unknown",
      shown(`POST ${wallet.listWithdrawals.path} and the service`),
    ],
    [
      "anything else that nobody can tell of",
      unknown("other"),
      504,
      "outcome-unknown",
      shown("GET /orders and the service"),
    ],
    [
      "a store that failed",
      new StoreError("store-failed", { directory: "d" } as never),
      503,
      "not-kept",
      withRemedy("store-failed"),
    ],
    [
      "a wrong value",
      new ValidationError("value-invalid", { path: "pair", rule: "a pair" }),
      400,
      "value-invalid",
      '"pair" must be a pair',
    ],
    [
      "a market's rule",
      new ValidationError("market-rule", { path: "price", rule: "a multiple", bound: "0.1", value: "0.15" } as never),
      422,
      "market-rule",
      '"price" must be a multiple (0.1), and is 0.15. Nothing was sent',
    ],
    [
      "a limit of one's own",
      new ValidationError("limit-exceeded", { limit: "maxNotional", value: "7", bound: "5" } as never),
      422,
      "limit-exceeded",
      "The order is beyond your own limit maxNotional: 7, where 5 is allowed. Nothing was sent",
    ],
    [
      "a halt",
      new ValidationError("halted", { reason: "news" } as never),
      422,
      "halted",
      "Trading is halted (news). Nothing was sent. DELETE /halt resumes it",
    ],
    [
      "another rule",
      new ValidationError("option-invalid", { option: "x", rule: "y" }),
      400,
      "value-invalid",
      withRemedy("option-invalid"),
    ],
    ["a full queue", transport("queue-full"), 503, "queue-full", withRemedy("queue-full")],
    ["no answer in time", transport("timed-out"), 504, "venue-silent", withRemedy("timed-out")],
    ["an order that was not placed", transport("not-placed"), 503, "not-placed", withRemedy("not-placed")],
    ["a connection that failed", transport("connect-failed"), 502, "venue-silent", withRemedy("connect-failed")],
    [
      "an answer that is none",
      new ProtocolError("response-not-json", {} as never),
      502,
      "venue-silent",
      withRemedy("response-not-json"),
    ],
    ["what was refused before", new RefusedError(404, "not-found", "no"), 404, "not-found", "no"],
  ] as const)("%s", (_what, error, status, code, message) => {
    const refusal = refusalOf(error);
    expect(refusal).toEqual({
      status,
      code,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });

  it("what is no failure of a call is thrown on", () => {
    const bug = new TypeError("a bug");
    expect(() => refusalOf(bug)).toThrow(bug);
    expect(() => failureOf(usdt.getOrder, bug)).toThrow(bug);
  });
});

describe("at a documented address", () => {
  const told = (operation: Parameters<typeof failureOf>[0], error: unknown) => {
    const { status, headers, body } = failureOf(operation, error);
    return { status, headers, body: JSON.parse(body) as object };
  };

  it("a refusal of the venue's is repeated to the letter", () => {
    expect(told(usdt.placeOrder, venue(2040, "gone"))).toMatchObject({
      status: 200,
      body: { state: 2040, msg: "gone" },
    });
  });

  it("what was too frequent is the queue's matter, unless it may not go out again", () => {
    const refused = told(usdt.placeOrder, venue(2091, "slow down"));
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": "1", "x-depthwire-source": "accelerator" },
      body: { error: { code: "queue-full" } },
    });
    expect(told(usdt.transferFunds, venue(2091, "slow down"))).toMatchObject({ status: 200, body: { state: 2091 } });
  });

  it.each([
    [
      "a wrong value",
      new ValidationError("value-invalid", { path: "pair", rule: "a pair é" }),
      '"pair" must be a pair ?',
    ],
    ["a body that is no JSON", new ProtocolError("json-invalid" as never, {} as never), expect.any(String)],
    [
      "a very long sentence",
      new ValidationError("value-invalid", { path: "x".repeat(200), rule: "y".repeat(200) }),
      expect.stringMatching(/^.{300}$/),
    ],
  ])("%s is refused as the venue does, with the reason in a header", (_what, error, reason) => {
    expect(told(usdt.placeOrder, error)).toMatchObject({
      status: 200,
      headers: { "x-depthwire-reason": reason },
      body: { state: 3000 },
    });
  });

  it("what the caller's own limits refuse is told as the accelerator's, and so is the venue's silence", () => {
    const halted = told(usdt.placeOrder, new ValidationError("halted", { reason: "news" } as never));
    expect(halted).toMatchObject({ status: 422, headers: { "x-depthwire-source": "accelerator" } });
    expect(halted.headers).not.toHaveProperty("retry-after");
    for (const code of ["response-shape", "response-not-json"] as const) {
      expect(told(usdt.placeOrder, new ProtocolError(code, {} as never))).toMatchObject({ status: 502 });
    }
  });
});
