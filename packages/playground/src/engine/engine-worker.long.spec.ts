import { createVenueWith, type InMemoryVenue } from "@depthwire/sandbox/neutral";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ServedLine, serveLine } from "../line/serve-line.js";
import { workerPorts } from "../venue/worker-ports.js";
import type { FromEngineWorker, ShownAccount, ShownBook, ToEngineWorker, Told } from "./engine-message.js";

const pair = "4BTC_USDT";
const said: FromEngineWorker[] = [];
let tell: (message: ToEngineWorker) => void;
let venue: InMemoryVenue;
let line: ServedLine;
const life = { isOver: false };
let living: Promise<void>;

/** Time passes for the venue and for its client while the specs wait. */
async function live(): Promise<void> {
  while (!life.isOver) {
    await venue.elapse(20);
    await vi.advanceTimersByTimeAsync(20);
    // What the two say to each other arrives.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] });
  // They stay for all specs here: the worker goes on between them.
  Object.assign(globalThis, {
    postMessage: (message: FromEngineWorker) => said.push(message),
    addEventListener: (type: string, listener: (event: object) => void) => {
      if (type === "message") {
        tell = (data) => listener({ data });
      }
    },
  });
  await import("./engine-worker.js");
  venue = createVenueWith(workerPorts, { seed: 7, pairs: [pair], startMs: Date.now() });
  const { port1, port2 } = new MessageChannel();
  line = serveLine(venue, port1);
  living = live();
  const { restUrl, pushUrl, serviceName, credential } = venue;
  const scales = { priceScale: 1, quantityScale: 0 };
  tell({ kind: "start", facts: { pair, restUrl, pushUrl, serviceName, credential, ...scales }, line: port2 });
});

afterAll(async () => {
  life.isOver = true;
  await living;
  vi.useRealTimers();
  for (const name of ["postMessage", "addEventListener"]) {
    Reflect.deleteProperty(globalThis, name);
  }
  venue.close();
});

const books = (): readonly ShownBook[] => said.flatMap((one) => (one.kind === "book" ? [one.book] : []));
const account = (): ShownAccount | undefined =>
  said.flatMap((one) => (one.kind === "account" ? [one.account] : [])).at(-1);
const told = (): readonly string[] =>
  said.flatMap((one) => (one.kind === "told" ? [`${one.about} ${one.tone}: ${one.words}`] : []));
const lastTold = (about: Told["about"]) => told().findLast((words) => words.startsWith(about));

describe("the client of the page", () => {
  it("tells its book, with why it is not live and with its levels once it is, and trades", async () => {
    await expect.poll(() => books().at(-1)?.status).toBe("live");
    expect(books()[0]).toMatchObject({ status: "syncing", asks: [], bids: [] });
    expect(books()[0]?.reason).not.toBe("");
    const { reason, asks, bids, seq, epoch, updatedAtMs } = books().at(-1) as ShownBook;
    expect([reason, epoch]).toEqual(["", 1]);
    expect(seq).toBeGreaterThan(0);
    expect(Math.abs(updatedAtMs - Date.now())).toBeLessThan(600_000);
    expect(Number(asks[0]?.price)).toBeGreaterThan(Number(bids[0]?.price));
    expect(Number(asks[0]?.quantity)).toBeGreaterThan(0);
    expect(Math.max(asks.length, bids.length)).toBeLessThanOrEqual(60);
    await expect.poll(() => said.some(({ kind }) => kind === "deals")).toBe(true);
    const { deals } = said.find(({ kind }) => kind === "deals") as FromEngineWorker & { readonly kind: "deals" };
    expect(deals).toEqual([
      {
        price: expect.stringMatching(/^[\d.]+$/),
        quantity: expect.stringMatching(/^[\d.]+$/),
        side: expect.stringMatching(/^(buy|sell)$/),
        tradedAtMs: expect.any(Number),
      },
    ]);
  });

  it("tells the account once it is known", async () => {
    await expect.poll(() => account()?.isWhole).toBe(true);
    expect(told()).toContain("account plain: The account is known");
    expect(account()).toMatchObject({ orders: [], positions: [] });
    expect(account()?.available).toMatch(/^[1-9]\d*(\.\d*[1-9])?$/);
  });

  it("places an order that waits, shows it, and cancels it", async () => {
    tell({ kind: "place", order: { side: "open-long", type: "limit", quantity: "1", price: "10000" } });
    await expect.poll(() => account()?.orders.length).toBe(1);
    const [first] = account()?.orders ?? [];
    const { orderId = "", ...order } = first ?? {};
    expect(order).toEqual({ side: "open-long", price: "10000", quantity: "1", dealQuantity: "0" });
    await expect.poll(told).toContain(`order plain: Order ${orderId} is placed: open long 1`);
    tell({ kind: "cancel", orderId });
    await expect.poll(() => account()?.orders).toEqual([]);
    expect(told()).toContain(`order plain: Order ${orderId} is cancelled`);
    tell({ kind: "cancel", orderId: "nobody's" });
  });

  it("trades at the market, shows the position until it is closed", async () => {
    tell({ kind: "place", order: { side: "open-long", type: "market", quantity: "0.01", price: "means nothing" } });
    await expect.poll(() => account()?.positions).toMatchObject([{ side: "long", quantity: "0.01" }]);
    expect(account()?.positions[0]?.openPrice).toMatch(/^[1-9]\d*(\.\d*[1-9])?$/);
    expect(told()).toContainEqual(
      expect.stringMatching(/^order good: Order \d+ traded: open long [\d.]+ at [\d.]+, as taker$/),
    );
    tell({ kind: "place", order: { side: "close-long", type: "market", quantity: "0.01", price: "" } });
    await expect.poll(() => account()?.positions).toEqual([]);
  });

  it("says why an order was refused", async () => {
    const before = told().length;
    tell({ kind: "place", order: { side: "open-long", type: "limit", quantity: "no number", price: "1" } });
    await expect.poll(() => told().length).toBeGreaterThan(before);
    expect(lastTold("order")).toMatch(/^order bad: .+/);
  });

  it("says what of the line was refused, once for each", async () => {
    venue.faults.add({ kind: "not-json", pair });
    await expect.poll(() => told().filter((words) => words.startsWith("line"))).toHaveLength(1);
    expect(lastTold("line")).toMatch(/^line bad: A message was refused: [a-z-]+$/);
    await expect.poll(() => books().at(-1)?.status).toBe("live");
  });

  it("says that the account's connection is gone, at once, and when nothing of it is missing again", async () => {
    const before = said.length;
    line.cut(0);
    await expect.poll(told).toContain("account good: Nothing of the account is missing");
    await expect.poll(() => account()?.isWhole).toBe(true);
    const wholeness = said.slice(before).flatMap((one) => (one.kind === "account" ? [one.account.isWhole] : []));
    expect(wholeness).toContain(false);
    const words = told().filter((one) => one.startsWith("account"));
    expect(words).toEqual([
      "account plain: The account is known",
      "account bad: The account's connection is gone",
      "account bad: The account is back: what it missed is asked for",
      "account good: Nothing of the account is missing",
    ]);
  });
});
