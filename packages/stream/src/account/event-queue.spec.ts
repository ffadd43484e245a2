import { expect, test } from "vitest";
import type { AccountEvent } from "./account-event.js";
import { EventQueue } from "./event-queue.js";

const gap = (fromMs: number): AccountEvent => ({ kind: "gap", fromMs, toMs: 9 });
const read = async (queue: EventQueue) => (await queue.next()).value;

test("events come in order, whether or not a reader waits", async () => {
  const queue = new EventQueue(10);
  const first = read(queue);
  queue.push(gap(1));
  queue.push(gap(2));
  expect([await first, await read(queue)]).toEqual([gap(1), gap(2)]);
});

test("what finds no room is counted where it would have come", async () => {
  const queue = new EventQueue(2);
  for (const fromMs of [1, 2, 3, 4]) {
    queue.push(gap(fromMs));
  }
  expect(await read(queue)).toEqual(gap(1));
  // Room alone does not end it: an event behind those that were missed must not overtake the count of them.
  queue.push(gap(5));
  expect(await read(queue)).toEqual(gap(2));
  expect(await read(queue)).toEqual({ kind: "missed", count: 3 });
  queue.push(gap(6));
  expect(await read(queue)).toEqual(gap(6));
});

test("a closed queue ends behind what waits, and ends those who wait", async () => {
  const queue = new EventQueue(2);
  queue.push(gap(1));
  queue.close();
  queue.push(gap(2));
  expect(await queue.next()).toEqual({ done: false, value: gap(1) });
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  const idle = new EventQueue(2);
  const waiting = idle.next();
  idle.close();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
