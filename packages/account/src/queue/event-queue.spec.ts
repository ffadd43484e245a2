import { expect, test } from "vitest";
import type { AccountEvent } from "../mirror/account-event.js";
import { EventQueue } from "./event-queue.js";

const closed = (fromMs: number): AccountEvent => ({ kind: "gap-closed", fromMs, toMs: 9 });
let nowMs = 0;
const queueOf = (limit: number) => new EventQueue(limit, () => nowMs++);
const read = async (queue: EventQueue) => (await queue.next()).value;

test("events come in order, whether or not a reader waits", async () => {
  const queue = queueOf(10);
  const first = read(queue);
  queue.push(closed(1));
  queue.push(closed(2));
  expect([await first, await read(queue)]).toEqual([closed(1), closed(2)]);
});

test("what finds no room is counted by a gap that stands in its place", async () => {
  nowMs = 100;
  const queue = queueOf(2);
  for (const fromMs of [1, 2, 3, 4]) {
    queue.push(closed(fromMs));
  }
  const missed = { kind: "gap", fromMs: 100, toMs: 101, reason: "overflow", dropped: 2, missing: "something" };
  expect([await read(queue), await read(queue), await read(queue)]).toEqual([missed, closed(3), closed(4)]);
  queue.push(closed(5));
  expect(await read(queue)).toEqual(closed(5));
});

test("a closed queue ends behind what waits, and ends those who wait", async () => {
  const queue = queueOf(2);
  queue.push(closed(1));
  queue.close();
  queue.push(closed(2));
  expect(await queue.next()).toEqual({ done: false, value: closed(1) });
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  const idle = queueOf(2);
  const waiting = idle.next();
  idle.close();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test("a queue that is closed with an error throws it behind what waits, once", async () => {
  const queue = queueOf(2);
  queue.push(closed(1));
  queue.close(new Error("refused"));
  expect(await read(queue)).toEqual(closed(1));
  await expect(queue.next()).rejects.toThrow("refused");
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test("gaps that replaced events are dropped with a count of everything that they stood for", async () => {
  const queue = queueOf(2);
  for (const fromMs of [1, 2, 3, 4, 5, 6, 7]) {
    queue.push(closed(fromMs));
  }
  const [gap, ...kept] = [await read(queue), await read(queue)];
  expect(gap).toMatchObject({ kind: "gap", reason: "overflow", dropped: 6 });
  expect(kept).toEqual([closed(7)]);
});

test("an interrupted queue gives out what waits, then throws why until it goes on", async () => {
  const queue = queueOf(2);
  queue.push(closed(1));
  queue.interrupt(new Error("no thread"));
  expect(await read(queue)).toEqual(closed(1));
  await expect(queue.next()).rejects.toThrow("no thread");
  await expect(queue.next()).rejects.toThrow("no thread");
  queue.goOn();
  const next = read(queue);
  queue.push(closed(2));
  expect(await next).toEqual(closed(2));
});

test("an interruption ends those who wait", async () => {
  const queue = queueOf(2);
  const waiting = queue.next();
  queue.interrupt(new Error("no thread"));
  await expect(waiting).rejects.toThrow("no thread");
});

test("a queue that failed throws away what waits", async () => {
  const queue = queueOf(2);
  queue.push(closed(1));
  queue.fail(new Error("refused"));
  expect(queue.length).toBe(0);
  await expect(queue.next()).rejects.toThrow("refused");
});
