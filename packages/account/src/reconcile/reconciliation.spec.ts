import type { OrderId, OrderStatus, Pair } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { AccountMirror } from "../mirror/account-mirror.js";
import { defaultAccountOptions } from "../mirror/account-options.js";
import {
  as,
  longOrder,
  positionOf,
  queriedChange,
  shortOrder,
  type VenueOrder,
} from "../mirror/scripted-records.spec-kit.js";
import { Asker } from "./asker.js";
import { Baseline } from "./baseline.js";
import type { Reconciler } from "./reconciler.js";
import { Reconciliation } from "./reconciliation.js";

const [btc, usd] = ["4BTC_USDT", "5BTC_USD"];
const orderOf = (id: string, pair: string, status: OrderStatus = "open", createdAtMs = 10): VenueOrder => ({
  id,
  pair,
  side: "open-long",
  quantity: 1,
  createdAtMs,
  updatedAtMs: createdAtMs,
  status,
  fills: [],
});

interface Venue {
  /** Listed as open. */
  readonly open?: readonly VenueOrder[];
  readonly history?: readonly VenueOrder[];
  /** Known by id alone. */
  readonly hidden?: readonly VenueOrder[];
}

/** A reconciliation at a venue with these orders, and the words of its requests. */
async function sceneOf({ open = [], history = [], hidden = [] }: Venue) {
  const mirror = new AccountMirror();
  const asked: string[] = [];
  const familyOf = (pair: string) => (pair === usd ? "coin-margined" : "usdt-margined");
  const venue: Partial<Reconciler> = {
    openOrders: async ({ side, page }) => (side === "open-long" && page === 1 ? open.map(shortOrder) : []),
    orderHistory: async ({ family, page, size }) => {
      const own = history.filter(({ pair }) => familyOf(pair) === family);
      return own.slice((page - 1) * size, page * size).map(longOrder);
    },
    ordersById: async ({ family, orderIds }) => {
      asked.push(`${family} ${orderIds.join(" ")}`);
      return [...open, ...history, ...hidden].filter(({ id }) => orderIds.includes(as(id))).map(longOrder);
    },
    fills: async () => [],
    positions: async () => [],
    positionChanges: async ({ family, pair, page }) => {
      asked.push(`changes ${family} ${pair} ${page}`);
      const change = { pushedId: "c", queriedId: `q ${pair}`, pair, side: "long" } as const;
      return [queriedChange({ ...change, type: "liquidate", quantity: 1, left: 0, atMs: 1 })];
    },
  };
  const families = ["usdt-margined", "coin-margined"] as const;
  const options = { ...defaultAccountOptions, pageSize: 2, families };
  const asker = new Asker(venue as Reconciler, fakeClock(), new AbortController().signal);
  const baseline = new Baseline();
  const emptyVenue = { ...venue, openOrders: async () => [], orderHistory: async () => [] };
  await baseline.take(
    new Asker(emptyVenue as Reconciler, fakeClock(), new AbortController().signal),
    new AccountMirror(),
    options,
  );
  const reconciliation = new Reconciliation({ mirror, baseline, options });
  const everything = (mentioned: Readonly<Record<string, string>> = {}) =>
    reconciliation.everything(asker, new Map(Object.entries(mentioned) as [OrderId, Pair][]));
  return { mirror, asked, reconciliation, everything };
}

const foundIn = ({ orders }: Reconciliation) => orders.map(({ order }) => order.orderId);

test("an order that only a list of open ones, only a message or only the history knows is asked about, in its family", async () => {
  const at = await sceneOf({
    open: [orderOf("1", btc), orderOf("2", usd)],
    history: [orderOf("5", btc, "filled"), orderOf("6", usd, "filled")],
    hidden: [orderOf("3", btc), orderOf("4", usd)],
  });
  await at.everything({ "3": btc, "4": usd });
  const byId = at.asked.filter((words) => !words.startsWith("changes")).map((words) => words.split(" "));
  expect(byId.map(([family, ...ids]) => [family, ids.toSorted()])).toEqual([
    ["usdt-margined", ["1", "3", "5"]],
    ["coin-margined", ["2", "4", "6"]],
  ]);
  expect(foundIn(at.reconciliation).toSorted()).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(at.reconciliation.missing).toEqual([]);
});

test("what is attached to an order is known from the list alone, and stays with what was found", async () => {
  const at = await sceneOf({ open: [orderOf("1", btc)] });
  await at.everything();
  expect(at.reconciliation.orders).toMatchObject([{ order: { orderId: "1", reason: 0 } }]);
});

test("passive changes are asked for of each pair that was traded or is held, in its family", async () => {
  const at = await sceneOf({ open: [orderOf("1", btc)] });
  at.mirror.push({ kind: "all-positions", value: [positionOf(usd, "long", 1)] });
  await at.everything();
  expect(at.asked.filter((words) => words.startsWith("changes")).toSorted()).toEqual([
    `changes coin-margined ${usd} 1`,
    `changes usdt-margined ${btc} 1`,
  ]);
  expect([...at.reconciliation.changes].map(([pair, records]) => [pair, records.length])).toEqual([
    [btc, 1],
    [usd, 1],
  ]);
});

test("lists are read again only from the beginning", async () => {
  const at = await sceneOf({ open: [orderOf("1", btc)] });
  await at.everything();
  const first = [...at.asked];
  await at.everything();
  expect(at.asked).toEqual(first);
  at.reconciliation.restart();
  await at.everything();
  expect(at.asked).toEqual([...first, ...first]);
});
