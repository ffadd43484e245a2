import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { account, book, link, status } from "../data/desk.js";
import { clockText } from "../numbers/format.js";
import { emptyPage, liveBook, standing, statusOf, told } from "../spec-support/desk-scene.js";
import { position, account as richAccount } from "../spec-support/ticket-scene.js";
import { assertive, polite } from "./announcements.js";
import { followStatus } from "./follow-status.js";

const page = { title: "" };

beforeAll(() => {
  emptyPage();
  vi.stubGlobal("document", page);
  followStatus();
});
beforeEach(() => {
  vi.stubGlobal("document", page);
  emptyPage();
  link.value = { kind: "live", sinceMs: 0 };
  polite.value = "";
});
// Nobody else's page is followed.
afterAll(() => {
  vi.resetModules();
});

it("a line that comes up for the first time is no news", () => {
  link.value = { kind: "connecting", sinceMs: 0 };
  polite.value = "";
  link.value = { kind: "live", sinceMs: 0 };
  expect(polite.value).toBe("");
});

it("a line that is lost, and comes back, is said", () => {
  link.value = { kind: "silent", sinceMs: 5_000 };
  expect(polite.value).toBe(`No word from the accelerator since ${clockText(5_000)}`);
  polite.value = "";
  link.value = { kind: "silent", sinceMs: 6_000 };
  expect(polite.value).toBe("");
  link.value = { kind: "live", sinceMs: 7_000 };
  expect(polite.value).toBe("The accelerator is back");
});

it("a line that is lost before it came up is said", () => {
  link.value = { kind: "connecting", sinceMs: 0 };
  polite.value = "";
  link.value = { kind: "silent", sinceMs: 5_000 };
  expect(polite.value).toBe(`No word from the accelerator since ${clockText(5_000)}`);
});

it("the venue is told of when it goes and when it comes back, not in between", () => {
  const stale = standing({ status: "stale" });
  status.value = statusOf({ books: [standing({ pair: "4ETH_USDT" }), stale] });
  expect(polite.value).toBe("");
  status.value = statusOf({ books: [stale] });
  expect(polite.value).toBe("The venue is offline: no book is live");
  polite.value = "";
  status.value = statusOf({ books: [stale, stale] });
  expect(polite.value).toBe("");
  status.value = statusOf();
  expect(polite.value).toBe("The venue is back: books are live");
});

it("a venue without books is there", () => {
  status.value = statusOf({ books: [standing({ status: "stale" })] });
  polite.value = "";
  status.value = statusOf({ books: [] });
  expect(polite.value).toBe("The venue is back: books are live");
});

it("a change of the book that is looked at is said, its first state is none", () => {
  book.value = { ...liveBook, status: "stale" };
  expect(polite.value).toBe("");
  book.value = liveBook;
  expect(polite.value).toBe("BTC/USDT: The book is live again");
  polite.value = "";
  book.value = { ...liveBook, seq: 2 };
  expect(polite.value).toBe("");
  book.value = { ...liveBook, pair: "4BTC_USDTX", status: "stale" };
  expect(polite.value).toBe("");
  book.value = liveBook;
  book.value = { ...liveBook, status: "gapped" };
  expect(polite.value).toBe(`BTC/USDT: Gap: an update is missing, resyncing. As it was at ${clockText(1_000)}.`);
});

it("a position that comes near its liquidation is said at once, and once", () => {
  told("4BTC_USDT", "43000");
  account.value = { ...richAccount, positions: [position()] };
  expect(assertive.value).toBe("Liquidation is near: long BTC/USDT");
  assertive.value = "";
  told("4BTC_USDT", "42900");
  expect(assertive.value).toBe("");
  told("4BTC_USDT", "44000");
  expect(assertive.value).toBe("");
  told("4BTC_USDT", "42900");
  expect(assertive.value).toBe("Liquidation is near: long BTC/USDT");
  assertive.value = "";
  account.value = { ...richAccount, positions: [position(), position({ side: "short", alertPrice: "42000" })] };
  expect(assertive.value).toBe("Liquidation is near: short BTC/USDT");
});

it("the page's title says what is wrong", () => {
  status.value = statusOf();
  expect(page.title).toBe("Depthwire");
  status.value = statusOf({ halt: { reason: "", sinceMs: 1, scope: "", isReached: true } });
  expect(page.title).toBe("HALTED · Depthwire");
  link.value = { kind: "silent", sinceMs: 1 };
  expect(page.title).toBe("OFFLINE · HALTED · Depthwire");
  status.value = undefined;
  expect(page.title).toBe("OFFLINE · Depthwire");
});
