import type { Logger } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { createInMemoryVenue } from "../in-memory.js";
import { openDoor, openTenant, orderBody, paths, startMs } from "../spec-support/rest-door.js";
import type { LatencyOptions } from "./latency-options.js";

describe("the option latency", () => {
  it.each([
    [{ orderEntry: -1 }, "latency.orderEntry"],
    [{ response: { ms: 1, jitter: 2 } }, "latency.response.jitter"],
    [{ feed: { ms: 60_001 } }, "latency.feed.ms"],
    [{ accounts: { alice: {} } }, "latency.accounts.alice"],
    [{ accounts: { "100001": { order: 1 } } }, "latency.accounts.100001.order"],
    [{ other: 1 }, "latency.other"],
  ])("refuses %j by the place of what is wrong", (latency, option) => {
    const open = (): unknown => createInMemoryVenue({ latency: latency as LatencyOptions });
    expect(open).toThrow(expect.objectContaining({ details: expect.objectContaining({ option }) }));
  });
});

describe("/_sandbox/latency", () => {
  it("sets what everybody has, and what one account has", async () => {
    const { kit } = await openDoor({
      latency: { feed: 5, accounts: { "100002": { response: { ms: 1, jitterMs: 2 } } } },
    });
    await kit.operate("POST", "latency", { orderEntry: 20 });
    await kit.operate("POST", "latency", { account: 100_001, feed: { ms: 0, jitterMs: 7 } });
    expect((await kit.operate("GET", "latency")).body).toEqual({
      orderEntry: { ms: 20, jitterMs: 0 },
      feed: { ms: 5, jitterMs: 0 },
      accounts: { "100001": { feed: { ms: 0, jitterMs: 7 } }, "100002": { response: { ms: 1, jitterMs: 2 } } },
    });
  });

  it("takes delays of an account that will be opened, at the start alone, and tells of it", async () => {
    const told: unknown[] = [];
    const logger: Logger = { log: (_level, event, { account }) => told.push([event, account]) };
    await openDoor({ logger, latency: { accounts: { "100001": { feed: 1 }, "100002": { feed: 1 } } } });
    expect(told).toEqual([["latency-account-absent", 100_002]]);
    const outside = { "0999": { feed: 1 } };
    await expect(openDoor({ latency: { accounts: outside } })).rejects.toThrow(/from 1000 to 999999999999/);
  });

  it.each([
    { orderEntry: "20" },
    { account: 1, feed: 1 },
    { account: 100_003, feed: 1 },
    { feed: { ms: 1.5 } },
    { latency: 1 },
    [],
  ])("refuses %j and changes nothing", async (body) => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", "latency", body)).toMatchObject({ status: 400 });
    expect((await kit.operate("GET", "latency")).body).toEqual({ accounts: {} });
  });
});

it("keeps the order of an account's requests, whatever the jitter, and leaves other accounts alone", async () => {
  const { kit, clock } = await openDoor();
  const slow = await openTenant(kit);
  const fast = await openTenant(kit);
  await kit.operate("POST", "latency", { account: slow.account, orderEntry: { ms: 20, jitterMs: 500 } });
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= 8; i++) {
    sent.push(slow.kit.post(paths.open, orderBody({ client_oid: String(i) })));
    // Each has come in before the next one is sent: an answer to somebody else says so.
    expect(await fast.kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
  }
  const done = Promise.all(sent);
  const timer = setInterval(() => clock.advance(10), 1);
  try {
    const answers = (await done) as readonly { readonly order_id: string }[];
    const ids = answers.map(({ order_id }) => BigInt(order_id));
    expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)));
    expect(clock.epochMs()).toBeGreaterThanOrEqual(startMs + 20);
  } finally {
    clearInterval(timer);
  }
});
