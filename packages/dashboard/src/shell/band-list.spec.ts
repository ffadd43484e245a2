import { beforeEach, expect, it, vi } from "vitest";
import { haltReport, notice } from "../data/actions.js";
import { account, link, nowMs, status } from "../data/desk.js";
import { pair } from "../data/settings.js";
import type { Position, Status } from "../data/wire.js";
import { clockText, dateText } from "../numbers/format.js";
import { emptyPage, order, standing, statusOf, told } from "../spec-support/desk-scene.js";
import { fakeAccelerator } from "../spec-support/fake-accelerator.js";
import { position, account as richAccount } from "../spec-support/ticket-scene.js";
import * as ticket from "../ticket/ticket-state.js";
import { type Band, bandList } from "./band-list.js";

beforeEach(() => {
  emptyPage();
  link.value = { kind: "live", sinceMs: 1 };
});

/** What the page says first where the status is this. */
function bandsWith(of: Partial<Status>): readonly Band[] {
  status.value = statusOf(of);
  return bandList();
}

/** The only band that there is. */
function onlyBand(): Band | undefined {
  const bands = bandList();
  expect(bands.length).toBe(1);
  return bands[0];
}

it("nothing stands first while nothing is wrong, or nothing is known yet", () => {
  expect(bandList()).toEqual([]);
  account.value = { ...richAccount, positions: [position()] };
  expect(bandsWith({})).toEqual([]);
});

it("how the line is", () => {
  nowMs.value = 65_000;
  link.value = { kind: "connecting", sinceMs: 5_000 };
  expect(bandList()).toEqual([{ key: "link", kind: "warn", title: "Connecting to the accelerator", words: "" }]);
  link.value = { kind: "logged-out", sinceMs: 5_000 };
  expect(bandList()).toEqual([
    {
      key: "link",
      kind: "bad",
      title: "This page is not logged in any more.",
      words:
        "The login ended with the program, or after a day. Open the address that the accelerator prints at its start.",
    },
  ]);
  link.value = { kind: "silent", sinceMs: 5_000 };
  expect(bandList()).toEqual([
    {
      key: "link",
      kind: "bad",
      title: `No word from the accelerator since ${clockText(5_000)} (1\u202fmin).`,
      words: "Everything below is as it was then. Orders at the venue stay as they are.",
    },
  ]);
  // The clock of the page may be a second behind.
  link.value = { kind: "silent", sinceMs: 66_000 };
  expect(onlyBand()?.title).toContain("(0\u202fms)");
});

it("a recording is told from now", () => {
  expect(bandsWith({ replay: { phase: "playing", atMs: 86_400_000, speed: 8 } })).toEqual([
    {
      key: "replay",
      kind: "warn",
      title: "This is not now: a recording is played.",
      words: `It is playing, at ${dateText(86_400_000)}, 8 times as fast. Nothing can be traded.`,
    },
  ]);
});

it("orders of which nobody knows what became of them stand there until somebody has looked", () => {
  const sent = { words: "open long 1 BTC/USDT", atMs: 1, told: "no answer" } as const;
  ticket.sent.value = [
    { ...sent, key: "a", state: "unknown" },
    { ...sent, key: "b", state: "refused" },
  ];
  const title = "Nobody knows yet what became of:";
  const bands = bandsWith({ unknownOutcomes: ["mine-7"] });
  expect(bands).toEqual([
    {
      key: "a",
      kind: "bad",
      title,
      words: "open long 1 BTC/USDT: no answer",
      action: { name: "I have looked", run: expect.any(Function) },
    },
    { key: "mine-7", kind: "bad", title, words: "order mine-7 of an earlier run; look for it at the venue" },
  ]);
  bands[0]?.action?.run();
  expect(ticket.sent.value.map(({ key }) => key)).toEqual(["b"]);
  expect(bandList().map(({ key }) => key)).toEqual(["mine-7"]);
});

const halt = { reason: "by hand", sinceMs: 9_000, scope: "account", isReached: false };
const since = `Since ${clockText(9_000)}, by hand.`;

it("a halt stands there from its call until it is taken back, with what became of the orders", async () => {
  expect(bandsWith({ halt })).toEqual([
    {
      key: "halt",
      kind: "bad",
      title: "Trading is being halted: open orders are cancelled.",
      words: since,
      action: { name: "Let new orders through again", run: expect.any(Function) },
    },
  ]);
  haltReport.value = { sinceMs: 9_000, before: [order({ orderId: "1" }), order({ orderId: "2" })] };
  account.value = { ...richAccount, orders: [order({ orderId: "2" })] };
  expect(onlyBand()?.words).toBe(`${since} Orders cancelled: 1, still open: 1.`);
  account.value = richAccount;
  expect(onlyBand()?.words).toBe(`${since} Orders cancelled: 2, still open: 0.`);
  status.value = statusOf({ halt: { ...halt, isReached: true } });
  expect(onlyBand()).toMatchObject({
    title: "Trading is halted: complete.",
    words: `${since} Orders cancelled: 2, still open: 0. The venue confirms that nothing is open.`,
  });
  const asked = fakeAccelerator(() => ({}));
  onlyBand()?.action?.run();
  await vi.waitFor(() => expect(haltReport.value).toBeUndefined());
  expect(asked.map(({ what }) => what)).toEqual(["DELETE /halt"]);
});

