import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { emptyPage, liveBook, order, standing, statusOf, told } from "../spec-support/desk-scene.js";
import { account as richAccount } from "../spec-support/ticket-scene.js";
import {
  account,
  book,
  drain,
  fills,
  happenings,
  isOnline,
  isVenueUp,
  link,
  missed,
  onHappening,
  status,
  takeFill,
  tickerOf,
  trades,
  whyReadOnly,
  whyStale,
} from "./desk.js";
import type { Fill, Happening, Message } from "./wire.js";

beforeEach(emptyPage);
afterEach(() => {
  vi.useRealTimers();
});

/** Hands messages over as a frame does. @returns the ids that were heard */
function hear(...messages: Message[]): string[] {
  const ids: string[] = [];
  drain(
    messages.map((message) => JSON.stringify(message)),
    0,
    (id) => ids.push(id),
  );
  return ids;
}

function fill(fillId: string, orderId = "7"): Fill {
  const figures = { dealPrice: "1", dealQuantity: "2", fee: "0", liquidity: "maker", createdAtMs: 1 };
  return { fillId, orderId, pair: "4BTC_USDT", side: "open-long", ...figures };
}

function trade(price: string) {
  return { price, quantity: "1", side: "buy", tradedAtMs: 1 };
}

it("views are put where they are looked at, and are no happenings", () => {
  const ticker = { pair: "4ETH_USDT", status: "live", receivedAtMs: 1, lastPrice: "1700" };
  hear(
    { event: "book", data: liveBook },
    { event: "status", data: statusOf() },
    { event: "account", data: richAccount },
    { event: "ticker", data: ticker },
  );
  expect([book.value, status.value, account.value]).toEqual([liveBook, statusOf(), richAccount]);
  expect(tickerOf("4ETH_USDT").value).toEqual(ticker);
  expect(tickerOf("4BTC_USDT").value).toBeUndefined();
  expect(happenings.value).toEqual([]);
});

it("a pair has one ticker, whoever asks for it", () => {
  expect(tickerOf("4NEW_USDT")).toBe(tickerOf("4NEW_USDT"));
  expect(tickerOf("4NEW_USDT")).not.toBe(tickerOf("4BTC_USDT"));
});

it("trades are newest first, no more than 200 of them, and begin anew with each line", () => {
  hear({ event: "trades", data: { trades: [trade("1"), trade("2")] } });
  hear({ event: "trades", data: { trades: [trade("3")] } });
  expect(trades.value.map(({ price }) => price)).toEqual(["3", "2", "1"]);
  hear({ event: "trades", data: { trades: Array.from({ length: 199 }, () => trade("4")) } });
  expect([trades.value.length, trades.value.at(-1)?.price]).toEqual([200, "3"]);
  hear({ event: "hello", data: {} });
  expect([trades.value, happenings.value]).toEqual([[], []]);
});

it("what happens is kept newest first, 500 at most, with the moment at which it was heard", () => {
  vi.useFakeTimers({ now: 12_345 });
  expect(hear({ id: "r-1", event: "order", data: { n: 1 } }, { event: "halted", data: null })).toEqual(["r-1"]);
  expect(happenings.value).toEqual([
    { id: "", kind: "halted", data: {}, heardAtMs: 12_345 },
    { id: "r-1", kind: "order", data: { n: 1 }, heardAtMs: 12_345 },
  ]);
  hear(...Array.from({ length: 499 }, (_, n) => ({ id: `s-${n}`, event: "order", data: {} })));
  expect(happenings.value.length).toBe(500);
  expect([happenings.value[0]?.id, happenings.value.at(-1)?.id]).toEqual(["s-498", ""]);
});

it("whoever listens hears each event once, and no views", () => {
  const heard: Happening[] = [];
  onHappening((happening) => heard.push(happening));
  hear({ event: "status", data: statusOf() }, { id: "r-2", event: "order", data: { order: order() } });
  expect(heard).toMatchObject([{ id: "r-2", kind: "order", data: { order: order() } }]);
});

it("what was missed is counted where it can be", () => {
  hear({ event: "gap", data: { dropped: 3 } }, { event: "gap", data: {} }, { event: "gap", data: { dropped: 2 } });
  expect(missed.value).toEqual({ counted: 5, uncounted: 1 });
  expect(happenings.value.map(({ kind }) => kind)).toEqual(["gap", "gap", "gap"]);
  drain([], 4, () => undefined);
  const counted = missed.value;
  expect(counted).toEqual({ counted: 9, uncounted: 1 });
  drain([], 0, () => undefined);
  expect(missed.value).toBe(counted);
});

