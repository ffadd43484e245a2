import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { status } from "../data/desk.js";
import { pair } from "../data/settings.js";
import { assertive, polite } from "../shell/announcements.js";
import { emptyPage, livePage, livePageWithTrigger, statusOf } from "../spec-support/desk-scene.js";
import { type Answering, fakeAccelerator, refusal } from "../spec-support/fake-accelerator.js";
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
  livePageWithTrigger();
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
  livePageWithTrigger();
  const asked = await send(() => answer);
  expect(ticket.sent.value).toMatchObject([{ state, told: words }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.length).toBe(1);
});

it("a plan order that the accelerator refuses is told in its words", async () => {
  livePageWithTrigger();
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
