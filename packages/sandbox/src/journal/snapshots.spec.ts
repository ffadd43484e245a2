import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalText, type Exchange, type ExchangeConfig } from "@depthwire/exchange/internal";
import { ClassicLevel } from "classic-level";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { lawMarkets } from "../../../exchange/src/spec-support/trading-steps.js";
import { checkTerms } from "../terms/check-terms.js";
import { Journal, type JournalOptions } from "./journal.js";
import { JournalStore } from "./journal-store.js";
import { recover } from "./recover.js";
import { encodeNow, pageRanges, partsOf } from "./snapshot-text.js";

const config: ExchangeConfig = { seed: 1, markets: lawMarkets, keptRecords: 100, cancelDelayMs: 0 };
const settings = {
  seed: 1,
  pairs: lawMarkets.map(({ pair }) => pair),
  clientIds: "repeatable",
  ids: "small",
  source: "agents",
  terms: checkTerms({}),
} as const;
const market = lawMarkets[0] as (typeof lawMarkets)[number];
const account = 2001;
const startMs = 1_700_000_000_000;
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-snapshots-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

function openStore(): Promise<JournalStore> {
  return JournalStore.open(directory, { waitFor: "system", olderState: "refuse", settings });
}

/** A venue whose snapshots a thread makes, however small it is. */
class Venue {
  readonly steps: string[] = [];
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly store: JournalStore;
  #now = startMs;
  private constructor(
    store: JournalStore,
    found: Awaited<ReturnType<typeof recover>>,
    changes: Partial<JournalOptions>,
  ) {
    this.store = store;
    this.exchange = found.exchange;
    this.journal = new Journal(store, found.exchange, found, {
      config,
      durability: "process",
      history: "trim",
      maxReplayMs: 20,
      largeVenue: 0,
      goBack: () => Promise.resolve(),
      observe: (step) => this.steps.push(step),
      failed: (error) => this.steps.push(error.code),
      ...changes,
    });
  }

  static async open(changes: Partial<JournalOptions> = {}): Promise<Venue> {
    const store = await openStore();
    const found = await recover(store, config, "snapshot");
    await store.goOn(found.last);
    return new Venue(store, found, changes);
  }

  #apply(command: Parameters<Journal["carryOut"]>[0]): void {
    this.journal.carryOut(command, this.#now, (kept, at) => this.exchange.apply(kept, at));
  }

  /** Orders that wait, that trade and that end, a tick now and then; a turn of the event loop after each few. */
  async trade(turns: number): Promise<void> {
    const price = market.initialPrice;
    const quantity = market.contractUnit;
    const order = { kind: "place-order", type: "limit", pair: market.pair, quantity } as const;
    this.#apply({ kind: "credit", account, coin: "USDT", amount: "1000000", purse: "contract" });
    for (let i = 0; i < turns; i++) {
      this.#now += 100;
      this.#apply({ ...order, account, side: "open-long", price: Math.round(price * 0.9) - i });
      this.#apply({ kind: "cancel-order", account, orderId: this.exchange.state.nextOrderId - 1 });
      this.#apply({ ...order, account: 901, side: "open-short", price });
      this.#apply({ ...order, account, side: i % 2 === 0 ? "open-long" : "close-long", price });
      this.#apply({ kind: "tick" });
      await this.journal.kept();
    }
  }

  /** Trades until a snapshot is whole. */
  async tradeToSnapshot(): Promise<void> {
    const { length } = this.steps.filter((step) => step === "trimmed");
    while (this.steps.filter((step) => step === "trimmed").length === length) {
      await this.trade(5);
    }
  }
}

it("of a large venue are made while it goes on, each as of one command, with the pages of what has ended", async () => {
  const venue = await Venue.open();
  let replayed = 0;
  for (let i = 0; i < 4; i++) {
    await venue.trade(50);
    await venue.tradeToSnapshot();
    const found = await recover(venue.store, config, "snapshot");
    replayed += found.replayed;
    expect(canonicalText(found.exchange.state) === canonicalText(venue.exchange.state)).toBe(true);
  }
  // Commands were kept while the thread made it: it is not of the last one.
  expect(replayed).toBeGreaterThan(0);
  expect(venue.exchange.state.remembered.orders.first).toBeGreaterThan(0);
  // Nothing is written at the end but what has happened since.
  const text = canonicalText(venue.exchange.state);
  await venue.journal.close();
  const again = await Venue.open();
  expect(canonicalText(again.exchange.state) === text).toBe(true);
  // A thread that begins anew reads the snapshot and its pages.
  await again.tradeToSnapshot();
  const found = await recover(again.store, config, "snapshot");
  expect(canonicalText(found.exchange.state) === canonicalText(again.exchange.state)).toBe(true);
  expect(again.steps).not.toContain("store-failed");
  await again.journal.close();
}, 60_000);

it("are taken between two commands where no thread can make them, and somebody hears of it", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  // What is no plain data cannot go to a thread.
  const strange = { ...config, other: () => {} };
  const venue = await Venue.open({ config: strange });
  await venue.tradeToSnapshot();
  const found = await recover(venue.store, config, "snapshot");
  expect(canonicalText(found.exchange.state) === canonicalText(venue.exchange.state)).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]).toEqual([expect.any(String), { code: "snapshot-thread" }]);
  await venue.journal.close();
  expect(venue.steps).not.toContain("store-failed");
}, 60_000);

/** A venue with full pages of what has ended beside its snapshot, closed. @returns its state */
async function withPages(): Promise<string> {
  const venue = await Venue.open({ largeVenue: 4_000 });
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
  const venue = await Venue.open({ maxReplayMs: 60_000 });
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
    const found = await recover(venue.store, config, "snapshot");
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
    const store = await openStore();
    try {
      await recover(store, config, "snapshot");
    } finally {
      await store.close();
    }
  };
  await expect(start()).rejects.toMatchObject({ code: "store-corrupt" });
});
