import { expect, test } from "vitest";
import type { ChannelStatus } from "../shard/channel-item.js";
import { ItemQueue, type QueuedItem } from "./item-queue.js";
import type { StreamGap } from "./stream-item.js";

interface Content {
  readonly kind: "content";
  readonly value: number;
  readonly receivedAtMs: number;
}

const content = (value: number): Content => ({ kind: "content", value, receivedAtMs: 10 * value });
const status = (name: ChannelStatus): QueuedItem<Content> => ({ kind: "status", status: name });
const gap = (fromMs: number, toMs: number, missing: StreamGap["missing"] = "unknown"): StreamGap => ({
  kind: "gap",
  fromMs,
  toMs,
  reason: "disconnected",
  dropped: 0,
  missing,
});

function drain(queue: ItemQueue<Content>): string[] {
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
  const queue = new ItemQueue<Content>({ limit: 3 });
  for (const item of [status("live"), content(1), gap(1, 2), status("disconnected"), content(2)]) {
    queue.push(item);
  }
  expect(queue.length).toBe(2);
  expect(drain(queue)).toEqual(["live", "1", "disconnected 1-2 unknown 0", "disconnected", "2"]);
  expect(queue.length).toBe(0);
});

test("drops the oldest beyond its bound; one gap in their place says how many", () => {
  const queue = new ItemQueue<Content>({ limit: 2 });
  const dropped = [1, 2, 3, 4, 5].map((value) => queue.push(content(value)));
  expect(dropped).toEqual([0, 0, 1, 1, 1]);
  expect(drain(queue)).toEqual(["overflow 10-30 something 3", "4", "5"]);
});

test("a gap among what is dropped goes into that gap, the last status stays", () => {
  const queue = new ItemQueue<Content>({ limit: 1 });
  for (const item of [content(1), status("disconnected"), gap(11, 19), content(2), status("live"), content(3)]) {
    queue.push(item);
  }
  expect(drain(queue)).toEqual(["overflow 10-20 something 2", "disconnected", "live", "3"]);
});

test("gaps and statuses do not pile up", () => {
  const queue = new ItemQueue<Content>({ limit: 10 });
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
  const queue = new ItemQueue<Content>({ limit: 2, merge });
  for (const value of [1, 1, 2, 2, 2, 1]) {
    queue.push(content(value));
  }
  expect(drain(queue)).toEqual(["overflow 10-10 something 1", "2", "1"]);
  queue.push(content(3));
  queue.take();
  // What was taken is not touched any more.
  queue.push(content(3));
  expect(drain(queue)).toEqual(["3"]);
});

test("a long queue is read in order while it grows", () => {
  const queue = new ItemQueue<Content>({ limit: 100_000 });
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
