import { Credential, type HttpClient, type HttpRequest, headerStringToSign, sign } from "@depthwire/core";
import { encodeUtf8 } from "@depthwire/core/internal";
import * as coin from "@depthwire/schema/coin";
import * as usdt from "@depthwire/schema/usdt";
import { beforeEach, describe, expect, it } from "vitest";
import { callOnce, type OnceOptions } from "./call-once.js";
import { signForm, signHeaders } from "./request-signers.js";

const address = "https://venue.test";
const credential = new Credential({ apiKey: "a-key", apiSecret: "a-secret" });
const venueTimeMs = 1_700_000_000_000;

let sent: HttpRequest[];
let answer: unknown;
let status: number;
let options: OnceOptions;

beforeEach(() => {
  sent = [];
  status = 200;
  const http: HttpClient = (_, request) => {
    sent.push(request);
    return Promise.resolve({ status, body: encodeUtf8(JSON.stringify(answer)) });
  };
  options = { address, http };
});

describe("callOnce", () => {
  it("calls a public operation with nothing but an address and a way to send", async () => {
    answer = { time: "1700000000123" };
    expect(await callOnce(usdt.getServerTime, {}, options)).toEqual({ serverTimeMs: 1_700_000_000_123 });
    const asked = { method: "GET", target: "/v3/cbu/timestamp", headers: {} };
    expect(sent).toEqual([asked]);
    await callOnce(usdt.getServerTime, {}, { ...options, signer: signHeaders({ credential, venueTimeMs }) });
    expect(sent).toEqual([asked, asked]);
  });

  it("signs by headers the body that it sends, with the time that it is given", async () => {
    answer = { state: 0, result: [], cmd: "x" };
    const signer = signHeaders({ credential, venueTimeMs });
    await callOnce(usdt.getAssets, {}, { ...options, signer });
    const { headers = {}, body = "" } = sent[0] ?? {};
    expect(Object.values(headers)).toEqual(
      expect.arrayContaining(["a-key", String(venueTimeMs), sign(credential, headerStringToSign(venueTimeMs, body))]),
    );
    expect(Object.keys(headers).some((name) => name.startsWith("svc-"))).toBe(true);
  });

  it("signs the form of a batch query", async () => {
    answer = { state: 0, result: { count: 0, page: 1, items: [] }, index: 1 };
    const params = { orderId: "7", page: 1, size: 10 };
    await callOnce(coin.listFills, params, { ...options, signer: signForm(credential) });
    expect(sent[0]?.body).toMatch(/^cmds=.*&apikey=a-key&sign=[0-9a-f]{32}$/);
  });

  it("sends no order, and nothing that cannot be signed or has a wrong parameter", async () => {
    const order = { pair: "4BTC_USDT", side: "open-long", type: "limit", quantity: "1", price: "1" } as const;
    const refused = (option: string) => ({ code: "option-invalid", details: expect.objectContaining({ option }) });
    const signer = signHeaders({ credential, venueTimeMs });
    await expect(callOnce(usdt.placeOrder, order, { ...options, signer })).rejects.toMatchObject(refused("operation"));
    await expect(callOnce(usdt.getAssets, {}, options)).rejects.toMatchObject(refused("operation"));
    await expect(callOnce(usdt.getDepth, { pair: "no pair" }, options)).rejects.toMatchObject({
      code: "value-invalid",
    });
    expect(() => signHeaders({ credential, venueTimeMs: Number.NaN })).toThrow(
      expect.objectContaining({
        code: "option-invalid",
        details: { option: "venueTimeMs", rule: "a whole number of milliseconds" },
      }),
    );
    expect(sent).toEqual([]);
  });

  it("hands its caller's signal to the transport, which ends the call with it", async () => {
    answer = { time: "1700000000123" };
    const signals: (AbortSignal | undefined)[] = [];
    const http: HttpClient = (to, request, limits) => {
      signals.push(limits.signal);
      return options.http(to, request, limits);
    };
    const { signal } = new AbortController();
    await callOnce(usdt.getServerTime, {}, { ...options, http, signal });
    expect(signals).toEqual([signal]);
  });

  it("throws what the venue refused with, and what is no answer", async () => {
    answer = { state: 3016, msg: "Invalid apikey", cmd: "x" };
    await expect(callOnce(usdt.getDepth, { pair: "4BTC_USDT" }, options)).rejects.toMatchObject({
      code: "venue-refused",
      venueCode: 3016,
      operation: "getDepth",
    });
    answer = "a page";
    await expect(callOnce(usdt.getDepth, { pair: "4BTC_USDT" }, options)).rejects.toMatchObject({
      code: "response-shape",
    });
  });
});
