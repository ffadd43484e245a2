import { expect, test } from "vitest";
import { type LoopWatch, watchLoop } from "./loop-watch.js";

const said: string[] = [];
const watch: LoopWatch = {
  attached: () => undefined,
  opened: (name) => {
    said.push(`opened ${name}`);
    return { got: () => said.push("got"), asked: () => said.push("asked"), ended: () => said.push("ended") };
  },
};

const over = (iterator: AsyncIterator<number, undefined, undefined>) => {
  said.length = 0;
  return watchLoop(iterator, watch, "book 4BTC_USDT");
};

async function* count(upTo: number): AsyncGenerator<number, undefined, undefined> {
  for (let at = 1; at <= upTo; at++) {
    yield at;
  }
  return undefined;
}

test("tells of each item that a loop got and came back from, and of its end", async () => {
  const loop = over(count(1));
  expect(await loop.next()).toEqual({ done: false, value: 1 });
  expect(said).toEqual(["opened book 4BTC_USDT", "asked", "got"]);
  expect(await loop.next()).toEqual({ done: true, value: undefined });
  expect(said.slice(3)).toEqual(["asked", "ended"]);
});

test("tells of a loop that was left, whose iterator hears of it", async () => {
  const inner = count(3);
  const loop = over(inner);
  await loop.next();
  expect(await loop.return?.()).toEqual({ done: true, value: undefined });
  expect(said.at(-1)).toBe("ended");
  expect(await inner.next()).toEqual({ done: true, value: undefined });
});

test("tells of a loop that threw, and the loop throws it", async () => {
  const loop = over({ next: () => Promise.reject(new Error("refused")) });
  await expect(loop.next()).rejects.toThrow("refused");
  expect(said.slice(1)).toEqual(["asked", "ended"]);
  expect(await loop.return?.()).toEqual({ done: true, value: undefined });
});

test("without a watch the iterator is itself", () => {
  const inner = count(1);
  expect(watchLoop(inner, undefined, "book")).toBe(inner);
});
