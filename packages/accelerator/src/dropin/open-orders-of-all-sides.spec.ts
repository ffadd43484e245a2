import type { CallMaker } from "@depthwire/rest";
import { usdt } from "@depthwire/schema";
import { expect, it } from "vitest";
import { openOrdersOfAllSides } from "./open-orders-of-all-sides.js";

const pair = "4BTC_USDT";

/** A venue that lists so many orders a page, and what it was asked. */
function venueOf(bySide: Readonly<Record<string, readonly number[]>>, each: number) {
  const asked: unknown[] = [];
  const call = async (operation: unknown, query: { side: string; page?: number; size?: number }, options: unknown) => {
    asked.push([operation, query, options]);
    const all = (bySide[query.side] ?? []).map((n) => ({ orderId: String(n), createdAtMs: n, side: query.side }));
    const page = query.page ?? 1;
    return { page, total: all.length, orders: all.slice((page - 1) * each, page * each) };
  };
  return { asked, maker: { call } as unknown as CallMaker };
}

const idsOf = ({ orders }: { readonly orders: readonly { readonly orderId: string }[] }): string[] =>
  orders.map(({ orderId }) => orderId);

it("orders of all sides are asked for side by side, and page by page where one does not have all", async () => {
  const { asked, maker } = venueOf({ "open-long": [11, 14, 17], "close-short": [12] }, 2);
  const found = await openOrdersOfAllSides(maker, { pair }, 70);
  expect([found.page, found.total, idsOf(found).toSorted()]).toEqual([1, 4, ["11", "12", "14", "17"]]);
  const options = { timeoutMs: 70 };
  expect(asked).toEqual([
    [usdt.getOpenOrders, { pair, side: "open-long" }, options],
    [usdt.getOpenOrders, { pair, side: "open-long", page: 2, size: 2 }, options],
    [usdt.getOpenOrders, { pair, side: "open-short" }, options],
    [usdt.getOpenOrders, { pair, side: "close-long" }, options],
    [usdt.getOpenOrders, { pair, side: "close-short" }, options],
  ]);
});

it("they are told by the page that is asked for, newest first, of all pairs where none is named", async () => {
  const { asked, maker } = venueOf({ "open-long": [11, 14], "close-long": [12, 13] }, 10);
  const whole = await openOrdersOfAllSides(maker, {}, 70);
  const second = await openOrdersOfAllSides(maker, { page: 2, size: 3 }, 70);
  expect([second.page, second.total, idsOf(second)]).toEqual([2, 4, idsOf(whole).slice(3)]);
  expect(asked[0]).toEqual([usdt.getOpenOrders, { side: "open-long" }, { timeoutMs: 70 }]);
  const none = await openOrdersOfAllSides(venueOf({}, 10).maker, {}, 70);
  expect(none).toEqual({ page: 1, total: 0, orders: [] });
});

it("a venue that promises more than it lists is not asked for ever", async () => {
  const asked: unknown[] = [];
  const call = async (_: unknown, query: unknown) => {
    asked.push(query);
    return { page: 1, total: 5, orders: [] };
  };
  expect(await openOrdersOfAllSides({ call } as unknown as CallMaker, {}, 70)).toMatchObject({ total: 0 });
  expect(asked).toHaveLength(4);
});
