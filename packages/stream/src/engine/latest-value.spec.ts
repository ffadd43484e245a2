import { beforeEach, describe, expect, test } from "vitest";
import { LatestValue } from "./latest-value.js";

let wanted: number;
let abandoned: number;
let source: LatestValue<number>;

beforeEach(() => {
  wanted = 0;
  abandoned = 0;
  source = new LatestValue(1, { wanted: () => wanted++, abandoned: () => abandoned++ });
});

const done = { done: true, value: undefined };
const value = (number: number) => ({ done: false, value: number });

describe("a reader", () => {
  test("begins with the present value and then gets the newest, never one twice", async () => {
    const reader = source.iterate();
    expect(await reader.next()).toEqual(value(1));
    source.set(2);
    source.set(3);
    expect(await reader.next()).toEqual(value(3));
    const waiting = reader.next();
    source.set(4);
    expect(await waiting).toEqual(value(4));
  });

  test("asks the source only while it waits", async () => {
    const reader = source.iterate();
    await reader.next();
    expect([wanted, source.isAwaited]).toEqual([0, false]);
    const waiting = reader.next();
    expect([wanted, source.isAwaited]).toEqual([1, true]);
    source.set(2);
    await waiting;
    expect(source.isAwaited).toBe(false);
  });

  test("that calls next several times at once gets one value each, in order", async () => {
    const reader = source.iterate();
    const results = [reader.next(), reader.next(), reader.next()];
    source.set(2);
    source.set(3);
    expect(await Promise.all(results)).toEqual([value(1), value(2), value(3)]);
  });

  test("is independent of the others", async () => {
    const [first, second] = [source.iterate(), source.iterate()];
    await first.next();
    source.set(2);
    expect(await first.next()).toEqual(value(2));
    expect(await second.next()).toEqual(value(2));
  });

  test("that leaves ends its own waiting, and the last one tells the source", async () => {
    const [first, second] = [source.iterate(), source.iterate()];
    await first.next();
    const waiting = first.next();
    expect(await first.return?.()).toEqual(done);
    expect(await waiting).toEqual(done);
    expect(await first.next()).toEqual(done);
    expect(abandoned).toBe(0);
    await second.return?.();
    await second.return?.();
    expect(abandoned).toBe(1);
  });
});

describe("the end", () => {
  test("at once: nothing more is yielded, the last value stays readable", async () => {
    const reader = source.iterate();
    await reader.next();
    const waiting = reader.next();
    source.set(2);
    expect(await waiting).toEqual(value(2));
    const last = reader.next();
    source.finish(9);
    expect(await last).toEqual(done);
    expect(source.value).toBe(9);
    source.set(10);
    expect(source.value).toBe(9);
    expect(await source.iterate().next()).toEqual(done);
  });

  test("by a conclusion: everyone sees the last value first", async () => {
    const reader = source.iterate();
    const late = source.iterate();
    await reader.next();
    source.conclude(5);
    expect(await reader.next()).toEqual(value(5));
    expect(await reader.next()).toEqual(done);
    expect(await late.next()).toEqual(value(5));
    expect(await late.next()).toEqual(done);
  });

  test("by a failure: each reader throws the reason once", async () => {
    const reader = source.iterate();
    await reader.next();
    const waiting = reader.next();
    const reason = new Error("stop");
    source.fail(reason, 1);
    await expect(waiting).rejects.toBe(reason);
    expect(await reader.next()).toEqual(done);
  });

  test("leaving after the end tells nobody", async () => {
    const reader = source.iterate();
    source.finish(1);
    await reader.return?.();
    expect(abandoned).toBe(0);
  });
});
