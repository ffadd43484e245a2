import type { BookView } from "@depthwire/book";
import type { RelayLink } from "@depthwire/relay";
import type { BookStream } from "@depthwire/stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { RelayedBook } from "../commands/relay/follow/relayed-book.js";
import { tellChanges } from "../commands/relay/follow/tell-changes.js";
import { sceneContext } from "../context.spec-kit.js";
import { factsOf, lagOf, noHistory } from "./book-facts.js";
import { FollowedBook } from "./followed-book.js";

const atMs = Date.UTC(2026, 10, 14, 9, 5, 1, 250);
type Rows = readonly (readonly [price: bigint, quantity: bigint])[];
const sideOf = (rows: Rows) => ({
  length: rows.length,
  exactPrice: (index: number) => rows[index]?.[0] ?? 0n,
  exactQuantity: (index: number) => rows[index]?.[1] ?? 0n,
});
const decimal = (text: string) => ({ text, toNumber: () => Number(text) });

/** A state of a book with prices of one decimal and quantities of two. */
function viewOf(
  more: object = {},
  bids: Rows = [
    [1_000n, 150n],
    [990n, 50n],
  ],
  asks: Rows = [[1_010n, 200n]],
): BookView {
  return {
    pair: "4BTC_USDT",
    status: "live",
    reason: undefined,
    epoch: 1,
    seq: 7,
    updatedAtMs: atMs - 3,
    receivedAtMs: atMs,
    priceScale: 1,
    quantityScale: 2,
    bids: sideOf(bids),
    asks: sideOf(asks),
    bestBid: bids.length === 0 ? undefined : { price: "100", quantity: "1.5" },
    bestAsk: asks.length === 0 ? undefined : { price: "101", quantity: "2" },
    spread: decimal("1"),
    mid: decimal("100.5"),
    imbalance: () => decimal("-0.004"),
    toJSON: () => ({}),
    ...more,
  } as unknown as BookView;
}

it("what people read of a book: levels with sums and shares of the largest that is shown, lag, and why it is not live", () => {
  expect(factsOf(viewOf(), 10, noHistory)).toEqual({
    pair: "4BTC_USDT",
    status: "live",
    reason: undefined,
    bids: [
      { price: "100.0", quantity: "1.50", total: "1.50", share: 0.75 },
      { price: "99.0", quantity: "0.50", total: "2.00", share: 0.25 },
    ],
    asks: [{ price: "101.0", quantity: "2.00", total: "2.00", share: 1 }],
    spread: "1",
    mid: "100.5",
    imbalance: "0 %",
    seq: 7,
    lagMs: 3,
    perSecond: undefined,
    mids: [],
  });
  const larger: Rows = [
    [1_000n, 100n],
    [990n, 400n],
  ];
  expect(factsOf(viewOf({}, larger, []), 1, noHistory).bids).toEqual([
    { price: "100.0", quantity: "1.00", total: "1.00", share: 1 },
  ]);
  expect(factsOf(viewOf({}, larger, []), 2, noHistory).bids.map(({ share }) => share)).toEqual([0.25, 1]);
  expect(factsOf(viewOf({}, [[1n, 0n]], []), 2, noHistory).bids).toMatchObject([{ share: 0 }]);
  const imbalanceOf = (text: string | undefined) =>
    factsOf(viewOf({ imbalance: () => text && decimal(text) }), 1, noHistory).imbalance;
  expect(["0.123", "0.126", "-1", "0", undefined].map(imbalanceOf)).toEqual([
    "+12 %",
    "+13 %",
    "-100 %",
    "0 %",
    undefined,
  ]);
  const before = { status: "syncing", reason: "connecting", epoch: 0, spread: undefined, mid: undefined };
  expect(factsOf(viewOf(before, [], []), 5, { perSecond: 2, mids: [1] })).toMatchObject({
    reason: "the connection is being made",
    seq: undefined,
    lagMs: undefined,
    spread: undefined,
    perSecond: 2,
    mids: [1],
  });
  expect([lagOf({ receivedAtMs: 5, updatedAtMs: 2 }), lagOf({ receivedAtMs: 2, updatedAtMs: 5 })]).toEqual([3, 0]);
});

it("states are counted by the venue's numbers within an epoch, and mids are taken twice a second while it is live", () => {
  let latest = viewOf({ seq: 10 });
  const book = new FollowedBook({
    get latest() {
      return latest;
    },
  } as BookStream);
  expect(book.view).toBe(latest);
  const look = (nowMs: number, more: object): readonly [number | undefined, number] => {
    latest = viewOf(more);
    const { perSecond, mids } = book.facts(1, nowMs);
    return [perSecond, mids.length];
  };
  expect(look(0, { seq: 10 })).toEqual([0, 1]);
  expect(look(499, { seq: 12 })).toEqual([(2 * 1_000) / 499, 1]);
  expect(look(500, { seq: 15 })).toEqual([10, 2]);
  expect(look(1_000, { seq: 15, status: "stale" })).toEqual([5, 2]);
  expect(look(1_000, { seq: 2, epoch: 2 })).toEqual([6, 3]);
  expect(look(2_000, { seq: 1, epoch: 2 })).toEqual([3, 4]);
  expect(look(3_000, { seq: 2, epoch: 2, mid: undefined })).toEqual([7 / 3, 4]);
  for (let index = 0; index < 500; index++) {
    look(10_000 + index * 500, { seq: 2, epoch: 2, mid: decimal(String(index)) });
  }
  expect(book.facts(1, 0).mids).toHaveLength(400);
  expect(book.facts(1, 0).mids.at(-1)).toBe(499);
});

