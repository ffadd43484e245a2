import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalText } from "@depthwire/exchange/internal";
import { ClassicLevel } from "classic-level";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { JournalledVenue, journalledConfig, openStore } from "../spec-support/journalled-venue.js";
import { recover } from "./recover.js";
import { encodeNow, pageRanges, partsOf } from "./snapshot-text.js";

let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-snapshots-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

it("of a large venue are made while it goes on, each as of one command, with the pages of what has ended", async () => {
  const venue = await JournalledVenue.open(directory);
  let replayed = 0;
  for (let i = 0; i < 4; i++) {
    await venue.trade(50);
    await venue.tradeToSnapshot();
    const found = await recover(venue.store, journalledConfig, "snapshot");
    replayed += found.replayed;
    expect(canonicalText(found.exchange.state) === canonicalText(venue.exchange.state)).toBe(true);
  }
  // Commands were kept while the thread made it: it is not of the last one.
  expect(replayed).toBeGreaterThan(0);
  expect(venue.exchange.state.remembered.orders.first).toBeGreaterThan(0);
  // Nothing is written at the end but what has happened since.
  const text = canonicalText(venue.exchange.state);
  await venue.journal.close();
  const again = await JournalledVenue.open(directory);
  expect(canonicalText(again.exchange.state) === text).toBe(true);
  // A thread that begins anew reads the snapshot and its pages.
  await again.tradeToSnapshot();
  const found = await recover(again.store, journalledConfig, "snapshot");
  expect(canonicalText(found.exchange.state) === canonicalText(again.exchange.state)).toBe(true);
  expect(again.steps).not.toContain("store-failed");
  await again.journal.close();
}, 60_000);

it("are taken between two commands where no thread can make them, and somebody hears of it", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  // What is no plain data cannot go to a thread.
  const strange = { ...journalledConfig, other: () => {} };
  const venue = await JournalledVenue.open(directory, { config: strange });
  await venue.tradeToSnapshot();
  const found = await recover(venue.store, journalledConfig, "snapshot");
  expect(canonicalText(found.exchange.state) === canonicalText(venue.exchange.state)).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]).toEqual([expect.any(String), { code: "snapshot-thread" }]);
  await venue.journal.close();
  expect(venue.steps).not.toContain("store-failed");
}, 60_000);

/** A venue with full pages of what has ended beside its snapshot, closed. @returns its state */
async function withPages(): Promise<string> {
  const venue = await JournalledVenue.open(directory, { largeVenue: 4_000 });
  const hasPages = (): boolean => pageRanges(venue.exchange.state).some(({ from, to }) => to > from);
  while (!hasPages()) {
    await venue.trade(10);
  }
  const text = canonicalText(venue.exchange.state);
  await venue.journal.close();
  return text;
}

it("that were not finished do not count, and the pages that they have written harm nobody", async () => {
  const text = await withPages();
  const venue = await JournalledVenue.open(directory, { maxReplayMs: 60_000 });
  await venue.trade(20);
  const after = canonicalText(venue.exchange.state);
  // As a killed process leaves it: some pages and parts of a newer snapshot, and not its last word.
  const { newPages, text: newer, ranges } = encodeNow(venue.exchange.state, []);
  const parts = [...newPages, ...partsOf(newer)];
  expect(newPages.length).toBeGreaterThan(0);
  for (let written = 1; written < parts.length; written++) {
    const cut = function* (): Generator<(typeof parts)[number]> {
      yield* parts.slice(0, written);
      throw new Error("killed");
    };
    await expect(venue.store.writeSnapshot({ last: 1e6, ranges, writings: cut() }, () => {})).rejects.toThrow("killed");
    const found = await recover(venue.store, journalledConfig, "snapshot");
    expect(found.replayed).toBeGreaterThan(0);
    expect(canonicalText(found.exchange.state) === after).toBe(true);
  }
  expect(after === text).toBe(false);
  await venue.store.close();
}, 60_000);

it.each([
  ["damaged", (value: string) => `${value.slice(0, -2)}!${value.slice(-1)}`],
  ["lost", () => undefined],
] as const)("with a page of what has ended that is %s are not started from", async (_, harm) => {
  await withPages();
  const recordsKind = 4;
  const database = new ClassicLevel<Uint8Array, string>(directory, { keyEncoding: "view", valueEncoding: "utf8" });
  const pages = await database.iterator({ gte: new Uint8Array([recordsKind]) }).all();
  const [key, value] = pages.at(-1) ?? [new Uint8Array(), ""];
  const harmed = harm(value);
  await (harmed === undefined ? database.del(key) : database.put(key, harmed));
  await database.close();
  await rm(join(directory, ".closed"), { force: true });
  const start = async (): Promise<void> => {
    const store = await openStore(directory);
    try {
      await recover(store, journalledConfig, "snapshot");
    } finally {
      await store.close();
    }
  };
  await expect(start()).rejects.toMatchObject({ code: "store-corrupt" });
});
