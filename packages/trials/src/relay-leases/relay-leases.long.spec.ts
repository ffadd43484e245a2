import { MemoryLeaseStore } from "@depthwire/relay";
import { expect, test } from "vitest";
import { HolderRecord } from "./holder-record.js";
import { parseLeasesOptions } from "./options.js";
import { UnconfirmedStore } from "./unconfirmed-store.js";

const silent = { out: () => undefined, err: () => undefined };
const lease = "lease-0";
const acted = (term: number, fromMs: number, untilMs: number) =>
  ({ note: "acted", lease, term, fromMs, untilMs }) as const;

test("two that act for one lease at the same moment are found, and for how long", () => {
  const record = new HolderRecord();
  record.take("a", acted(1, 100, 150));
  record.take("b", acted(2, 200, 260));
  record.take("a", acted(1, 150, 190));
  expect(record.twoAtOnceMs).toBe(0);
  record.take("a", acted(1, 190, 230.5));
  expect(record.twoAtOnceMs).toBe(31);
  // One moment within another one's time.
  record.take("c", acted(3, 240, 240));
  expect(record.twoAtOnceMs).toBe(32);
  record.take("c", { ...acted(3, 0, 1_000), lease: "lease-1" });
  expect(record.twoAtOnceMs).toBe(32);
  expect([record.isHeldSince(lease, 260), record.isHeldSince(lease, 261)]).toEqual([true, false]);
});

test("a takeover is a term that another one won; a term that two won is a failure", () => {
  const record = new HolderRecord();
  const win = (name: string, term: number) => record.take(name, { note: "won", lease, term, atMs: 0 });
  win("a", 1);
  win("a", 2);
  win("b", 5);
  expect([record.takeovers, record.busiest]).toEqual([1, "b"]);
  win("a", 4);
  expect(record.takeovers).toBe(1);
  expect(record.failures).toEqual([]);
  win("a", 5);
  record.take("a", { note: "failed", what: "x" });
  expect(record.failures).toEqual(["lease-0: 1 terms were won twice", "a: x"]);
});

test("a store can be kept from seeing the update that confirms a take, and sees every other one", async () => {
  const inner = new MemoryLeaseStore();
  const store = new UnconfirmedStore(inner);
  expect(await store.compareAndSet("s", 0, "mine")).toBe(1);
  expect(await store.compareAndSet("s", 1, "mine")).toBe(1);
  expect(await inner.read("s")).toEqual({ revision: 1, text: "mine" });
  expect(await store.compareAndSet("s", 1, "mine")).toBe(2);
  expect(await store.compareAndSet("s", 1, "yours")).toBeUndefined();
  expect(await store.read("s")).toEqual({ revision: 2, text: "mine" });
});

test("takes its options", () => {
  expect(parseLeasesOptions(["--takeovers", "7", "--allow-unsafe-store", "--json"], silent)).toEqual({
    takeovers: 7,
    seed: 1,
    store: "three-replicas",
    summary: "json",
  });
  expect(parseLeasesOptions([], silent)).toMatchObject({ takeovers: 500, store: "one-replica", summary: "text" });
  expect(parseLeasesOptions(["--takeovers", "0"], silent)).toEqual({ exitCode: 2 });
});
