import { leaseStoreContract } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { MemoryLeaseStore } from "./memory-lease-store.js";

test.each(leaseStoreContract)("$says", async ({ check }) => {
  await check(new MemoryLeaseStore(), "s00");
});

test("the contract finds a store that checks a revision only when an update is proposed", async () => {
  const inner = new MemoryLeaseStore();
  const careless = {
    read: (key: string) => inner.read(key),
    compareAndSet: async (key: string, expected: number, text: string) => {
      const { revision } = await inner.read(key);
      await new Promise((resolve) => setImmediate(resolve));
      return revision === expected ? inner.compareAndSet(key, (await inner.read(key)).revision, text) : undefined;
    },
  };
  const broken = await Promise.allSettled(
    leaseStoreContract.map(({ check }, number) => check(careless, `s0${number}`)),
  );
  expect(broken.flatMap(({ status }, number) => (status === "rejected" ? [number] : []))).toEqual([5]);
});
