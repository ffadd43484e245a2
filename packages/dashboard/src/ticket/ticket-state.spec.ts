import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { account, book, link, status } from "../data/desk.js";
import { pair } from "../data/settings.js";
import { assertive, polite } from "../shell/announcements.js";
import { emptyPage, liveBook, livePage, order, statusOf, told } from "../spec-support/desk-scene.js";
import { type Answering, fakeAccelerator, refusal } from "../spec-support/fake-accelerator.js";
import { position, account as richAccount } from "../spec-support/ticket-scene.js";
import * as ticket from "./ticket-state.js";

beforeEach(() => {
  emptyPage();
  vi.useFakeTimers({ now: 5_000 });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

const inWords = "open long 0.01 BTC/USDT at 47\u202f000, worth 470 USDT";

/** Sends the order that is written, as far as an answer may have come. */
async function send(answer: Answering): Promise<ReturnType<typeof fakeAccelerator>> {
  const asked = fakeAccelerator(answer);
  ticket.goOn();
  ticket.goOn();
  await settle();
  return asked;
}

function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}

/** A trigger order that may be sent. */
function triggerPage(): void {
  livePage();
  account.value = { ...richAccount, positions: [position()] };
  ticket.side.value = "close-long";
  ticket.type.value = "trigger";
  ticket.price.value = "46000";
}

it("writes the order that closes a position, of whichever pair, and sends nothing", () => {
  pair.value = "4BTC_USDT";
  ticket.followPair();
  ticket.quantity.value = "0.5";
  ticket.takeProfit.value = "60000";
  ticket.prepareClosing({ pair: "4ETH_USDT", side: "short", closableQuantity: "0.7" });
  expect(ticket.draft.value).toEqual({
    pair: "4ETH_USDT",
    side: "close-short",
    type: "market",
    quantity: "0.7",
    price: "",
    takeProfit: "",
    stopLoss: "",
  });
  expect(ticket.phase.value).toBe("reviewing");
  // Nothing is known of the pair here, so nothing goes out.
  ticket.goOn();
  expect(ticket.phase.value).toBe("reviewing");
});

it("what was written for one pair is not kept for another", () => {
  ticket.followPair();
  pair.value = "4BTC_USDT";
  const empty = { quantity: "", price: "", takeProfit: "", stopLoss: "" };
  ticket.quantity.value = "0.01";
  ticket.price.value = "47000";
  ticket.takeProfit.value = "48000";
  ticket.stopLoss.value = "46000";
  ticket.phase.value = "reviewing";
  expect(ticket.draft.value).toMatchObject({ pair: "4BTC_USDT", price: "47000" });
  pair.value = "4ETH_USDT";
  expect(ticket.draft.value).toMatchObject({ pair: "4ETH_USDT", ...empty });
  expect(ticket.phase.value).toBe("writing");
});

it("the order is what its fields say, without blanks around it", () => {
  pair.value = "4BTC_USDT";
  ticket.quantity.value = " 0.01 ";
  ticket.price.value = "47000\n";
  ticket.takeProfit.value = " 48000";
  ticket.stopLoss.value = "46000 ";
  const written = { pair: "4BTC_USDT", type: "limit", quantity: "0.01", price: "47000" };
  const triggers = { takeProfit: "48000", stopLoss: "46000" };
  expect(ticket.draft.value).toEqual({ ...written, side: "open-long", ...triggers });
  ticket.side.value = "open-short";
  expect(ticket.draft.value).toEqual({ ...written, side: "open-short", ...triggers });
  // What is not shown is not sent.
  ticket.side.value = "close-long";
  expect(ticket.draft.value).toEqual({ ...written, side: "close-long", takeProfit: "", stopLoss: "" });
});

it("an order is held against everything that is known", () => {
  livePage();
  expect([ticket.wrong.value, ticket.words.value]).toEqual([[], inWords]);
  expect(ticket.costs.value).toMatchObject({ value: "470", margin: "47", availableAfter: "952.906" });
  expect(ticket.request.value.body).toEqual({
    pair: "4BTC_USDT",
    side: "open-long",
    type: "limit",
    quantity: "0.01",
    price: "47000",
  });
  status.value = statusOf({ halt: { reason: "by hand", sinceMs: 1, scope: "account", isReached: true } });
  expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["side"]);
  status.value = statusOf();
  link.value = { kind: "silent", sinceMs: 1 };
  expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["limit"]);
});

it("a market order meets the best price of the other side", () => {
  livePage();
  ticket.type.value = "market";
  expect(ticket.costs.value.value).toBe("471");
  ticket.side.value = "open-short";
  expect(ticket.costs.value.value).toBe("470.8");
});

