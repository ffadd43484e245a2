import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { DeliveredFact } from "@depthwire/account";
import type { AccountBeginning } from "@depthwire/account/internal";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileDeliveredStore } from "../index.js";

let directory = "";
let path = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "delivered-"));
  path = join(directory, "delivered");
});
afterEach(() => rm(directory, { recursive: true }));

const beginning = {
  beforeMs: 5,
  openIds: ["1"],
  finishedIds: ["2"],
  changeIds: ["3"],
  takenAtMs: 7,
} as unknown as AccountBeginning;

const orderOf = (id: number, status: string, dealQuantity: string): DeliveredFact =>
  ({
    kind: "order",
    origin: "push",
    order: { orderId: String(id), status, dealQuantity, createdAtMs: 100 + id },
    previous: { orderId: "0" },
  }) as unknown as DeliveredFact;

const fillOf = (id: number, fillId: number, dealQuantity = "1"): DeliveredFact =>
  ({ kind: "fill", origin: "query", fill: { orderId: String(id), fillId: String(fillId), dealQuantity } }) as never;

const change = {
  kind: "position-change",
  origin: "push",
  change: { positionChangeId: "9" },
} as unknown as DeliveredFact;

const nameOf = (fact: DeliveredFact): string => {
  switch (fact.kind) {
    case "fill":
      return `fill ${fact.fill.fillId} of ${fact.fill.orderId}`;
    case "order":
      return `order ${fact.order.orderId} ${fact.order.status}`;
    case "position-change":
      return `change ${fact.change.positionChangeId}`;
  }
};
const namesOf = (facts: Iterable<DeliveredFact> = []): readonly string[] => [...facts].map(nameOf);

describe("a file of delivered facts", () => {
  it("holds where the first process began, and what loops had finished with", async () => {
    const first = await createFileDeliveredStore(path);
    expect(first.history).toBeUndefined();
    await first.begin(beginning);
    await first.delivered(orderOf(1, "open", "0"));
    await first.delivered(fillOf(1, 11));
    // What is between an order's beginning and its end is asked for again.
    await first.delivered(orderOf(1, "partly-filled", "1"));
    await first.delivered(fillOf(1, 12));
    await first.delivered(orderOf(1, "filled", "2"));
    await first.delivered(change);
    await first.close();
    await using second = await createFileDeliveredStore(path);
    expect(second.history?.beginning).toEqual(beginning);
    expect(second.history?.lastMs).toBeGreaterThan(1_600_000_000_000);
    expect(namesOf(second.history?.facts)).toEqual(["fill 11 of 1", "fill 12 of 1", "order 1 filled", "change 9"]);
    expect(await readFile(path, "utf8")).not.toContain("previous");
  });

  it("forgets the oldest orders of which nothing can come, and none of which something can", async () => {
    const store = await createFileDeliveredStore(path, { keptOrders: 10 });
    await store.begin(beginning);
    await store.delivered(orderOf(1, "filled", "2"));
    await store.delivered(fillOf(1, 1));
    await store.delivered(orderOf(2, "open", "0"));
    for (let id = 3; id < 43; id++) {
      await store.delivered(orderOf(id, "cancelled", "0"));
    }
    await store.close();
    await using again = await createFileDeliveredStore(path, { keptOrders: 10 });
    const names = namesOf(again.history?.facts);
    // One lacks a fill, one is open.
    expect(names.slice(0, 3)).toEqual(["fill 1 of 1", "order 1 filled", "order 2 open"]);
    expect(names.length).toBeGreaterThanOrEqual(13);
    expect(names.length).toBeLessThanOrEqual(14);
    const [oldestKept] = names.slice(3);
    // Orders placed before the forgotten ones count as told.
    expect(again.history?.beginning.beforeMs).toBe(100 + Number(oldestKept?.split(" ")[1]));
  });

  it.each([
    ['{"fact":null,"atMs":1}'],
    ['{"fact":{"kind":"fill","fill":{"orderId":"1","fillId":"2","dealQuantity":"a lot"}},"atMs":1}'],
    ['{"fact":{"kind":"toString"},"atMs":1}'],
    ['{"beginning":[]}'],
    ["null"],
  ])("refuses %s, and lets another have the file", async (json) => {
    const store = await createFileDeliveredStore(path);
    await store.begin(beginning);
    await store.close();
    const whole = await readFile(path, "utf8");
    await writeFile(path, `${whole}${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
    await expect(createFileDeliveredStore(path)).rejects.toMatchObject({ code: "file-corrupt", details: { line: 3 } });
    await writeFile(path, whole);
    await using again = await createFileDeliveredStore(path);
    expect(again.history?.beginning).toEqual(beginning);
  });

  it("has one holder", async () => {
    await using store = await createFileDeliveredStore(path);
    expect(store.history).toBeUndefined();
    await expect(createFileDeliveredStore(path)).rejects.toMatchObject({ code: "file-locked" });
  });
});
