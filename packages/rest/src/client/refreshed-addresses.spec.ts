import { expect, it } from "vitest";
import { type SeenRequest, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const told = ["http://plain.test", "https://other.test", "https://third.test"];
const answer = ({ target }: SeenRequest): object =>
  /domain/i.test(target)
    ? { state: 0, result: told.map((domain) => ({ domain, ws: domain })) }
    : { state: 0, result: { p: 1, t: 0, o: [] } };

it.each([
  ["https://venue.test", 3],
  ["http://venue.test", 4],
])("the venue's further addresses are added to %s, and none without TLS to one with it", async (rest, count) => {
  const { client, settle, seen } = scriptedVenue(answer, { addresses: { rest } });
  const refreshed = await settle(client.refreshAddresses());
  expect([refreshed, seen.length]).toEqual([count, 1]);
  expect(await settle(client.refreshAddresses())).toBe(count);
});

it("an answer of the wrong shape is not asked for again: another attempt would bring the same", async () => {
  const { client, settle, seen } = scriptedVenue(() => ({ state: 0, result: "no list" }));
  const failed = await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "response-shape" });
  expect(seen).toHaveLength(1);
});

it("an address may have a path, which stands before those of the calls", async () => {
  const { client, settle, seen } = scriptedVenue(answer, {
    addresses: { rest: "http://venue.test/behind/a-gateway/" },
  });
  await settle(client.usdt.getOpenOrders({ side: "open-long" }));
  expect(seen[0]?.address).toBe("http://venue.test/behind/a-gateway");
});

it("slashes at the end of an address are none of it", async () => {
  const { client, settle, seen } = scriptedVenue(answer, { addresses: { rest: "http://venue.test//" } });
  await settle(client.usdt.getOpenOrders({ side: "open-long" }));
  expect(seen[0]?.address).toBe("http://venue.test");
});

it.each([[[]], [["http://venue.test", "ftp://venue.test"]], [["http://user@venue.test"]], [["http://venue.test?x"]]])(
  "addresses that are not all of use are refused: %j",
  (rest) => {
    expect(() => scriptedVenue(answer, { addresses: { rest } })).toThrow(
      expect.objectContaining({
        code: "option-invalid",
        details: {
          option: "addresses.rest",
          rule: "at least one http: or https: address without a user, a query or a fragment",
        },
      }),
    );
  },
);

it.each(["legacy", "alternateDomains"])("an address of another base is named where it is of no use: %s", (base) => {
  const addresses = { rest: "http://venue.test", [base]: "ws://venue.test" };
  expect(() => scriptedVenue(answer, { addresses })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ option: `addresses.${base}` }) }),
  );
});

it.each([
  ["timeoutMs", { timeoutMs: 0 }],
  ["attemptTimeoutMs", { attemptTimeoutMs: Number.NaN }],
  ["maxAnswerBytes", { maxAnswerBytes: -1 }],
  ["clientOrderIds", { clientOrderIds: "texts" }],
  ["keptOrders", { keptOrders: 1.5 }],
  ["retry.maxAttempts", { retry: { maxAttempts: 0 } }],
  ["retry.firstWindowMs", { retry: { firstWindowMs: -1 } }],
  ["retry.maxWindowMs", { retry: { maxWindowMs: "1" } }],
  ["clock.roundTrips", { clock: { roundTrips: 0 } }],
  ["clock.measureEveryMs", { clock: { measureEveryMs: 0 } }],
  ["clock.slewMsPerSecond", { clock: { slewMsPerSecond: -1 } }],
  ["clock.stepBeyondMs", { clock: { stepBeyondMs: -1 } }],
  ["clock.maxUncertaintyMs", { clock: { maxUncertaintyMs: 0 } }],
  ["clock.maxOffsetMs", { clock: { maxOffsetMs: 0 } }],
  ["throttle.connections", { throttle: { connections: 0 } }],
  ["throttle.keptConnections", { throttle: { keptConnections: -1 } }],
  ["throttle.limit", { throttle: { limit: 0 } }],
  ["throttle.windowMs", { throttle: { windowMs: 0 } }],
  ["throttle.reserve.cancel", { throttle: { reserve: { cancel: -1 } } }],
  ["throttle.lendWithinMs", { throttle: { lendWithinMs: -1 } }],
  ["throttle.coolDownMs", { throttle: { coolDownMs: -1 } }],
  ["throttle.firstProbeMs", { throttle: { firstProbeMs: -1 } }],
  ["throttle.maxQueued", { throttle: { maxQueued: 0.5 } }],
  ["throttle.queue", { throttle: { queue: 5 } }],
])("a client is not made with an option that cannot be used: %s", (option, options) => {
  expect(() => scriptedVenue(answer, options as object)).toThrow(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
  );
});
