import { coin, type Operation, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { type RestClient, Trader, type TraderPorts } from "../index.js";
import type { AccountFacts } from "../internal.js";
import { type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const contract = { ...order, contractValue: "1", maxOrderQuantity: "2", maxOpenOrders: 10, maxPositionQuantity: "7" };
const nothing: AccountFacts = { positions: [], openOrders: [] };
const references: ReadonlyMap<Operation, readonly object[]> = new Map<Operation, readonly object[]>([
  [usdt.getContracts, [contract]],
  [usdt.getPrecisions, [{ pair: order.pair, priceScale: 1 }]],
  [coin.getContracts, []],
  [coin.getPrecisions, []],
]);
const looks: readonly Operation[] = [usdt.getPositions, usdt.getOpenOrders, usdt.getKlines];

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  /** What orders were held against, as far as it was asked for. */
  readonly asked: string[];
}

function scene(accountFacts: TraderPorts["accountFacts"]): Scene {
  const venue = keepingVenue();
  const asked: string[] = [];
  const call = (operation: Operation, params: never, options: never): Promise<unknown> => {
    if (looks.includes(operation)) {
      asked.push(operation.name);
    }
    const known = operation === usdt.getKlines ? [] : references.get(operation);
    return known === undefined ? venue.client.call(operation, params, options) : Promise.resolve(known);
  };
  const client = Object.create(venue.client, { call: { value: call } }) as RestClient;
  const trader = new Trader({ marketChecks: "all" }, { venue: client, clock: venue.clock, accountFacts });
  return { ...venue, trader, asked };
}

describe("market checks", () => {
  it("ask for nothing but reference data for an order with a price while the account is mirrored", async () => {
    const { trader, settle, asked } = scene(() => nothing);
    const handle = await settle(trader.place(order));
    await settle(handle.replace({ price: "60001" }));
    expect(asked).toEqual([]);
  });

  it("ask for the latest price alone at the market", async () => {
    const { trader, settle, asked } = scene(() => nothing);
    await settle(trader.place({ ...order, type: "market" }));
    expect(asked).toEqual(["getKlines"]);
  });

  it("ask for the account where its mirror may have missed something", async () => {
    const { trader, settle, asked } = scene(() => undefined);
    await settle(trader.place(order));
    const lists = Array.from({ length: 4 }, () => "getOpenOrders");
    expect(asked.toSorted()).toEqual([...lists, "getPositions"]);
  });

  it("count this trader's own waiting orders where the mirror knows of none", async () => {
    const { trader, settle } = scene(() => ({ positions: undefined, openOrders: undefined }));
    for (let count = 0; count < contract.maxOpenOrders; count++) {
      await settle(trader.place({ ...order, quantity: "1" }));
    }
    const beyond = { code: "market-rule", details: { path: "pair", value: "10", bound: "10" } };
    await expect(settle(trader.place({ ...order, quantity: "1" }))).rejects.toMatchObject(beyond);
  });

  it("count orders that the mirror has not told of yet, and none twice", async () => {
    let mirrored = nothing;
    const { trader, settle } = scene(() => mirrored);
    const { latest } = await settle(trader.place(order));
    mirrored = { positions: [], openOrders: [latest] };
    await settle(trader.place(order));
    await settle(trader.place(order));
    const beyond = { code: "market-rule", details: { rule: "within the largest position", value: "8" } };
    await expect(settle(trader.place(order))).rejects.toMatchObject(beyond);
  });
});
