import { expect, it } from "vitest";
import { FrameQueue } from "./frame-queue.js";

function scene(): { queue: FrameQueue; frame: () => void; drained: (readonly string[])[]; dropped: number[] } {
  let flush = (): void => undefined;
  const drained: (readonly string[])[] = [];
  const dropped: number[] = [];
  const queue = new FrameQueue(
    (next) => {
      flush = next;
    },
    (texts, lost) => {
      drained.push(texts);
      dropped.push(lost);
    },
  );
  return { queue, frame: () => flush(), drained, dropped };
}

const book = (pair: string, seq: number): string => `{"event":"book","data":{"pair":"${pair}","seq":${seq}}}`;

it("hands over the newest state of each view once a frame, and every event", () => {
  const { queue, frame, drained } = scene();
  const order = '{"id":"r-1","event":"order","data":{}}';
  const trades = '{"event":"trades","data":{"pair":"A","trades":[1]}}';
  for (const text of [
    book("4BTC_USDT", 1),
    order,
    book("4ETH_USDT", 1),
    trades,
    book("4BTC_USDT", 2),
    order,
    '{"event":"status","data":{"n":1}}',
    '{"event":"status","data":{"n":2}}',
  ]) {
    queue.push(text);
  }
  expect(drained).toEqual([]);
  frame();
  expect(drained).toEqual([
    [order, trades, order, book("4BTC_USDT", 2), book("4ETH_USDT", 1), '{"event":"status","data":{"n":2}}'],
  ]);
  queue.push(book("4BTC_USDT", 3));
  frame();
  expect(drained[1]).toEqual([book("4BTC_USDT", 3)]);
});

it("keeps a bounded number of events while nothing is drawn, and counts the rest", () => {
  const { queue, frame, drained, dropped } = scene();
  for (let n = 0; n < 5_010; n++) {
    queue.push(`{"id":"r-${n}","event":"order","data":{}}`);
  }
  frame();
  expect([drained[0]?.length, dropped[0]]).toEqual([5_000, 10]);
});

it("asks for one frame at a time, and for another once there is something new", () => {
  const scheduled: (() => void)[] = [];
  const queue = new FrameQueue(
    (next) => scheduled.push(next),
    () => undefined,
  );
  queue.push(book("4BTC_USDT", 1));
  queue.push("{}");
  expect(scheduled.length).toBe(1);
  scheduled[0]?.();
  expect(scheduled.length).toBe(1);
  queue.push("{}");
  expect(scheduled.length).toBe(2);
});

it("a view of no pair stands for itself, and what only speaks of a view is none", () => {
  const { queue, frame, drained } = scene();
  const account = (n: number): string => `{"event":"account","data":{"n":${n}}}`;
  const ticker = '{"event":"ticker","data":{"pair":"4BTC_USDT","lastPrice":"1"}}';
  const order = '{"id":"r","event":"order","data":{"event":"book","data":{"pair":"A"}}}';
  const other = '{"event":"books","data":{"pair":"A"}}';
  for (const text of [account(1), ticker, book("4BTC_USDT", 1), order, other, other, account(2)]) {
    queue.push(text);
  }
  frame();
  expect(drained).toEqual([[order, other, other, account(2), ticker, book("4BTC_USDT", 1)]]);
});

it("what was counted as lost is told once", () => {
  const { queue, frame, dropped } = scene();
  for (let n = 0; n < 5_001; n++) {
    queue.push("{}");
  }
  frame();
  queue.push("{}");
  frame();
  expect(dropped).toEqual([1, 0]);
});