const standing = { owner: "alpha-1", term: 3, freshWithinMs: 74.2 };

it("a book over the relay is an item with its owner, and what was known of it last where nobody follows it any more", () => {
  vi.useFakeTimers({ now: atMs + 5 });
  onTestFinished(() => void vi.useRealTimers());
  let stands: object | undefined;
  const link = { standingOf: () => stands } as unknown as RelayLink;
  const book = new RelayedBook("4BTC_USDT", { latest: viewOf() } as BookStream, link);
  expect(book.standing()).toEqual({ owner: undefined, term: 0, freshWithinMs: undefined });
  stands = standing;
  expect(book.item(viewOf())).toEqual({
    atMs: atMs + 5,
    pair: "4BTC_USDT",
    status: "live",
    reason: undefined,
    why: undefined,
    owner: "alpha-1",
    term: 3,
    shard: "s07",
    epoch: 1,
    seq: 7,
    bestBid: { price: "100", quantity: "1.5" },
    bestAsk: { price: "101", quantity: "2" },
    spread: "1",
    freshWithinMs: 75,
    lagMs: 3,
    updatedAtMs: atMs - 3,
    receivedAtMs: atMs,
  });
  stands = undefined;
  expect(
    book.item(viewOf({ status: "stale", reason: "disconnected", epoch: 0, spread: undefined }, [], [])),
  ).toMatchObject({
    why: "the connection ended; the next one is scheduled",
    owner: "alpha-1",
    term: 3,
    freshWithinMs: undefined,
    lagMs: undefined,
    bestBid: undefined,
    bestAsk: undefined,
    spread: undefined,
  });
  expect(book.facts(0)).toMatchObject({ owner: "alpha-1", bids: [{ price: "100.0" }], asks: [{ price: "101.0" }] });
});

it("programs are told each change of price, people each change of status or owner, and a line a second", async () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const steps: readonly (readonly [nowMs: number, view: object, stands?: object])[] = [
    [0, {}],
    [10, { seq: 8 }],
    [20, { bestBid: { price: "100", quantity: "1" } }],
    [30, { bestBid: { price: "100", quantity: "1" } }],
    [40, { bestAsk: { price: "102", quantity: "2" } }],
    [50, { status: "stale", reason: "disconnected" }],
    [60, { status: "stale", reason: "disconnected" }],
    [70, { status: "stale", reason: "disconnected" }, { ...standing, owner: undefined, term: 0 }],
    [1_069, { status: "stale", reason: "disconnected" }],
    [1_070, { status: "stale", reason: "disconnected" }],
  ];
  const told: string[] = [];
  for (const form of ["json", "text"] as const) {
    nowMs = 0;
    let stands: object = standing;
    const views = async function* () {
      for (const [at, view, next = stands] of steps) {
        nowMs = at;
        stands = next;
        yield viewOf(view);
      }
    };
    const link = { standingOf: () => stands } as unknown as RelayLink;
    const book = new RelayedBook("4BTC_USDT", views() as unknown as BookStream, link);
    const { context, streams } = sceneContext("relay follow", form);
    await tellChanges(book, context);
    told.push(
      streams
        .text()
        .out.replaceAll(/"atMs":\d+/g, '"atMs":0')
        .replaceAll(/^\d\d:\d\d:\d\d\.\d{3}/gm, "<time>"),
    );
  }
  expect(told[0]?.trim().split("\n")).toHaveLength(5);
  expect(told[1]).toMatchInlineSnapshot(`
    "<time> 4BTC_USDT  live  1.50 at 100.0 | 2.00 at 101.0  spread 1  imbalance 0 %  owner alpha-1  term 3
    <time> 4BTC_USDT  stale  1.50 at 100.0 | 2.00 at 101.0  spread 1  imbalance 0 %  the connection ended; the next one is scheduled  owner alpha-1  term 3
    <time> 4BTC_USDT  stale  1.50 at 100.0 | 2.00 at 101.0  spread 1  imbalance 0 %  the connection ended; the next one is scheduled  no owner
    <time> 4BTC_USDT  stale  1.50 at 100.0 | 2.00 at 101.0  spread 1  imbalance 0 %  the connection ended; the next one is scheduled  no owner
    "
  `);
});
