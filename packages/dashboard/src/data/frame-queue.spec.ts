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
    book("A", 1),
    order,
    book("B", 1),
    trades,
    book("A", 2),
    order,
    '{"event":"status","data":{"n":1}}',
    '{"event":"status","data":{"n":2}}',
  ]) {
    queue.push(text);
  }
  expect(drained).toEqual([]);
  frame();
  expect(drained).toEqual([[order, trades, order, book("A", 2), book("B", 1), '{"event":"status","data":{"n":2}}']]);
  queue.push(book("A", 3));
  frame();
  expect(drained[1]).toEqual([book("A", 3)]);
});

it("keeps a bounded number of events while nothing is drawn, and counts the rest", () => {
  const { queue, frame, drained, dropped } = scene();
  for (let n = 0; n < 5_010; n++) {
    queue.push(`{"id":"r-${n}","event":"order","data":{}}`);
  }
  frame();
  expect([drained[0]?.length, dropped[0]]).toEqual([5_000, 10]);
});