it("a halt at which nothing was open says so", () => {
  haltReport.value = { sinceMs: 9_000, before: [] };
  account.value = { ...richAccount, orders: [order()] };
  status.value = statusOf({ halt });
  expect(onlyBand()?.words).toBe(`${since} No order was open.`);
});

it("the venue is offline when no book is live any more", () => {
  const stale = standing({ status: "stale", reason: "no-word-for-long", receivedAtMs: 7_000 });
  const other = standing({ pair: "4ETH_USDT", status: "syncing", receivedAtMs: 8_000 });
  expect(bandsWith({ books: [stale, other] })).toEqual([
    {
      key: "venue",
      kind: "bad",
      title: `The venue is offline since ${clockText(8_000)}.`,
      words: "No book is live: no word for long. Prices below are struck from the ticket until books are live again.",
    },
  ]);
  expect(bandsWith({ books: [standing({ status: "syncing", receivedAtMs: 0 })] })).toMatchObject([
    { title: "The venue is offline.", words: expect.stringContaining("No book is live: syncing.") },
  ]);
  expect(bandsWith({ books: [stale, standing({ pair: "4ETH_USDT" })] })).toEqual([]);
  expect(bandsWith({ books: [] })).toEqual([]);
  link.value = { kind: "connecting", sinceMs: 1 };
  expect(bandsWith({ books: [stale] }).map(({ key }) => key)).toEqual(["link"]);
});

it("an account that is not in step is told as such", () => {
  const of = { reason: "not-connected", sinceMs: 6_000 };
  expect(bandsWith({ account: { kind: "stale", ...of } })).toEqual([
    {
      key: "account",
      kind: "warn",
      title: "The account may have changed.",
      words: `Its stream is not connected, since ${clockText(6_000)}. Orders, positions and balances below are as they were then.`,
    },
  ]);
  expect(bandsWith({ account: { kind: "unknown", ...of } })).toMatchObject([
    {
      title: "The account is not known yet.",
      words: `Its stream is not connected, since ${clockText(6_000)}. Orders, positions and balances below are missing until it is.`,
    },
  ]);
  expect(bandsWith({ account: { kind: "stale", reason: "x" } })).toMatchObject([
    { words: expect.stringContaining(`since ${clockText(0)}`) },
  ]);
  expect(bandsWith({ account: { kind: "stale", ...of }, hasKey: false })).toEqual([]);
  status.value = { ...statusOf(), account: undefined } as never;
  expect(bandList()).toEqual([]);
});

/** What stands first where this position is held, at a last price. */
function bandsAt(lastPrice: string, of: Partial<Position> = {}): readonly Band[] {
  status.value = statusOf();
  account.value = { ...richAccount, positions: [position(of)] };
  told("4BTC_USDT", lastPrice);
  return bandList();
}

it("a position near its liquidation can be closed from there", () => {
  vi.stubGlobal("document", { querySelector: () => null });
  const bands = bandsAt("43000");
  expect(bands).toEqual([
    {
      key: "near 4BTC_USDT long",
      kind: "bad",
      title: "Liquidation is near: long BTC/USDT.",
      words:
        "The last price, 43\u202f000, is beyond 43\u202f000, where the venue warns; it takes the position over at 42\u202f000.",
      action: { name: "Close …", run: expect.any(Function) },
    },
  ]);
  bands[0]?.action?.run();
  expect(ticket.draft.value).toMatchObject({ pair: "4BTC_USDT", side: "close-long", quantity: "0.5" });
  expect([pair.value, ticket.phase.value]).toEqual(["4BTC_USDT", "reviewing"]);
});

it("a position is near its liquidation on its own side of the warning", () => {
  expect(bandsAt("43000.1")).toEqual([]);
  expect(bandsAt("42999").length).toBe(1);
  expect(bandsAt("42999", { side: "short" })).toEqual([]);
  expect(bandsAt("43000.1", { side: "short", liquidationPrice: "0" })).toMatchObject([
    {
      key: "near 4BTC_USDT short",
      words: "The last price, 43\u202f000.1, is beyond 43\u202f000, where the venue warns.",
    },
  ]);
  expect(bandsAt("1", { alertPrice: "0" })).toEqual([]);
});

it("who may change nothing is offered nothing", () => {
  bandsAt("42999");
  status.value = statusOf({ hasKey: false });
  expect(onlyBand()).not.toHaveProperty("action");
});

it("what was asked for and how it went stands there until it was seen", () => {
  notice.value = { kind: "failed", words: "The halt was not taken" };
  expect(bandList()).toEqual([
    {
      key: "notice",
      kind: "bad",
      title: "Not done.",
      words: "The halt was not taken",
      action: { name: "Seen", run: expect.any(Function) },
    },
  ]);
  notice.value = { kind: "done", words: "2 closing orders sent" };
  expect(onlyBand()).toMatchObject({ kind: "good", title: "Done.", words: "2 closing orders sent" });
  onlyBand()?.action?.run();
  expect(bandList()).toEqual([]);
});

it("the gravest stands first", () => {
  bandsAt("1");
  notice.value = { kind: "done", words: "" };
  const books = [standing({ status: "stale" })];
  const all = { books, halt, account: { kind: "stale" as const }, unknownOutcomes: ["u"] };
  const keys = bandsWith({ ...all, replay: { phase: "", atMs: 1, speed: 1 } }).map(({ key }) => key);
  expect(keys).toEqual(["replay", "u", "halt", "near 4BTC_USDT long", "notice", "venue", "account"]);
});
