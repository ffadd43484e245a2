import type { OrderId } from "@depthwire/schema";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { AccountMirror } from "../mirror/account-mirror.js";
import { defaultAccountOptions } from "../mirror/account-options.js";
import { as, longOrder, pushedFill, queriedFill, type VenueOrder } from "../mirror/scripted-records.spec-kit.js";
import { Asker } from "./asker.js";
import { OrderAnswers } from "./order-answers.js";
import type { MarginFamily, Reconciler } from "./reconciler.js";

const fillOf = (id: string, quantity: number) => ({ pushedId: id, queriedId: id, quantity, price: 100, atMs: 5 });
const orderOf = (id: string, quantities: readonly number[], pair = "4BTC_USDT"): VenueOrder => ({
  id,
  pair,
  side: "open-long",
  quantity: 9,
  createdAtMs: 1,
  updatedAtMs: 1,
  status: "cancelled",
  fills: quantities.map((quantity, at) => fillOf(`${id}-${at}`, quantity)),
});

interface Scene {
  readonly clock: FakeClock;
  readonly mirror: AccountMirror;
  readonly answers: OrderAnswers;
  /** Words of the requests. */
  readonly asked: string[];
  readonly venue: Pick<Reconciler, "ordersById" | "fills">;
  ask(ids: Partial<Record<MarginFamily, readonly string[]>>): Promise<void>;
}

/** Answers about these orders; `hidden` fills are not shown before the second time. */
function sceneOf(orders: readonly VenueOrder[], hidden = ""): Scene {
  const clock = fakeClock();
  const mirror = new AccountMirror();
  const asked: string[] = [];
  const venue: Scene["venue"] = {
    ordersById: async ({ family, orderIds }) => {
      asked.push(`${family} ${orderIds.length}`);
      return orders.filter(({ id }) => orderIds.includes(as(id))).map(longOrder);
    },
    fills: async ({ orderId, page, size }) => {
      asked.push(`fills ${orderId} ${page}`);
      const order = orders.find(({ id }) => id === orderId) as VenueOrder;
      const isFirst = asked.filter((word) => word.startsWith(`fills ${orderId}`)).length === 1;
      const shown = order.fills.filter(({ queriedId }) => !(isFirst && queriedId === hidden));
      return shown.slice((page - 1) * size, page * size).map((fill) => queriedFill(order, fill));
    },
  };
  const answers = new OrderAnswers(mirror, { ...defaultAccountOptions, pageSize: 2 });
  const asker = new Asker(venue as Reconciler, clock, new AbortController().signal);
  const ask: Scene["ask"] = async (ids) => {
    const candidates = Object.entries(ids).map(
      ([family, some]) => [family as MarginFamily, new Set(some as readonly OrderId[])] as const,
    );
    const asking = answers.ask(asker, new Map(candidates));
    await clock.advanceAndSettle(60_000);
    await asking;
  };
  return { clock, mirror, answers, asked, venue, ask };
}

test("orders are asked for a hundred at once, each family where it is, and trades only where there are any", async () => {
  const many = Array.from({ length: 101 }, (_, at) => orderOf(String(at), []));
  const at = sceneOf([...many, orderOf("c", [2], "5BTC_USD")]);
  await at.ask({ "usdt-margined": many.map(({ id }) => id), "coin-margined": ["c"] });
  expect(at.asked).toEqual(["usdt-margined 100", "usdt-margined 1", "coin-margined 1", "fills c 1"]);
  expect(at.answers.found()).toHaveLength(102);
  expect(at.answers.missing()).toEqual([]);
});

test("trades are read to their last page; what makes the order is complete", async () => {
  const at = sceneOf([orderOf("1", [1, 2, 3])]);
  await at.ask({ "usdt-margined": ["1"] });
  expect(at.asked).toEqual(["usdt-margined 1", "fills 1 1", "fills 1 2"]);
  const [found] = at.answers.found();
  expect(found).toMatchObject({ completeness: "complete", dealCount: 3, order: { dealQuantity: "6" } });
  expect(found?.fills.map(({ dealQuantity }) => dealQuantity)).toEqual(["1", "2", "3"]);
});

