import { Credential } from "@depthwire/core";
import { expect, it } from "vitest";
import { apiKey, apiSecret, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const windowMs = 5_000;
const limit = 3;

it("counts every call on the key that it is signed with, also those that waited while the key was changed", async () => {
  const { client, clock, seen, settle } = scriptedVenue(() => ({ state: 0, result: { p: 1, t: 0, o: [] } }), {
    throttle: { limit, windowMs, reserve: {} },
  });
  const ask = (): unknown =>
    client.usdt.getOpenOrders({ side: "open-long" }, { timeoutMs: 10 * windowMs }).catch(() => undefined);
  await settle(client.measureVenueTime());
  for (let call = 0; call < 2 * limit; call++) {
    ask();
  }
  await clock.advanceAndSettle(100);
  client.rotate(new Credential({ apiKey: "canary-key-2", apiSecret }));
  for (let call = 0; call < 2 * limit; call++) {
    ask();
  }
  for (let passed = 0; passed < 10 * windowMs; passed += 50) {
    await clock.advanceAndSettle(50);
  }
  expect(seen).toHaveLength(4 * limit);
  const keyOf = (headers: (typeof seen)[number]["headers"]): unknown =>
    JSON.stringify(headers).match(/canary-key-\w+/)?.[0];
  const keys = [...new Set(seen.map(({ headers }) => keyOf(headers)))];
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    const times = seen.filter(({ headers }) => keyOf(headers) === key).map(({ atMs }) => atMs);
    for (const [index, atMs] of times.entries()) {
      const before = times[index - limit];
      if (before !== undefined) {
        expect(atMs - before).toBeGreaterThanOrEqual(windowMs);
      }
    }
  }
});

it("a key waits for none of another's calls: the venue counts each alone", async () => {
  const { client, clock, seen, settle } = scriptedVenue(() => ({ state: 0, result: { p: 1, t: 0, o: [] } }), {
    throttle: { limit: 1, windowMs, reserve: {} },
  });
  const ask = (): Promise<unknown> => client.usdt.getOpenOrders({ side: "open-long" }, { timeoutMs: 10 * windowMs });
  await settle(ask());
  const second = ask();
  await clock.advanceAndSettle(100);
  expect(seen).toHaveLength(1);
  client.rotate(new Credential({ apiKey: "canary-key-2", apiSecret }));
  await settle(ask(), 100);
  expect(seen).toHaveLength(2);
  await settle(second, 3 * windowMs);
  expect(seen).toHaveLength(3);
  // The turn of the first key that the second call waited for, and did not use, is free again.
  client.rotate(new Credential({ apiKey, apiSecret }));
  expect(client.throttleStatistics().signedCalls).toMatchObject({ onTheirWay: 0, granted: 2 });
  await settle(ask(), 100);
  expect(seen).toHaveLength(4);
});