it.each([
  ["is not live", { ...liveBook, status: "stale" as const }],
  ["is of another pair", { ...liveBook, pair: "4ETH_USDT" }],
  ["is not there", undefined],
  ["is empty", { ...liveBook, asks: [], bids: [] }],
])("a book that %s is met by nobody", (_, shown) => {
  livePage();
  book.value = shown;
  ticket.type.value = "market";
  for (const side of ["open-long", "open-short"] as const) {
    ticket.side.value = side;
    expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["type"]);
  }
});

it("a trigger's kind depends on the last price", () => {
  triggerPage();
  expect(ticket.request.value.body).toMatchObject({ plan_type: 2 });
  told("4BTC_USDT", "45000");
  expect(ticket.request.value.body).toMatchObject({ plan_type: 1 });
});

it("a price from the ladder makes a limit order of what is no trigger, and is written once more", () => {
  ticket.type.value = "market";
  ticket.phase.value = "reviewing";
  ticket.takePrice("47001");
  expect([ticket.type.value, ticket.price.value, ticket.phase.value]).toEqual(["limit", "47001", "writing"]);
  ticket.type.value = "trigger";
  ticket.takePrice("46000");
  expect([ticket.type.value, ticket.price.value]).toEqual(["trigger", "46000"]);
});

it("only what closes can wait for a trigger", () => {
  ticket.type.value = "trigger";
  ticket.phase.value = "reviewing";
  ticket.chooseSide("close-short");
  expect([ticket.side.value, ticket.type.value, ticket.phase.value]).toEqual(["close-short", "trigger", "writing"]);
  ticket.chooseSide("open-short");
  expect([ticket.side.value, ticket.type.value]).toEqual(["open-short", "limit"]);
  ticket.type.value = "market";
  ticket.chooseSide("open-long");
  expect(ticket.type.value).toBe("market");
});

it.each([
  ["open-short", "buy", "open-long"],
  ["open-long", "sell", "open-short"],
  ["close-long", "buy", "close-short"],
  ["close-short", "sell", "close-long"],
] as const)("from %s, to %s is %s", (before, direction, after) => {
  ticket.side.value = before;
  ticket.chooseDirection(direction);
  expect(ticket.side.value).toBe(after);
});

it("closing a long is written as such", () => {
  ticket.prepareClosing({ pair: "4BTC_USDT", side: "long", closableQuantity: "0.7" });
  expect(ticket.draft.value).toMatchObject({ pair: "4BTC_USDT", side: "close-long", type: "market", quantity: "0.7" });
});

it("nothing goes on with an order that is wrong, and why is said", () => {
  livePage();
  const asked = fakeAccelerator(() => ({}));
  ticket.quantity.value = "";
  ticket.goOn();
  expect([ticket.phase.value, polite.value]).toEqual(["writing", "Say how much"]);
  ticket.quantity.value = "0.01";
  status.value = statusOf({ hasKey: false });
  ticket.goOn();
  expect([ticket.phase.value, polite.value]).toEqual(["writing", "The accelerator holds no API key"]);
  ticket.quantity.value = "";
  ticket.goOn();
  expect(polite.value).toBe("The accelerator holds no API key");
  expect(asked).toEqual([]);
});

it("an order is looked at once more before it is sent, and sent once", async () => {
  livePage();
  const asked = fakeAccelerator(() => ({ orderId: "17" }));
  ticket.goOn();
  expect([ticket.phase.value, asked]).toEqual(["reviewing", []]);
  ticket.goOn();
  expect(ticket.phase.value).toBe("sending");
  expect(ticket.sent.value).toMatchObject([
    { words: inWords, atMs: 5_000, state: "sent", told: "sent, not confirmed yet" },
  ]);
  ticket.goOn();
  await settle();
  expect(asked).toEqual([
    {
      what: "POST /orders",
      body: { pair: "4BTC_USDT", side: "open-long", type: "limit", quantity: "0.01", price: "47000" },
      headers: expect.objectContaining({ "idempotency-key": ticket.sent.value[0]?.key }),
    },
  ]);
});

it("an order that was taken is told with its id, and the ticket is empty again", async () => {
  livePage();
  await send(() => ({ orderId: "17" }));
  const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(ticket.sent.value).toEqual([
    { key, words: inWords, atMs: 5_000, state: "taken", told: "taken: order 17", orderId: "17" },
  ]);
  expect([ticket.phase.value, ticket.quantity.value, ticket.price.value]).toEqual(["writing", "", ""]);
  expect([polite.value, assertive.value]).toEqual([`Order taken: ${inWords}`, ""]);
});

