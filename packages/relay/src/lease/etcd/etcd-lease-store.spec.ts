import type { Clock, HttpClient } from "@depthwire/core";
import { leaseStoreContract } from "@depthwire/testkit";
import { fetchHttp, lacksEtcd, SpecEtcd } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeLeaseRecord } from "../lease-options.js";
import { EtcdLeaseStore } from "./etcd-lease-store.js";

const clock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

describe.skipIf(lacksEtcd)("leases in a real etcd (skipped where etcd is missing)", () => {
  const etcd = new SpecEtcd();
  let store: EtcdLeaseStore;

  beforeAll(async () => {
    await etcd.start();
    store = new EtcdLeaseStore({ addresses: [etcd.address], http: fetchHttp, clock, callLimitMs: 20_000 });
  });
  afterAll(() => etcd.remove());

  test.each(leaseStoreContract.map((clause, number) => ({ ...clause, key: `clause${number}` })))(
    "$says",
    async ({ check, key }) => {
      await check(store, key);
    },
  );

  test("others use the same etcd: keys of another prefix are not its own", async () => {
    const other = new EtcdLeaseStore({ addresses: [etcd.address], http: fetchHttp, clock, prefix: "dw1_leaser" });
    await other.compareAndSet("s99", 0, "text");
    expect(await other.keys()).toEqual(["s99"]);
    expect(await store.keys()).toEqual(expect.arrayContaining(["clause1", "clause5"]));
    expect(await store.keys()).not.toContain("s99");
  });

  test("bytes that are no text are read as a lease that nobody understands", async () => {
    const key = Buffer.from("dw1_leases/odd").toString("base64");
    const value = Buffer.from([0xff, 0xfe, 0x00]).toString("base64");
    await fetch(`${etcd.address}/v3/kv/put`, { method: "POST", body: JSON.stringify({ key, value }) });
    const { revision, text } = await store.read("odd");
    expect(revision).toBeGreaterThan(0);
    expect(decodeLeaseRecord(text ?? "")).toBe("unreadable");
  });

  test("a member that does not answer is left for the next one", async () => {
    const addresses = ["http://127.0.0.1:1", etcd.address];
    const cluster = new EtcdLeaseStore({ addresses, http: fetchHttp, clock, callLimitMs: 20_000 });
    await expect(cluster.read("clause1")).rejects.toMatchObject({ code: "connect-failed" });
    expect((await cluster.read("clause1")).text).toBe("first");
  });

  test("what was written is there after a kill", async () => {
    const revision = await store.compareAndSet("kept", 0, "text");
    await etcd.kill();
    await expect(store.read("kept")).rejects.toMatchObject({ code: "connect-failed" });
    await etcd.start();
    await expect.poll(() => store.read("kept").catch(() => undefined)).toEqual({ revision, text: "text" });
  });
});

describe("a store that answers oddly", () => {
  const answering = (status: number, body: string): EtcdLeaseStore => {
    const http: HttpClient = async () => ({ status, body: new TextEncoder().encode(body) });
    return new EtcdLeaseStore({ addresses: ["http://127.0.0.1:1"], http, clock });
  };

  test.each([
    [503, '{"error":"etcdserver: no leader"}'],
    [200, "<html>"],
    [200, "[]"],
    [200, '{"kvs":{}}'],
    [200, '{"kvs":[{"key":"Zm9v","value":"YmFy"}]}'],
    [200, '{"kvs":[{"key":"Zm9v","mod_revision":"99999999999999999999"}]}'],
    [200, '{"kvs":[{"key":"Zm9v","value":"*","mod_revision":"1"}]}'],
  ])("%s %s is a failure of the store, no lease", async (status, body) => {
    await expect(answering(status, body).read("s00")).rejects.toMatchObject({
      code: "relay-store-failed",
    });
  });

  test("an update that succeeded without a revision is a failure: what it did is not known", async () => {
    await expect(answering(200, '{"succeeded":true}').compareAndSet("s00", 1, "a")).rejects.toMatchObject({
      code: "relay-store-failed",
    });
    expect(await answering(200, '{"header":{"revision":"7"}}').compareAndSet("s00", 1, "a")).toBeUndefined();
  });

  test("no answer within the limit is one", async () => {
    const http: HttpClient = (_address, _request, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("given up"))));
    const store = new EtcdLeaseStore({ addresses: ["http://127.0.0.1:1"], http, clock, callLimitMs: 20 });
    await expect(store.compareAndSet("s00", 0, "a")).rejects.toMatchObject({ code: "timed-out", ambiguous: true });
  });

  test.each(["http://etcd-1:2379", "http://127.0.0.1.example:2379", "http://localhost.example"])(
    "%s is not encrypted, and nothing is sent",
    (address) => {
      const open = () => new EtcdLeaseStore({ addresses: [address], http: fetchHttp, clock });
      expect(open).toThrow(expect.objectContaining({ code: "relay-insecure", details: { address } }));
    },
  );

  test.each(["etcd-1:2379", "https://user:secret@etcd-1:2379", "https://etcd-1:2379/path", ""])(
    "'%s' is no address",
    (address) => {
      const open = () => new EtcdLeaseStore({ addresses: [address], http: fetchHttp, clock });
      expect(open).toThrow(expect.objectContaining({ code: "option-invalid" }));
    },
  );
});
