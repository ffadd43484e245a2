import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BoundedQueue } from "./bounded-queue.js";
import type { StreamGap } from "./gap.js";
import { channelStandIn, isReceived } from "./stand-in.js";

interface Content {
  readonly kind: "content";
  readonly value: number;
  readonly receivedAtMs: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

interface StatusItem {
  readonly kind: "status";
  readonly status: "connecting" | "live" | "disconnected";
}

type Item = Content | StreamGap | StatusItem;

const queueOf = (limit: number, merge?: (waiting: Content, next: Content) => Content | undefined) =>
  new BoundedQueue<Item>({
    limit,
    counts: isReceived,
    standIn: channelStandIn<Content, StatusItem>,
    merge: merge as ((waiting: Item, next: Item) => Item | undefined) | undefined,
  });
const content = (value: number): Content => ({ kind: "content", value, receivedAtMs: 10 * value });
const status = (name: StatusItem["status"]): Item => ({ kind: "status", status: name });
const gap = (fromMs: number, toMs: number, missing: StreamGap["missing"] = "unknown"): StreamGap => ({
  kind: "gap",
  fromMs,
  toMs,
  reason: "disconnected",
  dropped: 0,
  missing,
});

function drain(queue: BoundedQueue<Item>): string[] {
  const said: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    switch (item.kind) {
      case "content":
        said.push(`${item.value}`);
        break;
      case "status":
        said.push(item.status);
        break;
      case "gap":
        said.push(`${item.reason} ${item.fromMs}-${item.toMs} ${item.missing} ${item.dropped}`);
        break;
    }
  }
  return said;
}

test("keeps the order", () => {
  const queue = queueOf(3);
  for (const item of [status("live"), content(1), gap(1, 2), status("disconnected"), content(2)]) {
    queue.push(item);
  }
  expect(queue.length).toBe(2);
  expect(drain(queue)).toEqual(["live", "1", "disconnected 1-2 unknown 0", "disconnected", "2"]);
  expect(queue.length).toBe(0);
});

test("drops the older half beyond its bound; one gap in their place says how many", () => {
  const queue = queueOf(4);
  const dropped = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => queue.push(content(value)));
  expect(dropped).toEqual([0, 0, 0, 0, 3, 0, 0, 3]);
  expect(drain(queue)).toEqual(["overflow 10-60 something 6", "7", "8"]);
});

test("a gap among what is dropped goes into that gap, the last status stays", () => {
  const queue = queueOf(1);
  for (const item of [content(1), status("disconnected"), gap(11, 19), content(2), status("live"), content(3)]) {
    queue.push(item);
  }
  expect(drain(queue)).toEqual(["overflow 10-20 something 2", "live", "3"]);
});

test("gaps and statuses do not pile up", () => {
  const queue = queueOf(10);
  queue.push(content(1));
  for (let at = 0; at < 100; at++) {
    queue.push(status("disconnected"));
    queue.push(gap(at, at + 1, at === 50 ? "something" : "nothing"));
    queue.push(status("live"));
  }
  expect(drain(queue)).toEqual(["1", "disconnected 0-100 something 0", "live"]);
});

test("makes one of two where the later is enough", () => {
  const merge = (waiting: Content, next: Content) => (waiting.value === next.value ? next : undefined);
  const queue = queueOf(2, merge);
  for (const value of [1, 1, 2, 2, 2]) {
    queue.push(content(value));
  }
  expect(drain(queue)).toEqual(["1", "2"]);
  queue.push(content(3));
  queue.take();
  // What was taken is not touched any more.
  queue.push(content(3));
  expect(drain(queue)).toEqual(["3"]);
});

test("a long queue is read in order while it grows", () => {
  const queue = queueOf(100_000);
  const read: number[] = [];
  for (let value = 0; value < 10_000; value++) {
    queue.push(content(value));
    if (value % 3 === 0) {
      const item = queue.take();
      read.push(item?.kind === "content" ? item.value : -1);
    }
  }
  expect(read).toEqual(read.map((_, index) => index));
  expect(queue.length).toBe(10_000 - read.length);
});

test("a reader that is ten times too slow gets long runs with few gaps between", () => {
  const limit = 100;
  const queue = queueOf(limit);
  let gaps = 0;
  let contents = 0;
  let counted = 0;
  for (let value = 0; value < 10_000; value++) {
    queue.push(content(value));
    const item = value % 10 === 0 ? queue.take() : undefined;
    gaps += item?.kind === "gap" ? 1 : 0;
    counted += item?.kind === "gap" ? item.dropped : 0;
    contents += item?.kind === "content" ? 1 : 0;
  }
  expect(contents).toBeGreaterThan(800);
  expect(gaps).toBeLessThan(200);
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    counted += item.kind === "gap" ? item.dropped : 0;
    contents += item.kind === "content" ? 1 : 0;
  }
  expect(contents + counted).toBe(10_000);
});

test("keeps nothing of what was taken, though something always waits", async () => {
  const queue = new BoundedQueue<{ readonly value: number }>({ limit: 10, standIn: () => [] });
  const taken: WeakRef<object>[] = [];
  queue.push({ value: 0 });
  for (let value = 1; value < 1_000; value++) {
    queue.push({ value });
    const item = queue.take();
    if (item !== undefined) {
      taken.push(new WeakRef(item));
    }
  }
  // What a reference was made of lives until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(taken.length).toBe(999);
  expect(taken.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(20);
});

test("gives out everything at once, but not what was taken before", () => {
  const queue = queueOf(10);
  for (const value of [1, 2, 3, 4]) {
    queue.push(content(value));
  }
  queue.take();
  expect(queue.takeAll()).toEqual([content(2), content(3), content(4)]);
  expect([queue.length, queue.isEmpty, queue.take()]).toEqual([0, true, undefined]);
  queue.push(content(5));
  expect(queue.takeAll()).toEqual([content(5)]);
});