it("a frame without events leaves the list of what happened alone", () => {
  const before = happenings.value;
  hear({ event: "status", data: statusOf() });
  expect(happenings.value).toBe(before);
});

it("a trade of the account that comes again is the same trade", () => {
  hear({ id: "r-3", event: "fill", data: fill("1") }, { id: "r-4", event: "fill", data: fill("2") });
  takeFill(fill("1"));
  takeFill(fill("1", "8"));
  expect(fills.value.map(({ fillId, orderId }) => `${fillId} ${orderId}`)).toEqual(["1 8", "2 7", "1 7"]);
  expect(happenings.value.map(({ kind }) => kind)).toEqual(["fill", "fill"]);
  for (let n = 3; n < 510; n++) {
    takeFill(fill(String(n)));
  }
  expect([fills.value.length, fills.value[0]?.fillId]).toEqual([500, "509"]);
});

it("the page is of now while the line is live", () => {
  expect(isOnline.value).toBe(false);
  link.value = { kind: "live", sinceMs: 0 };
  expect(isOnline.value).toBe(true);
});

it("the venue answers while any book is live, or none is kept", () => {
  const up = (books: Parameters<typeof standing>[0][]): boolean => {
    status.value = statusOf({ books: books.map((one) => standing(one)) });
    return isVenueUp.value;
  };
  expect(up([])).toBe(false);
  link.value = { kind: "live", sinceMs: 0 };
  expect([up([]), up([{}]), up([{ status: "stale" }, {}]), up([{ status: "stale" }])]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  status.value = undefined;
  expect(isVenueUp.value).toBe(false);
});

it("figures of a pair whose book is kept are as old as the book", () => {
  const books = [standing(), standing({ pair: "4ETH_USDT", status: "stale", reason: "silence" })];
  status.value = statusOf({ books: [...books, standing({ pair: "4SOL_USDT", status: "syncing" })] });
  expect(whyStale("4BTC_USDT")).toBeUndefined();
  expect(whyStale("4ETH_USDT")).toEqual({ word: "stale", reason: "silence" });
  expect(whyStale("4SOL_USDT")).toEqual({ word: "syncing", reason: "syncing" });
});

it("figures without a book are stale when their ticker is, or when the venue is gone", () => {
  expect(whyStale("4ETH_USDT")).toBeUndefined();
  link.value = { kind: "live", sinceMs: 0 };
  status.value = statusOf();
  told("4ETH_USDT", "1700");
  expect(whyStale("4ETH_USDT")).toBeUndefined();
  status.value = statusOf({ books: [standing({ status: "stale" })] });
  expect(whyStale("4ETH_USDT")).toEqual({ word: "stale" });
  // Whether the venue is gone cannot be told by who is not told anything.
  link.value = { kind: "silent", sinceMs: 0 };
  expect(whyStale("4ETH_USDT")).toBeUndefined();
  status.value = undefined;
  link.value = { kind: "live", sinceMs: 0 };
  expect(whyStale("4ETH_USDT")).toBeUndefined();
  tickerOf("4ETH_USDT").value = { pair: "4ETH_USDT", status: "stale", receivedAtMs: 1, lastPrice: "1700" };
  expect(whyStale("4ETH_USDT")).toEqual({ word: "stale" });
  tickerOf("4ETH_USDT").value = { pair: "4ETH_USDT", status: "stale", receivedAtMs: 1 };
  expect(whyStale("4ETH_USDT")).toBeUndefined();
});

it("nothing may be changed in a recording, by who may only read, or without a key", () => {
  expect(whyReadOnly.value).toBeUndefined();
  status.value = statusOf();
  expect(whyReadOnly.value).toBeUndefined();
  status.value = statusOf({ hasKey: false });
  expect(whyReadOnly.value).toBe("The accelerator holds no API key");
  status.value = statusOf({ hasKey: false, access: "read-only" });
  expect(whyReadOnly.value).toBe("The accelerator was started with --read-only");
  status.value = statusOf({ access: "read-only", replay: { phase: "playing", atMs: 1, speed: 1 } });
  expect(whyReadOnly.value).toBe("A recording is played: nothing can be traded in it");
});
