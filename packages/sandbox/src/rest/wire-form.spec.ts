import { describe, expect, it } from "vitest";
import type { Profile } from "../profile.js";
import { openDoor, orderBody, paths } from "../spec-support/rest-door.js";
import type { Answered, RestKit } from "../spec-support/rest-kit.js";
import type { WireForms } from "./wire-form.js";

const plan = {
  pair: "4BTC_USDT",
  price: "0",
  trigger_price: "60000",
  amount: "0.005",
  side: 1,
  plan_type: 1,
  book_type: 1,
};
const mode = { pair: "4BTC_USDT", mode: 1, leverage_long: 10, leverage_short: 10 };

/** Leaves keys out. */
function without(body: object, ...keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
}

/**
 * What deployments were seen to be sent, with the code that the documents' form is refused with.
 *
 * @spec field notes 23 and 26
 */
const variants: readonly (readonly [
  what: string,
  path: string,
  body: unknown,
  documented: number,
  tolerant?: number,
])[] = [
  ["a plan's trigger price as number", paths.planOpen, { ...plan, trigger_price: 60_000 }, 3000, 2034],
  ["leverage as text", paths.changeMode, { ...mode, leverage_long: "10", leverage_short: "10" }, 3000],
  ["a mode as text", paths.changeMode, { ...mode, mode: "1" }, 3000],
  ["a margin as number", paths.changeMargin, { pair: "4BTC_USDT", margin: 1, side: 1 }, 3000, 3103],
  ["a market order without a price", paths.open, without(orderBody({ order_type: 1 }), "price"), 3002],
  ["a limit order without a price", paths.open, without(orderBody(), "price"), 3002, 3002],
  ["an amount as number", paths.open, orderBody({ amount: 0.01 }), 3000],
  ["a price as number", paths.open, orderBody({ price: 45_000 }), 3000],
  ["an order side as text", paths.open, orderBody({ order_side: "1" }), 3000],
  ["an order type as text", paths.open, orderBody({ order_type: "2" }), 3000],
  ["a client id as number", paths.open, orderBody({ client_oid: 77 }), 3000],
  ["an amount to transfer as number", paths.transfer, { amount: 1, symbol: "USDT", type: 0 }, 3000],
  ["a direction as text", paths.transfer, { amount: "1", symbol: "USDT", type: "0" }, 3000],
  ["an order id as number", paths.detail, '{"order_id":11258999068426240}', 3000, 2040],
  ["order ids as numbers", paths.listBatch, '{"order_ids":[11258999068426240]}', 3000],
  ["client ids as numbers", paths.listBatchByClientOid, '{"order_ids":[77]}', 3000],
  [
    "an order id as text where it is a long",
    paths.orderDetail,
    { orderId: "11258999068426240", page: 1, size: 1 },
    3000,
    2040,
  ],
  ["no side of the orders to list", paths.list, {}, 3002],
  ["a page as text", paths.list, { order_side: 1, page: "1", size: "1" }, 3000],
  ["a history without page and size", paths.orderHistory, {}, 3002],
  ["a change log without page and size", paths.dealLog, { pair: "4BTC_USDT" }, 3002],
  ["fills without page and size", paths.orderDetail, '{"orderId":11258999068426240}', 3002, 2040],
  ["no body at all", paths.assets, "", 3002],
];

/** Requests that are never refused for their form. */
const always: readonly (readonly [what: string, path: string, body: unknown, state: number])[] = [
  ["the documents' order", paths.open, orderBody(), 0],
  ["keys in another order", paths.open, Object.fromEntries(Object.entries(orderBody()).reverse()), 0],
  ["white space", paths.assets, " {\n } ", 0],
  ["a key that means nothing", paths.assets, { other: 1 }, 0],
  ["null for an optional parameter", paths.position, { pair: null }, 0],
  ["ids as text where the documents give no type", paths.orderById, { orderIds: ["5"], clientOids: ["7"] }, 0],
  ["ids as numbers where the documents give no type", paths.orderById, { orderIds: [5], clientOids: [7] }, 0],
];

