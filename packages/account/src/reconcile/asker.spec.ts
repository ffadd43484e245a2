import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { Asker, PageCursor } from "./asker.js";
import type { PageRequest, Reconciler } from "./reconciler.js";

const nobody = {} as Reconciler;

test("a request that fails is sent again after ever longer waits, four times in all; the last failure is the caller's", async () => {
  const clock = fakeClock();
  const asker = new Asker(nobody, clock, new AbortController().signal);
  const askedAtMs: number[] = [];
  const beganAtMs = clock.epochMs();
  const failed = asker
    .ask(() => {
      askedAtMs.push(clock.epochMs() - beganAtMs);
      return Promise.reject(new Error(`the ${askedAtMs.length}th`));
    })
    .catch((error: unknown) => error);
  await clock.advanceAndSettle(10_000);
  expect(await failed).toEqual(new Error("the 4th"));
  expect(askedAtMs).toEqual([0, 250, 750, 1_750]);
  expect([asker.requests, asker.failures]).toEqual([4, 3]);
});

test("one answer ends it", async () => {
  const clock = fakeClock();
  const asker = new Asker(nobody, clock, new AbortController().signal);
  let times = 0;
  const answered = asker.ask(() => (++times < 3 ? Promise.reject(new Error("no")) : Promise.resolve(times)));
  await clock.advanceAndSettle(10_000);
  expect(await answered).toBe(3);
  expect([asker.requests, asker.failures, clock.pending()]).toEqual([3, 2, 0]);
});

test("the end of the account ends waits and requests, and nothing is asked after it", async () => {
  const clock = fakeClock();
  const end = new AbortController();
  const asker = new Asker(nobody, clock, end.signal);
  const asking = asker.ask(() => Promise.reject(new Error("no"))).catch((error: unknown) => error);
  const pausing = asker.pause(1_000).catch((error: unknown) => error);
  await clock.advanceAndSettle(10);
  const reason = new Error("closed");
  end.abort(reason);
  expect(await Promise.all([asking, pausing])).toEqual([reason, reason]);
  expect(clock.pending()).toBe(0);
  await expect(asker.ask(() => Promise.resolve(1))).rejects.toBe(reason);
  await expect(asker.pause(1)).rejects.toBe(reason);
  expect(asker.requests).toBe(1);
});

/** Reads pages of two records until `isLast`; `failing` pages fail once. */
async function pagesRead(length: number, isLast?: (page: readonly number[]) => boolean, failing?: number) {
  const all = Array.from({ length }, (_, at) => at);
  const cursor = new PageCursor<number>(2, isLast);
  const asked: PageRequest[] = [];
  let left = failing;
  const read = (request: PageRequest) => {
    asked.push(request);
    if (request.page === left) {
      left = undefined;
      return Promise.reject(new Error("no"));
    }
    return Promise.resolve(all.slice((request.page - 1) * request.size, request.page * request.size));
  };
  await cursor.readOn(read).catch(() => cursor.readOn(read));
  await cursor.readOn(read);
  return { items: cursor.items, pages: asked.map(({ page }) => page), sizes: new Set(asked.map(({ size }) => size)) };
}

test.each([
  [0, [1]],
  [1, [1]],
  [2, [1, 2]],
  [3, [1, 2]],
  [4, [1, 2, 3]],
])("a list of %i is read page by page to its end, once", async (length, pages) => {
  const read = await pagesRead(length);
  expect(read).toEqual({ items: Array.from({ length }, (_, at) => at), pages, sizes: new Set([2]) });
});

test("a list is read no further than it has to be, and goes on where a page failed", async () => {
  expect((await pagesRead(6, (page) => page.includes(3))).pages).toEqual([1, 2]);
  expect(await pagesRead(5, undefined, 2)).toMatchObject({ items: [0, 1, 2, 3, 4], pages: [1, 2, 2, 3] });
});
