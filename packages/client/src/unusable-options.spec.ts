import { Credential } from "@depthwire/core";
import { expect, it, onTestFinished } from "vitest";
import { openVenue } from "./open-venue.js";
import { stubPorts } from "./stub-ports.spec-kit.js";
import type { VenueOptions } from "./venue-options.js";

const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
const here = { addresses: ["ws://nowhere"], restAddress: "http://nowhere" };

const invalid = (option: string): object =>
  expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) });

const ofVenues: readonly (readonly [option: string, given: unknown])[] = [
  ["addresses", undefined],
  ["addresses", {}],
  ["addresses", { addresses: "ws://127.0.0.1:1" }],
  ["adresses", { ...here, adresses: [] }],
  ["restAddress", { ...here, restAddress: "no address" }],
  ["restAddress.rest", { ...here, restAddress: { rest: [] } }],
  ["restAddress.legacy", { ...here, restAddress: { rest: "http://nowhere", legacy: "ftp://nowhere" } }],
  ["signal", { ...here, signal: {} }],
  ["expectedPairs", { ...here, expectedPairs: Number.NaN }],
  ["logger", { ...here, logger: {} }],
  ["record.maxSegmentMs", { ...here, record: { maxSegmentMs: -1 } }],
  ["record.maxSegmentBytes", { ...here, record: { maxSegmentBytes: 0 } }],
  ["record", { ...here, record: "x" }],
  ["heartbeat.pingEveryMs", { ...here, heartbeat: { pingEveryMs: 5 } }],
  ["rest.throttle.limit", { ...here, rest: { throttle: { limit: 0 } } }],
  ["rest.throttle.requests", { ...here, rest: { throttle: { requests: 5 } } }],
  ["rest.timeoutMs", { ...here, rest: { timeoutMs: "5" } }],
  ["rest.timeoutMs", { ...here, rest: { timeoutMs: Number.NaN } }],
  ["rest.retry.maxAttempts", { ...here, rest: { retry: { maxAttempts: -1 } } }],
];

it.each(ofVenues)("a venue is not opened with an unusable %s: %j", (option, given) => {
  expect(() => openVenue(given as VenueOptions, stubPorts())).toThrowError(invalid(option));
});

const ofAccounts: readonly (readonly [option: string, given: object])[] = [
  ["trader", { trader: 5 }],
  ["traders", { traders: {} }],
  ["trader.onDisconnect", { trader: { onDisconnect: "stop" } }],
  ["trader.onDisconnect", { trader: { onDisconnect: true } }],
  ["trader.marketChecks", { trader: { marketChecks: true } }],
  ["trader.marketChecks", { trader: { marketChecks: "some" } }],
  ["trader.limits.maxPosition", { trader: { limits: { maxPosition: "1" } } }],
  ["trader.limits.maxPositionQuantity", { trader: { limits: { maxPositionQuantity: 0.1 } } }],
  ["trader.limits.maxPositionQuantity", { trader: { limits: { maxPositionQuantity: Number.NaN } } }],
  ["trader.limits.maxPositionQuantity", { trader: { limits: { maxPositionQuantity: "abc" } } }],
  ["trader.limits.maxPositionQuantity", { trader: { limits: { maxPositionQuantity: null } } }],
  ["trader.limits.maxOrdersPerSecond", { trader: { limits: { maxOrdersPerSecond: Number.NaN } } }],
  ["trader.limits.priceCollar", { trader: { limits: { priceCollar: "2%" } } }],
  ["trader.halt.scope", { trader: { halt: { scope: "all" } } }],
  ["trader.pollEveryMs", { trader: { pollEveryMs: -1 } }],
  ["trader.outcomes.toleranceMs", { trader: { outcomes: { toleranceMs: "5" } } }],
  ["trader.listener", { trader: { listener: 5 } }],
  ["intents", { intents: {} }],
  ["intents", { intents: { begin: () => undefined } }],
  ["intents", { intents: { end: () => undefined } }],
  ["delivered", { delivered: { begin: () => undefined } }],
  ["delivered", { delivered: { delivered: () => undefined } }],
  ["exclusive", { exclusive: {} }],
  ["tagPrice", { tagPrice: "5" }],
  ["rest.keptOrders", { rest: { keptOrders: -1 } }],
  ["account.keepOrders", { mirror: { keepOrders: 5 } }],
  ["signal", { signal: {} }],
];

it.each(ofAccounts)("an account is not opened with an unusable %s: %j", async (option, given) => {
  const venue = openVenue(here, stubPorts());
  onTestFinished(() => venue.close());
  expect(() => venue.account(credential, given)).toThrowError(invalid(option));
  expect(venue.statistics().accounts.open).toBe(0);
});

it("the deployment's name is refused under its own name", () => {
  expect(() => openVenue({ ...here, serviceName: "a b" }, stubPorts())).toThrowError(invalid("serviceName"));
});

it.each([
  ["timeoutMs", { timeoutMs: Number.NaN }],
  ["timeoutMs", { timeoutMs: -1 }],
  ["priority", { priority: "x" }],
  ["signal", { signal: {} }],
  ["timeout", { timeout: 5 }],
])("a call is not made with an unusable %s: %j", async (option, given) => {
  await using venue = openVenue(here, stubPorts());
  await expect(venue.rest.usdt.getServerTime({}, given as object)).rejects.toEqual(invalid(option));
  const { trader } = venue.account(credential);
  const order = { pair: "4BTC_USDT", side: "open-long", type: "limit", quantity: "1", price: "1" } as const;
  await expect(trader.place(order, given as object)).rejects.toEqual(invalid(option));
});

it("a halt that cannot be read halts by the defaults, and says what was wrong", async () => {
  await using venue = openVenue(here, stubPorts());
  const [reasonless, scoped] = [venue.account(credential), venue.account(credential)];
  await expect(reasonless.trader.halt(undefined as unknown as string)).rejects.toEqual(invalid("reason"));
  expect(reasonless.trader.halted).toMatchObject({ scope: "own", isReached: false });
  await expect(scoped.trader.halt("x", { scope: "all" as "own" })).rejects.toEqual(invalid("scope"));
  expect(scoped.trader.halted).toMatchObject({ reason: "x", scope: "own" });
});
