import { leaseStoreContract } from "@depthwire/testkit";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf } from "./connection-bus.js";
import type { NatsBus } from "./nats-bus.js";
import { type NatsLeaseStore, openNatsLeaseStore } from "./nats-lease-store.js";
import { openNatsBus } from "./open-bus.js";

describe.skipIf(lacksNatsServer)("leases on a real server (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  let bus: NatsBus;
  let store: NatsLeaseStore;

  beforeAll(async () => {
    await server.start();
    bus = await openNatsBus({ servers: [server.address], name: "leases" });
    store = await openNatsLeaseStore(bus, { bucket: "leases", callLimitMs: 10_000 });
  });

  afterAll(async () => {
    await bus.close();
    await server.remove();
  });

  test.each(leaseStoreContract.map((clause, number) => ({ ...clause, key: `clause${number}` })))(
    "$says",
    async ({ check, key }) => {
      await check(store, key);
    },
  );

  test("what was deleted is not new: revision 0 is refused, its own is taken", async () => {
    const revision = await store.compareAndSet("gone", 0, "text");
    await (await new Kvm(connectionOf(bus)).open("leases")).delete("gone");
    const left = await store.read("gone");
    expect(left.text).toBeUndefined();
    expect(left.revision).toBeGreaterThan(revision ?? 0);
    expect(await store.compareAndSet("gone", 0, "new")).toBeUndefined();
    expect(await store.compareAndSet("gone", left.revision, "new")).toBeGreaterThan(left.revision);
  });

  test("a bucket that is there already is opened as it is; it tells its keys and how many servers keep it", async () => {
    const again = await openNatsLeaseStore(bus, { bucket: "leases", replicas: 3 });
    expect(await again.replicas()).toBe(1);
    expect(await again.keys()).toEqual(expect.arrayContaining(["clause1", "gone"]));
  });

  test.each([
    ["read", (kept: NatsLeaseStore) => kept.read("s00")],
    ["written", (kept: NatsLeaseStore) => kept.compareAndSet("s00", 0, "again")],
  ])("a bucket that is gone is made again when it is to be %s", async (_how, ask) => {
    const kept = await openNatsLeaseStore(bus, { bucket: "gone", callLimitMs: 10_000 });
    await kept.compareAndSet("s00", 0, "before");
    await (await jetstreamManager(connectionOf(bus))).streams.delete("KV_gone");
    await expect(ask(kept)).rejects.toMatchObject({ code: "relay-store-failed" });
    await expect
      .poll(() =>
        ask(kept).then(
          () => "answered",
          () => "not yet",
        ),
      )
      .toBe("answered");
    const { text } = await kept.read("s00");
    expect(text).not.toBe("before");
  });

  test("a call that nobody answers ends within its limit, and says so", async () => {
    const hasty = await openNatsLeaseStore(bus, { bucket: "leases", callLimitMs: 200 });
    await server.kill();
    await expect(hasty.read("s00")).rejects.toMatchObject({ retryable: true });
    await expect(hasty.compareAndSet("s00", 1, "a")).rejects.toThrow();
    await server.start();
    await expect.poll(() => bus.status).toBe("connected");
    await expect.poll(() => hasty.read("s00").catch(() => undefined)).toEqual({ revision: 0, text: undefined });
  });
});
