import type { ExchangeEvent } from "@depthwire/exchange";
import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import { StoreError } from "../store/store-error.js";
import { Journal, type JournalOptions } from "./journal.js";
import type { JournalStore } from "./journal-store.js";

/** A journal over a store whose writes end when the test says so. */
function openJournal(changes: Partial<JournalOptions> = {}) {
  const done: string[] = [];
  const writes: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const write = (what: string): Promise<void> => {
    done.push(what);
    return new Promise((resolve, reject) => writes.push({ resolve, reject }));
  };
  const noted = (what: string) => async (): Promise<void> => void done.push(what);
  const store = {
    directory: "kept",
    writePage: ({ first, text }: { first: number; text: string }, last: number) =>
      write(`page ${first}-${last} ${text}`),
    writeReturn: (last: number, text: string, page: string) => write(`return ${last} ${text.length > 100} ${page}`),
    refuseRest: () => void done.push("refuse rest"),
    leave: async (last: number) => void done.push(`leave ${last}`),
    close: noted("close"),
    forgetRecords: noted("forget records"),
    forgetSnapshots: noted("forget snapshots"),
    forgetPages: noted("forget pages"),
    writeSnapshot: noted("snapshot"),
  };
  const { host } = openHost(["4BTC_USDT"]);
  const journal = new Journal(
    store as unknown as JournalStore,
    host.exchange,
    { last: 7, replayMs: 0, recordsKept: [] },
    {
      config: { seed: 1, markets: host.exchange.markets },
      durability: "process",
      history: "trim",
      maxReplayMs: 60_000,
      largeVenue: 1_000_000,
      goBack: async () => void done.push("go back"),
      failed: ({ code }) => done.push(`failed ${code}`),
      ...changes,
    },
  );
  const tick = (at: number): readonly ExchangeEvent[] => journal.carryOut({ kind: "tick" }, at, () => []);
  /** Ends the write that is under way. */
  const settle = async (error?: Error): Promise<void> => {
    await expect.poll(() => writes.length).toBeGreaterThan(0);
    const next = writes.shift();
    if (error === undefined) {
      next?.resolve();
    } else {
      next?.reject(error);
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { journal, done, store, tick, settle };
}

const full = new Error("the disk is full");

it("keeps what comes while a page is written as the next one, and tells each effect when its own page is kept", async () => {
  const { journal, done, tick, settle } = openJournal();
  expect([journal.last, journal.kept()]).toEqual([7, undefined]);
  tick(1);
  tick(2);
  journal.whenKept(() => done.push("told 9"));
  await expect.poll(() => done).toEqual(["page 8-9 [1,2]"]);
  tick(3);
  journal.whenKept(() => done.push("told 10"));
  const kept = journal.kept();
  expect(journal.last).toBe(10);
  await settle();
  expect(done).toEqual(["page 8-9 [1,2]", "told 9", "page 10-10 [3]"]);
  await settle();
  await kept;
  expect(done.slice(3)).toEqual(["told 10"]);
  expect(journal.kept()).toBeUndefined();
});

it("keeps a return between the commands before it and those behind it", async () => {
  const { journal, done, tick, settle } = openJournal();
  tick(1);
  journal.goBack(5, () => done.push("gone back"));
  tick(2);
  journal.whenKept(() => done.push("told"));
  expect([journal.last, done]).toEqual([10, ["gone back"]]);
  await settle();
  await settle();
  await settle();
  expect(done).toEqual([
    "gone back",
    "page 8-8 [1]",
    'return 9 true [{"backTo":5}]',
    "forget records",
    "forget snapshots",
    "forget pages",
    "page 10-10 [2]",
    "told",
  ]);
});

it("closes when everything is kept, with a snapshot, and says how far it came", async () => {
  const { journal, done, tick, settle } = openJournal();
  tick(1);
  const closed = journal.close();
  expect(journal.hasEnded).toBe(true);
  expect(() => tick(2)).toThrow(expect.objectContaining({ code: "store-failed", details: { directory: "kept" } }));
  expect(() => journal.goBack(1, () => done.push("gone back"))).toThrow(
    expect.objectContaining({ code: "store-failed" }),
  );
  await settle();
  await closed;
  expect(done).toEqual(["page 8-8 [1]", "snapshot", "forget records", "forget snapshots", "forget pages", "leave 8"]);
  expect(journal.failure).toBeUndefined();
});

it("refuses what waits, and goes back to what is kept, where the store takes no more", async () => {
  const { journal, done, tick, settle } = openJournal();
  tick(1);
  journal.whenKept(() => done.push("told"));
  const kept = journal.kept();
  expect(journal.readable()).toBeUndefined();
  const refused = expect(kept).rejects.toMatchObject({ code: "store-failed", cause: full });
  await settle(full);
  await refused;
  expect(done).toEqual(["page 8-8 [1]", "refuse rest", "go back", "failed store-failed"]);
  expect([journal.hasEnded, journal.failure]).toMatchObject([true, { cause: full }]);
  journal.whenKept(() => done.push("told"));
  expect(() => tick(2)).toThrow(journal.failure);
  expect(() => journal.goBack(1, () => done.push("gone back"))).toThrow(journal.failure);
  // Memory is what is kept again: it may be read, and there is nothing to wait for.
  expect([journal.kept(), journal.readable()]).toEqual([undefined, undefined]);
  await journal.close();
  expect(done.slice(4)).toEqual(["close"]);
});

it("lets nobody read before memory has gone back", async () => {
  let isBack = (): void => {};
  const { journal, tick, settle } = openJournal({ goBack: () => new Promise((resolve) => (isBack = resolve)) });
  tick(1);
  await settle(full);
  expect(journal.readable()).toBeInstanceOf(Promise);
  await expect(journal.kept()).rejects.toBe(journal.failure);
  isBack();
  await journal.readable();
  expect([journal.readable(), journal.kept()]).toEqual([undefined, undefined]);
});

it("leaves the code of the store's own error as it is, and outlives a mark that cannot be written", async () => {
  const { journal, done, store, tick, settle } = openJournal();
  store.refuseRest = () => {
    throw full;
  };
  tick(1);
  const error = new StoreError("store-corrupt", { directory: "kept", check: "page" });
  await settle(error);
  expect(journal.failure).toBe(error);
  expect(done.at(-1)).toBe("failed store-corrupt");
});

it("tells at once what is relaxed, and keeps it all the same", async () => {
  const { journal, done, tick, settle } = openJournal({ durability: "relaxed" });
  tick(1);
  journal.whenKept(() => done.push("told"));
  expect([journal.kept(), done]).toEqual([undefined, ["told"]]);
  await settle();
  expect(done).toEqual(["told", "page 8-8 [1]"]);
});

it("fails where how far it came cannot be written at the end", async () => {
  const { journal, done, store } = openJournal();
  store.leave = () => Promise.reject(full);
  await journal.close();
  expect(done.slice(-4)).toEqual(["refuse rest", "go back", "failed store-failed", "close"]);
});

it("tells every step", async () => {
  const steps: string[] = [];
  const { journal, tick, settle } = openJournal({ observe: (step) => steps.push(step) });
  tick(1);
  await settle();
  expect(steps).toEqual(["page-begun", "page-written"]);
  journal.goBack(7, () => {});
  await settle();
  await journal.close();
  expect(steps.slice(2)).toEqual(["page-begun", "page-written", "trimmed"]);
});