it("what is written for another pair by the time of the answer stays", async () => {
  livePage();
  fakeAccelerator(() => ({ orderId: "17" }));
  ticket.goOn();
  ticket.goOn();
  pair.value = "4ETH_USDT";
  ticket.quantity.value = "3";
  await settle();
  expect([ticket.quantity.value, ticket.phase.value]).toEqual(["3", "writing"]);
});

it("an order that was refused stays written, with the reason", async () => {
  livePage();
  await send(() => refusal(409, "halted", "Trading is halted"));
  expect(ticket.sent.value).toMatchObject([{ words: inWords, state: "refused", told: "Trading is halted" }]);
  expect([ticket.phase.value, ticket.quantity.value]).toEqual(["writing", "0.01"]);
  expect([polite.value, assertive.value]).toEqual(["Refused: Trading is halted", ""]);
});

it("an order of which nobody knows what became of it is not taken for refused", async () => {
  livePage();
  await send(() => refusal(504, "outcome-unknown", "The venue did not answer"));
  expect(ticket.sent.value).toMatchObject([{ state: "unknown", told: "The venue did not answer" }]);
  expect([polite.value, assertive.value]).toEqual(["", `Nobody knows yet what became of: ${inWords}`]);
  expect(ticket.phase.value).toBe("writing");
});

it("an answer that does not come is asked for again under the same key, once a second", async () => {
  livePage();
  let isThere = false;
  const asked = await send(() => (isThere ? { orderId: "17" } : undefined));
  expect(ticket.sent.value).toMatchObject([
    {
      words: inWords,
      atMs: 5_000,
      state: "unknown",
      told: "no answer: it is asked for again under the same key, which is carried out once",
    },
  ]);
  expect(ticket.phase.value).toBe("sending");
  await vi.advanceTimersByTimeAsync(999);
  expect(asked.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.length).toBe(3);
  expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  // It is the same line of the list, as old as the first sending.
  expect(ticket.sent.value).toMatchObject([{ state: "taken", orderId: "17", atMs: 5_000 }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(3);
});

it("a plan order is asked for once, without a key, and its success has no id", async () => {
  triggerPage();
  const asked = await send(() => ({ state: 0 }));
  expect(asked).toMatchObject([{ what: "POST /v3/cbu/order/planOpen", body: { trigger_price: "46000" } }]);
  expect(asked[0]?.headers).not.toHaveProperty("idempotency-key");
  expect(ticket.sent.value).toMatchObject([{ state: "taken", told: "taken", orderId: undefined }]);
});

it.each([
  [undefined, "unknown", "no answer: look under Plans whether it is there"],
  [{ state: 12, msg: "no position" }, "refused", "no position"],
  [{ state: 12 }, "refused", "refused with 12"],
  [{}, "refused", "refused with undefined"],
])("a plan order that is answered with %o is %s", async (answer, state, words) => {
  triggerPage();
  const asked = await send(() => answer);
  expect(ticket.sent.value).toMatchObject([{ state, told: words }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(1);
});

it("a plan order that the accelerator refuses is told in its words", async () => {
  triggerPage();
  await send(() => refusal(403, "read-only", "Nothing may be changed"));
  expect(ticket.sent.value).toMatchObject([{ state: "refused", told: "Nothing may be changed" }]);
});

it("twenty orders are remembered, newest first, until they are looked after", async () => {
  for (let n = 0; n < 22; n++) {
    livePageKeeping();
    ticket.quantity.value = `0.0${n + 10}`;
    await send(() => ({ orderId: String(n) }));
  }
  const ids = (): readonly unknown[] => ticket.sent.value.map(({ orderId }) => orderId);
  expect(ids()).toEqual(Array.from({ length: 20 }, (_, n) => String(21 - n)));
  ticket.dismiss(ticket.sent.value[1]?.key ?? "");
  expect(ids().slice(0, 3)).toEqual(["21", "19", "18"]);
});

/** A page at which an order may be sent, after those before. */
function livePageKeeping(): void {
  const before = ticket.sent.value;
  livePage();
  ticket.sent.value = before;
}

it("how an order stands is what the account tells, of one that has ended first of all", () => {
  expect(ticket.statusOf("1")).toBeUndefined();
  account.value = {
    ...richAccount,
    orders: [order({ orderId: "1" }), order({ orderId: "2" })],
    finished: [order({ orderId: "2", status: "filled" })],
  };
  expect(["1", "2", "3", undefined].map(ticket.statusOf)).toEqual(["open", "filled", undefined, undefined]);
});
