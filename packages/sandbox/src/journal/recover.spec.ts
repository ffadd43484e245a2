import { canonicalText, Exchange } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import { StoreError } from "../store/store-error.js";
import type { JournalStore } from "./journal-store.js";
import type { Page } from "./kept-records.js";
import { recover } from "./recover.js";

const config = { seed: 1, markets: openHost(["4BTC_USDT"]).host.exchange.markets };

interface KeptParts {
  readonly pages: readonly (Page | StoreError)[];
  readonly olderState?: "refuse" | "accept";
  readonly snapshot?: { readonly last: number; readonly text: string };
}

/** A store that holds just this. */
function storeOf({ pages, olderState = "refuse", snapshot }: KeptParts): JournalStore {
  const store = {
    directory: "kept",
    olderState,
    readSnapshot: async () => snapshot,
    readRecords: async () => [],
    pages: async function* (from: number): AsyncGenerator<Page> {
      for (const page of pages) {
        if (page instanceof StoreError) {
          throw page;
        }
        if (page.first >= from) {
          yield page;
        }
      }
    },
  };
  return store as unknown as JournalStore;
}

const at = Date.UTC(2026, 0, 1);
const page = (first: number, ...ticks: readonly number[]): Page => ({
  first,
  text: JSON.stringify(ticks.map((ms) => at + ms)),
});

/** The state after ticks at these times. */
function stateAfter(...ticks: readonly number[]): string {
  const exchange = new Exchange(config);
  for (const ms of ticks) {
    exchange.apply({ kind: "tick" }, at + ms);
  }
  return canonicalText(exchange.state);
}

it("carries out again what was kept, from the first command or behind a snapshot", async () => {
  const pages = [page(1, 0, 100), page(3, 200)];
  const whole = await recover(storeOf({ pages }), config, "snapshot");
  expect(whole).toMatchObject({ last: 3, replayed: 3 });
  expect(canonicalText(whole.exchange.state)).toBe(stateAfter(0, 100, 200));
  expect(whole.recordsKept.every((first) => first === 0)).toBe(true);
  expect(whole.tookMs).toBeGreaterThanOrEqual(whole.replayMs);
  const snapshot = { last: 2, text: stateAfter(0, 100) };
  const rest = await recover(storeOf({ pages: [page(3, 200)], snapshot }), config, "snapshot");
  expect(rest).toMatchObject({ last: 3, replayed: 1 });
  expect(canonicalText(rest.exchange.state)).toBe(stateAfter(0, 100, 200));
  expect(await recover(storeOf({ pages: [] }), config, "snapshot")).toMatchObject({ last: 0, replayed: 0 });
});

it("leaves out what was given up where it begins with the first command", async () => {
  const pages = [page(1, 0, 100), page(3, 900), { first: 4, text: '[{"backTo":2}]' }, page(5, 200)];
  const found = await recover(storeOf({ pages }), config, "beginning");
  expect(found.last).toBe(5);
  expect(canonicalText(found.exchange.state)).toBe(stateAfter(0, 100, 200));
});

const damaged = new StoreError("store-corrupt", { directory: "kept", check: "page" });
const order = { kind: "place-order", account: 1001, pair: "4BTC_USDT", side: "open-long", quantity: 1.5 };
const poisoned = { first: 2, text: JSON.stringify([[at, order]]) };

it.each<[string, KeptParts, unknown]>([
  ["a gap", { pages: [page(1, 0), page(3, 100)] }, "the command 2 is missing"],
  ["a beginning that is missing", { pages: [page(2, 0)] }, "the command 1 is missing"],
  ["what is no page", { pages: [{ first: 1, text: "[" }] }, "page"],
  ["a damaged page", { pages: [damaged] }, "page"],
  [
    "a return without its snapshot",
    { pages: [page(1, 0), { first: 2, text: '[{"backTo":0}]' }] },
    "the snapshot of the command 2 is missing",
  ],
  [
    "a command that no state may hold",
    { pages: [page(1, 0), poisoned] },
    expect.stringMatching(/^the command 2 is poisoned: .* is not /),
  ],
  ["a snapshot that is none", { pages: [], snapshot: { last: 1, text: "{" } }, "snapshot"],
])("refuses %s", async (_what, parts, check) => {
  await expect(recover(storeOf(parts), config, "snapshot")).rejects.toMatchObject({
    code: "store-corrupt",
    details: { directory: "kept", check },
  });
});

it("goes on from what is before the damage where older state is accepted, but not from nothing", async () => {
  const accepting = (...pages: KeptParts["pages"]): JournalStore => storeOf({ pages, olderState: "accept" });
  expect(await recover(accepting(page(1, 0), damaged), config, "snapshot")).toMatchObject({ last: 1, replayed: 1 });
  expect(await recover(accepting(page(1, 0), page(3, 100)), config, "snapshot")).toMatchObject({ last: 1 });
  await expect(recover(accepting(damaged), config, "snapshot")).rejects.toBe(damaged);
});
