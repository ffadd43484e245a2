import type { CallMaker } from "@depthwire/rest";
import { expect, it } from "vitest";
import { listOpenItems } from "./open-items.js";

interface Asked {
  readonly operation: string;
  readonly params: object;
}

/** A venue that answers from a table by operation and side, and notes what it was asked. */
function venueWith(answers: Readonly<Record<string, unknown>>): { venue: CallMaker; asked: Asked[] } {
  const asked: Asked[] = [];
  const call = async (operation: { readonly name: string }, params: { readonly side?: string }): Promise<unknown> => {
    asked.push({ operation: operation.name, params });
    const { side } = params;
    return (
      answers[side === undefined ? operation.name : `${operation.name} ${side}`] ?? { page: 1, total: 0, orders: [] }
    );
  };
  return { venue: { call: call as unknown as CallMaker["call"] }, asked };
}

const order = (orderId: string) => ({ orderId });
const position = (side: string, quantity: string) => ({ pair: "4BTC_USDT", side, quantity });

it("everything that is open is asked for: orders of four sides each once, plans, positions with a size", async () => {
  const { venue, asked } = venueWith({
    "getOpenOrders open-long": { page: 1, total: 2, orders: [order("1"), order("2")] },
    // A deployment that answers with all sides at once.
    "getOpenOrders close-short": { page: 1, total: 2, orders: [order("2"), order("3")] },
    getPlanOrders: [order("7")],
    getPositions: [position("long", "0.5"), position("short", "0"), position("short", "0.000")],
  });
  expect(await listOpenItems(venue, {})).toEqual({
    orders: [order("1"), order("2"), order("3")],
    planOrders: [order("7")],
    positions: [position("long", "0.5")],
    isWhole: true,
  });
  expect(asked.filter(({ operation }) => operation === "getOpenOrders").length).toBeGreaterThanOrEqual(4);
});

it("of one pair alone, each question names it", async () => {
  const { venue, asked } = venueWith({ getPlanOrders: [], getPositions: [] });
  await listOpenItems(venue, { pair: "4ETH_USDT" });
  expect(asked).toHaveLength(6);
  expect(asked.every(({ params }) => (params as { pair?: string }).pair === "4ETH_USDT")).toBe(true);
});

it("fewer orders than the venue said there are: the list is not whole", async () => {
  const { venue } = venueWith({
    "getOpenOrders open-short": { page: 1, total: 2, orders: [order("1")] },
    getPlanOrders: [],
    getPositions: [],
  });
  expect(await listOpenItems(venue, {})).toMatchObject({ isWhole: false });
});