/** Always refused. */
const never: readonly (readonly [what: string, path: string, body: unknown, code: number])[] = [
  ["no JSON", paths.assets, "{", 3000],
  ["a list", paths.assets, "[]", 3000],
  ["a number", paths.assets, "7", 3000],
  ["null", paths.assets, "null", 3000],
  ["two values", paths.assets, "{}{}", 3000],
  ["deep nesting", paths.assets, `{"coin":${"[".repeat(40)}${"]".repeat(40)}}`, 3000],
  ["an object for a text", paths.assets, { coin: {} }, 3000],
  ["a missing parameter", paths.close, {}, 3002],
  ["an empty parameter", paths.close, { order_id: "" }, 3002],
  ["null for a required parameter", paths.close, { order_id: null }, 3002],
  ["another order_from", paths.open, orderBody({ order_from: 4 }), 3000],
  ["no order_from", paths.open, without(orderBody(), "order_from"), 3002],
  ["an amount that is no number", paths.open, orderBody({ amount: "much" }), 3000],
  ["an amount in exponents", paths.open, orderBody({ amount: "1e-2" }), 3000],
  ["an amount with a plus", paths.open, orderBody({ amount: "+1" }), 3000],
  ["an amount with spaces", paths.open, orderBody({ amount: " 1" }), 3000],
  ["leverage 0", paths.changeMode, { ...mode, leverage_long: 0 }, 3000],
  ["leverage 101", paths.changeMode, { ...mode, leverage_short: 101 }, 3000],
  ["a fraction of leverage", paths.changeMode, { ...mode, leverage_short: 1.5 }, 3000],
  ["an unknown mode", paths.changeMode, { ...mode, mode: 3 }, 3000],
  ["page 0", paths.orderHistory, { page: 0, size: 1 }, 3000],
  ["size 0", paths.orderHistory, { page: 1, size: 0 }, 3000],
  ["no ids", paths.listBatch, { order_ids: [] }, 3000],
  ["101 ids", paths.listBatch, { order_ids: Array(101).fill("5") }, 3000],
  ["101 ids of two kinds", paths.orderById, { orderIds: Array(60).fill("5"), clientOids: Array(41).fill("7") }, 3000],
  ["a client id that is too long", paths.open, orderBody({ client_oid: "x".repeat(65) }), 3000],
  ["an unknown status", paths.orderHistory, { page: 1, size: 1, status: [6] }, 3000],
];

const doors: readonly (readonly [WireForms, { readonly profile: Profile; readonly wireForms?: WireForms }])[] = [
  ["documented", { profile: "documented" }],
  ["documented", { profile: "deployed", wireForms: "documented" }],
  ["tolerant", { profile: "deployed" }],
  ["tolerant", { profile: "documented", wireForms: "tolerant" }],
];

async function send(kit: RestKit, path: string, body: unknown): Promise<Answered> {
  return kit.post(path, body);
}

describe.each(doors)("taking the %s forms (%j)", (forms, options) => {
  it("answers each variant of deployments as it should", async () => {
    const { kit } = await openDoor(options);
    const found: unknown[] = [];
    for (const [what, path, body] of variants) {
      found.push([what, (await send(kit, path, body)).state]);
    }
    const wanted = variants.map(([what, , , documented, tolerant = 0]) => [
      what,
      forms === "documented" ? documented : tolerant,
    ]);
    expect(found).toEqual(wanted);
  });

  it("answers the documents' own forms, and never what is wrong", async () => {
    const { kit } = await openDoor(options);
    const rows = [...always, ...never];
    const found: unknown[] = [];
    for (const [what, path, body] of rows) {
      found.push([what, (await send(kit, path, body)).state]);
    }
    expect(found).toEqual(rows.map(([what, , , state]) => [what, state]));
  });
});