test("an order whose trades do not make it up is asked about again, until they do", async () => {
  const at = sceneOf([orderOf("1", [1, 2]), orderOf("2", [4])], "1-1");
  await at.ask({ "usdt-margined": ["1", "2"] });
  expect(at.asked).toEqual(["usdt-margined 2", "fills 1 1", "fills 2 1", "usdt-margined 1", "fills 1 1", "fills 1 2"]);
  expect(at.answers.found().map(({ completeness }) => completeness)).toEqual(["complete", "complete"]);
});

test("an order that never adds up is asked about so often and no more, and one that nobody knows is missing", async () => {
  const short = orderOf("1", [1, 2]);
  const at = sceneOf([short]);
  at.venue.fills = async ({ page }) =>
    page === 1 ? short.fills.slice(0, 1).map((fill) => queriedFill(short, fill)) : [];
  await at.ask({ "usdt-margined": ["1", "7"] });
  expect(at.asked).toEqual(Array.from({ length: 4 }, () => "usdt-margined 2"));
  expect(at.answers.found()).toMatchObject([{ completeness: "partial" }]);
  expect(at.answers.missing()).toEqual([{ what: "order-missing", orderId: "7" }]);
});

test("what was delivered already is not asked for again; what waits for its size is", async () => {
  const [known, waiting, doubled] = [orderOf("1", [3]), orderOf("2", [3]), orderOf("3", [])];
  const at = sceneOf([known, waiting, doubled]);
  at.mirror.push({ kind: "fill", value: pushedFill(known, fillOf("1-0", 3), "sized") });
  at.mirror.push({ kind: "fill", value: pushedFill(waiting, fillOf("2-0", 3), "sizeless") });
  // Of an order that traded nothing a trade was told.
  at.mirror.push({ kind: "fill", value: pushedFill(doubled, fillOf("3-0", 3), "sized") });
  await at.ask({ "usdt-margined": ["1", "2", "3"] });
  expect(at.asked.slice(0, 3)).toEqual(["usdt-margined 3", "fills 2 1", "fills 3 1"]);
  expect(at.asked).not.toContain("fills 1 1");
});

test("what was asked about is asked about again only from the beginning, and trades that were found stay found", async () => {
  const at = sceneOf([orderOf("1", [1]), orderOf("2", [])]);
  await at.ask({ "usdt-margined": ["1"] });
  await at.ask({ "usdt-margined": ["1", "2"] });
  expect(at.asked).toEqual(["usdt-margined 1", "fills 1 1", "usdt-margined 1"]);
  at.answers.restart();
  await at.ask({ "usdt-margined": ["1", "2"] });
  expect(at.asked.slice(3)).toEqual(["usdt-margined 2"]);
});

test("trades that make up the quantity in fewer pieces than the order says are not all of them", async () => {
  const at = sceneOf([orderOf("1", [3])]);
  const works = at.venue.ordersById;
  at.venue.ordersById = async (request, signal) =>
    (await works(request, signal)).map((record) => ({ ...record, dealCount: 2 }));
  await at.ask({ "usdt-margined": ["1"] });
  expect(at.answers.found()).toMatchObject([{ completeness: "partial", dealCount: 2 }]);
  expect(at.asked.filter((word) => word === "fills 1 1")).toHaveLength(4);
});

test("as many trades as the order says are not all of them while they make up less", async () => {
  const order = orderOf("1", [2, 3]);
  const at = sceneOf([order]);
  at.venue.fills = async ({ page }) =>
    page === 1 ? [fillOf("a", 2), fillOf("b", 2)].map((fill) => queriedFill(order, fill)) : [];
  await at.ask({ "usdt-margined": ["1"] });
  expect(at.answers.found()).toMatchObject([{ completeness: "partial", dealCount: 2, fills: [{}, {}] }]);
});
